package dev.rota.cli.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.Cohort;
import dev.rota.bots.JobEvent;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.Quota;
import dev.rota.bots.ReportedState;
import dev.rota.bots.Submitted;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.wire.BotsWire;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three situations of a grid, each asked why, when, and what would change it. All is worked out by
 * hand from the rules of bots.
 */
final class BotsAnswersTest {
  private static final String GRID = "builds";
  private static final Map<String, List<String>> LINUX = Map.of("OSFamily", List.of("linux"));

  @TempDir private Path folder;
  private Scenario<BotsState, BotsInput, BotsFact> grid;

  @BeforeEach
  void begin() {
    grid = new Scenario<>(new BotsDomain(), GRID, folder);
  }

  private void beat(long atMillis, String bot, LeaseReport... reports) {
    BotHeartbeat beat =
        BotHeartbeat.newBuilder()
            .setGrid(GRID)
            .setBot(bot)
            .setProperties(LINUX)
            .setLeases(List.of(reports))
            .build();
    grid.take(BotsWire.HEARTBEATS, atMillis, beat);
  }

  private static LeaseReport report(String job, ReportedState state) {
    return LeaseReport.newBuilder().setJob(job).setState(state).setAttempt(1).build();
  }

  private void job(long atMillis, String name, String instance, int priority) {
    Submitted submitted =
        Submitted.newBuilder()
            .setJob(name)
            .setInstance(instance)
            .setPriority(priority)
            .setProperties(LINUX)
            .build();
    grid.take(BotsWire.JOBS, atMillis, new JobEvent(GRID, submitted));
  }

  /**
   * bots 1 and 3.1: the only bot is full, and c goes before b.
   *
   * <p>The one job that ended ran for 10 s, from 1 s to 11 s. So a, which runs since 12 s, ends at
   * 22 s; c (priority 0) takes the bot, and ends at 32 s; then b (priority 5) does.
   *
   * <p>No quota binds. A better priority than that of a (0) is -1, and better than its own is 4:
   * neither frees the bot, as nobody evicts without a cohort (bots D3). Another bot does, at once.
   */
  @Test
  void aJobBehindABetterOne() {
    beat(0, "w");
    job(1_000, "old", "i", 0);
    beat(11_000, "w", report("old", ReportedState.COMPLETED));
    job(12_000, "a", "i", 0);
    job(13_000, "b", "i", 5);
    job(14_000, "c", "i", 0);

    assertThat(grid.why("b")).isEqualTo("@b1why@");
    assertThat(grid.forecast("b")).isEqualTo("@b1forecast@");
    assertThat(grid.unless("b")).isEqualTo("@b1unless@");
  }

  /**
   * The nasty one, bots 7: batch (at least 0, at most 2) has both bots, release (at least 1) waits.
   * Batch's first job ran for 100 s.
   */
  private void releaseWaits() {
    BotPolicy policy =
        BotPolicy.newBuilder()
            .setGrid(GRID)
            .setAssigner(AssignerKind.COHORT)
            .setCohorts(List.of(new Cohort("c", List.of("linux"))))
            .setQuotas(List.of(new Quota("c", "batch", 0, 2), new Quota("c", "release", 1, 2)))
            .setPreemptionDelayMs(20_000)
            .build();
    grid.take(BotsWire.POLICIES, 0, policy);
    beat(500, "b1");
    job(1_000, "old", "batch", 10);
    beat(101_000, "b1", report("old", ReportedState.COMPLETED));
    job(102_000, "x", "batch", 10);
    beat(103_000, "b2");
    job(104_000, "y", "batch", 20);
    job(105_000, "r", "release", 0);
  }

  /**
   * r may evict when it has waited for longer than 20 s (bots D1): at 125.001 s. Leases of 100 s
   * end at 202 s and 204 s, which is later. The victim is y, whose priority number is the largest.
   *
   * <p>More quota does not help r: it is below its maximum and its minimum already. Its priority is
   * the best. One more bot does.
   */
  @Test
  void aJobBelowItsMinimumIsAboutToEvict() {
    releaseWaits();

    assertThat(grid.why("r")).isEqualTo("@b2why@");
    assertThat(grid.forecast("r")).isEqualTo("@b2forecast@");
    assertThat(grid.unless("r")).isEqualTo("@b2unless@");
  }

  /**
   * The victim waits. Its turn comes when x ends, at 202 s, on b1: r has b2 up to 225.001 s.
   *
   * <p>Its quota does not bind. With a minimum of 1, batch would still be above it, with 2 leases.
   * With priority 19 it is the victim still; with 9 that is x, whose priority is 10.
   */
  @Test
  void theVictimOfAnEviction() {
    releaseWaits();
    grid.tick(125_001);
    beat(130_000, "b1", report("x", ReportedState.ACTIVE));

    assertThat(grid.why("y")).isEqualTo("@b3why@");
    assertThat(grid.forecast("y")).isEqualTo("@b3forecast@");
    assertThat(grid.unless("y")).isEqualTo("@b3unless@");
  }
}

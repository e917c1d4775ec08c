package dev.rota.app.answers;

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
  private Scenario grid;

  @BeforeEach
  void begin() {
    grid = new Scenario(new BotsDomain(), GRID, folder);
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

    assertThat(grid.why("b"))
        .isEqualTo(
            """
            bots builds: turn 6 at 1970-01-01T00:00:14Z, verified from turn 1
            job b
              waits because the only bot that may run it is full; its position is 2 (bots 1)
                - bot w: is full: runs a since 1970-01-01T00:00:12Z (bots 1)
              turn 5, 1970-01-01T00:00:13Z: is queued for instance i with priority 5, at position 1 (bots 12)
            """);
    assertThat(grid.forecast("b"))
        .isEqualTo(
            """
            bots builds: turn 6 at 1970-01-01T00:00:14Z, verified from turn 1
            job b: is started at 1970-01-01T00:00:32Z, in PT18S, on bot w
              why          goes to bot w, attempt 1: it is the first by priority (5) (bots 3.1)
              turns        2 until then
              assumed      no job is submitted or cancelled, and none fails
              assumed      bots stay as they are and send their heartbeats in time
              assumed      jobs run PT10S (p50 of 1)
            """);
    assertThat(grid.unless("b"))
        .isEqualTo(
            """
            unless: job b waits since 1970-01-01T00:00:13Z
              with priority 4 instead of 5, it still waits
              with priority -1 instead of 5, it still waits
              with one more bot like w, it is placed at 1970-01-01T00:00:13Z
                rota whatif bots --key builds --since 1970-01-01T00:00:13Z --add bots:1=like:w
            """);
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
            .setKeepaliveMs(600_000)
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

    assertThat(grid.why("r"))
        .isEqualTo(
            """
            bots builds: turn 8 at 1970-01-01T00:01:45Z, verified from turn 1
            job r
              waits because all 2 bots that may run it are full; it evicts y at 1970-01-01T00:02:05.001Z; its position is 1 (bots 1)
                * job y: runs on bot b2 with priority 20, queued at 1970-01-01T00:01:44Z: the first that may be evicted (bots 7)
                - bot b1: is full: runs x since 1970-01-01T00:01:42Z (bots 1)
                - bot b2: is full: runs y since 1970-01-01T00:01:44Z (bots 1)
                - job x: y is evicted first: priority 20, not 10 (bots 7)
              turn 8, 1970-01-01T00:01:45Z: is queued for instance release with priority 0, at position 1 (bots 12)
            """);
    assertThat(grid.forecast("r"))
        .isEqualTo(
            """
            bots builds: turn 8 at 1970-01-01T00:01:45Z, verified from turn 1
            job r: is started at 1970-01-01T00:02:05.001Z, in PT20.001S, on bot b2
              why          takes the place of job y on bot b2, attempt 1: instance release is below its minimum in cohort c (0 of 1), instance batch is above its minimum in cohort c (2 of 0) (bots 7)
              turns        1 until then
              assumed      no job is submitted or cancelled, and none fails
              assumed      bots stay as they are and send their heartbeats in time
              assumed      jobs run PT1M40S (p50 of 1)
            """);
    assertThat(grid.unless("r"))
        .isEqualTo(
            """
            unless: job r waits since 1970-01-01T00:01:45Z
              with the maximum of release in c at 3, it still waits
              with the minimum of release in c at 2, it still waits
              with priority -1 instead of 0, it still waits
              with one more bot like b1, it is placed at 1970-01-01T00:01:45Z
                rota whatif bots --key builds --since 1970-01-01T00:01:45Z --add bots:1=like:b1
            """);
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

    assertThat(grid.why("y"))
        .isEqualTo(
            """
            bots builds: turn 10 at 1970-01-01T00:02:10Z, verified from turn 1
            job y
              waits because all 2 bots that may run it are full; it evicts nobody: instance batch is not below its minimum in cohort c (1 of 0); its position is 1 (bots 1)
                - bot b1: is full: runs x since 1970-01-01T00:01:42Z (bots 1)
                - bot b2: is full: runs r since 1970-01-01T00:02:05.001Z (bots 1)
              turn 7, 1970-01-01T00:01:44Z: is queued for instance batch with priority 20, at position 1 (bots 12)
              turn 7, 1970-01-01T00:01:44Z: goes to bot b2, attempt 1: instance batch is below its maximum in cohort c (1 of 2) (bots 3.2)
                * bot b2: has the best score of those looked at: 1.0 (bots 5)
                - bot b1: is full: runs x since 1970-01-01T00:01:42Z (bots 1)
              turn 9, 1970-01-01T00:02:05.001Z: is evicted from bot b2 for job r: instance release is below its minimum in cohort c (0 of 1), instance batch is above its minimum in cohort c (2 of 0) (bots 7)
                * job y: runs on bot b2 with priority 20, queued at 1970-01-01T00:01:44Z: the first that may be evicted (bots 7)
                - job x: y is evicted first: priority 20, not 10 (bots 7)
            """);
    assertThat(grid.forecast("y"))
        .isEqualTo(
            """
            bots builds: turn 10 at 1970-01-01T00:02:10Z, verified from turn 1
            job y: is started at 1970-01-01T00:03:22Z, in PT1M12S, on bot b1
              why          goes to bot b1, attempt 2: instance batch is below its maximum in cohort c (0 of 2) (bots 3.2)
              turns        1 until then
              assumed      no job is submitted or cancelled, and none fails
              assumed      bots stay as they are and send their heartbeats in time
              assumed      jobs run PT1M40S (p50 of 1)
            """);
    assertThat(grid.unless("y"))
        .isEqualTo(
            """
            unless: job y waits since 1970-01-01T00:02:05.001Z
              with the maximum of batch in c at 3, it still waits
              with the minimum of batch in c at 1, it still waits
              with priority 19 instead of 20, it still waits
              with priority 9 instead of 20, it does not begin to wait
                rota whatif bots --key builds --since 1970-01-01T00:02:05.001Z --priority y=9
            """);
  }
}

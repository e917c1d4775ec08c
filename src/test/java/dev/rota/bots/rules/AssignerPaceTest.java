package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.Quota;
import dev.rota.bots.model.BotsFact.Paused;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.wire.BotsWire;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Section 3: how soon an assigner looks again. */
class AssignerPaceTest {
  static {
    GeneratedClasses.trust();
  }

  private final Grid grid = new Grid();

  private long pauses(long untilMillis) {
    return grid.take(untilMillis, null).stream().filter(Paused.class::isInstance).count();
  }

  private void job(String label) {
    grid.take(3, new TestJob("a").label(label).submit());
  }

  private void policy(BotPolicy.Builder policy) {
    policy
        .setGrid("grid")
        .setAssigner(AssignerKind.COHORT)
        .setDispatch(Dispatch.ON_INTERVAL)
        .setCohorts(List.of(new Cohort("c", List.of("linux")), new Cohort("d", List.of("mac"))))
        .setQuotas(List.of(new Quota("c", "i", 0, 5)))
        .setJitterMs(0);
    grid.take(1, new BotsWire().read(policy.build()));
  }

  /** Section 4: the bot's cohort has no quota to charge, so all of it is rolled back, each time. */
  @Test
  void anIterationThatIsRolledBackIsAnIdleOne() {
    policy(BotPolicy.newBuilder().setBotsOfCohortOnly(false));
    SortedProperties mac = SortedProperties.of(List.of(new PropertyPair("OSFamily", "mac")));
    grid.take(2, new TestBot("w").has(mac).beat());
    job("linux");

    assertThat(pauses(60_000))
        .as("two pauses an iteration: it looks, and it is undone")
        .isBetween(100L, 122L);
    assertThat(grid.state().job("a").state()).isInstanceOf(Queued.class);
  }

  /** One that found nothing once its delay was over costs nothing until there is something. */
  @Test
  void aJobThatIsParkedCostsNoIteration() {
    policy(
        BotPolicy.newBuilder()
            .setParkedJobsBackOff(false)
            .setPreemptionDelayMs(20_000)
            .setFailureBackoffMs(5000));
    job("linux");

    assertThat(pauses(60_000)).isBetween(4L, 6L);
    assertThat(((Queued) grid.state().job("a").state()).parked()).isTrue();
    assertThat(pauses(36_000_000)).isZero();
    assertThat(AssignerPace.workFrom(grid.state())).isEqualTo(Long.MAX_VALUE);
  }
}

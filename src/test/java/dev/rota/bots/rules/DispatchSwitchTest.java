package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Dispatch;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput.Cancel;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.wire.BotsWire;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A policy that switches in the middle leaves nobody behind. A lane that is reopened is the same.
 */
class DispatchSwitchTest {
  static {
    GeneratedClasses.trust();
  }

  private final Grid grid = new Grid();

  private void policy(long atMillis, BotPolicy.Builder policy) {
    grid.take(atMillis, new BotsWire().read(policy.setGrid("grid").build()));
  }

  private List<BotsFact> submit(long atMillis, String job, String instance, int priority) {
    return grid.take(
        atMillis, new TestJob(job).instance(instance).priority(priority).action("action").submit());
  }

  private void bot(long atMillis) {
    grid.take(atMillis, new TestBot("w").beat());
  }

  @Test
  void anOperationThatJoinsABackoffOfThePolicyBefore() {
    policy(1, BotPolicy.newBuilder().setDispatch(Dispatch.ON_INTERVAL));
    submit(1000, "a", "i", 5);
    grid.take(4000, null);
    assertThat(((Queued) grid.state().job("a").state()).resting()).isTrue();
    policy(4001, BotPolicy.newBuilder().setDispatch(Dispatch.ON_EVENT));
    submit(4002, "b", "i", 0);
    grid.checkInvariants();
    assertThat(grid.changedByReopening()).isEmpty();
    bot(4003);

    assertThat(grid.state().job("a").state()).isInstanceOf(Leased.class);
  }

  @Test
  void aBackoffGoesOnWhenItsPolicyComesBack() {
    policy(1, BotPolicy.newBuilder().setDispatch(Dispatch.ON_INTERVAL).setFailureBackoffMs(9000));
    submit(1000, "a", "i", 5);
    grid.take(4000, null);
    policy(4001, BotPolicy.newBuilder().setDispatch(Dispatch.ON_EVENT));
    policy(4002, BotPolicy.newBuilder().setDispatch(Dispatch.ON_INTERVAL));

    assertThat(((Queued) grid.state().job("a").state()).resting()).isTrue();
  }

  /** Section 12: of two jobs of one action that a merger of pools brings together. */
  @Test
  void anActionIsJoinedOnItsOtherJobWhenTheFirstIsOver() {
    submit(1, "a", "i1", 0);
    submit(2, "b", "i2", 0);
    policy(3, BotPolicy.newBuilder().setInstancePools(List.of(List.of("i1", "i2"))));
    grid.take(4, new Cancel("a"));
    assertThat(grid.changedByReopening()).isEmpty();

    assertThat(submit(5, "c", "i1", 0).get(0))
        .isInstanceOfSatisfying(JobJoined.class, joined -> assertThat(joined.job()).isEqualTo("b"));
  }
}

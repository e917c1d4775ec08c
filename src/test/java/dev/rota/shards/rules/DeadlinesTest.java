package dev.rota.shards.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Stepper;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.LonePool;
import dev.rota.shards.model.PoolFact.Ended;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.WorkerFact.WorkerLeft;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What falls due, when, and in which order: section 8. */
class DeadlinesTest {
  private final LonePool pool = new LonePool();

  private List<String> pending() {
    return pool.state().deadlines().stream().map(Deadline::toString).toList();
  }

  private static List<EndCause> causes(List<ShardsFact> facts) {
    return facts.stream()
        .filter(LeaseEnded.class::isInstance)
        .map(fact -> ((LeaseEnded) fact).cause())
        .toList();
  }

  @Test
  void withoutWorkersNothingIsDue() {
    pool.take(0, Inputs.tx("A", "t1"));
    assertThat(new Stepper<>(new ShardsEngine(), pool.state()).nextDeadline())
        .isEqualTo(Engine.NEVER);
  }

  @Test
  void aSessionAndALeaseAreAsLongAsTheDefaultsSay() {
    pool.take(1000, Inputs.join("w1", 1, 1));
    pool.take(2000, Inputs.tx("A", "t1"));
    assertThat(pending()).containsExactly("11000/session/w1", "32000/lease/A");
  }

  /** F4 goes before F7: whoever is gone gets nothing, least of all what it was silent about. */
  @Test
  void aSilentWorkerWhoseTimeOutsAreEqualIsGoneBeforeItsLeaseExpires() {
    pool.take(0, Inputs.policy("sessionTimeoutMs", 500L, "leaseTimeoutMs", 500L));
    pool.take(0, Inputs.join("w1", 1, 2));
    pool.take(0, Inputs.tx("A", "t1"));
    assertThat(pending()).containsExactly("500/session/w1", "500/lease/A");
    List<ShardsFact> facts = pool.take(500, null);
    assertThat(facts.get(0)).isInstanceOf(WorkerLeft.class);
    assertThat(causes(facts)).containsExactly(EndCause.WORKER_LOST);
    assertThat(pool.state().shard("A").epoch()).as("one death, one lease").isEqualTo(1);
    assertThat(pool.state().shard("A").attempts()).as("and one attempt").isEqualTo(1);
    pool.rebuild();
  }

  /** F4, F7, D4: by kind first, then by name. */
  @Test
  void atOneInstantSessionsEndThenLeasesExpireThenWhatIsStillOutIsRevoked() {
    pool.take(0, Inputs.policy("sessionTimeoutMs", 500L, "leaseTimeoutMs", 500L));
    List.of("z", "y", "x").forEach(worker -> pool.take(0, Inputs.join(worker, 1, 1)));
    List.of("A", "B", "C").forEach(shard -> pool.take(0, Inputs.tx(shard, "t1")));
    pool.take(100, Inputs.beat("y", 1));
    pool.take(100, Inputs.began("C", "x", 1, 1));
    pool.take(400, Inputs.command(new ShardsInput.Shutdown(100L)));
    assertThat(pending())
        .containsExactly(
            "500/session/z",
            "500/lease/A",
            "500/lease/B",
            "500/stop/",
            "600/session/x",
            "600/session/y",
            "600/lease/C");
    assertThat(causes(pool.take(500, null)))
        .containsExactly(EndCause.WORKER_LOST, EndCause.LEASE_EXPIRED, EndCause.SHUTDOWN);
  }

  /** C1 with at-or-after: the report of that very instant comes too late. */
  @Test
  void aDeadlineGoesBeforeTheRecordOfItsInstant() {
    pool.take(0, Inputs.policy("sessionTimeoutMs", 500L, "leaseTimeoutMs", 0L));
    pool.take(0, Inputs.join("w1", 1, 1));
    pool.take(0, Inputs.tx("A", "t1"));
    assertThat(causes(pool.take(500, Inputs.done("A", "w1", 1, 1))))
        .containsExactly(EndCause.WORKER_LOST);
    assertThat(pool.state().shard("A").height()).isZero();
  }

  @Test
  void leasesOfALostWorkerAreLostInTheOrderOfTheirGrants() {
    pool.take(0, Inputs.policy("sessionTimeoutMs", 500L, "leaseTimeoutMs", 0L));
    pool.take(0, Inputs.join("w1", 1, 3));
    pool.take(1, Inputs.tx("C", "c1"));
    pool.take(2, Inputs.tx("A", "a1"));
    pool.take(3, Inputs.tx("B", "b1"));
    pool.take(600, null);
    assertThat(pool.state().queue().all())
        .extracting(shard -> shard.name())
        .containsExactly("C", "A", "B");
  }

  @Test
  void atItsDeadlineAShutdownRevokesWhatIsStillOut() {
    pool.take(0, Inputs.join("w1", 1, 1));
    pool.take(1, Inputs.tx("A", "t1"));
    pool.take(2, Inputs.command(new ShardsInput.Shutdown(100L)));
    assertThat(pending()).contains("102/stop/");
    List<ShardsFact> facts = pool.take(200, Inputs.done("A", "w1", 1, 1));
    assertThat(causes(facts)).containsExactly(EndCause.SHUTDOWN);
    assertThat(facts).anyMatch(fact -> fact instanceof Ended && fact.atMillis() == 102);
    assertThat(pool.state().shard("A").height()).isZero();
    assertThat(pool.state().shard("A").attempts()).as("nobody's fault").isZero();
    assertThat(pending()).noneMatch(deadline -> deadline.contains("stop"));
    pool.rebuild();

    pool.take(300, Inputs.command(new ShardsInput.Resume()));
    assertThat(pool.state().shard("A").epoch()).isEqualTo(2);
  }

  @Test
  void aShutdownThatNothingHoldsUpIsOverAtOnce() {
    List<ShardsFact> facts = pool.take(0, Inputs.command(new ShardsInput.Shutdown(100L)));
    assertThat(facts).anyMatch(Ended.class::isInstance);
    assertThat(pending()).isEmpty();
  }

  /** Or a shorter limit would end, now, what was within the one before. */
  @Test
  void aLimitThatIsAnotherBeginsAnewForEverybody() {
    pool.take(0, Inputs.join("w1", 1, 1));
    pool.take(0, Inputs.tx("A", "t1"));
    pool.take(9000, Inputs.policy("sessionTimeoutMs", 1000L, "leaseTimeoutMs", 2000L));
    assertThat(pending()).containsExactly("10000/session/w1", "11000/lease/A");
    pool.take(9500, Inputs.policy("sessionTimeoutMs", 1000L, "leaseTimeoutMs", 2000L));
    assertThat(pending()).containsExactly("10000/session/w1", "11000/lease/A");
    pool.take(9600, Inputs.policy("sessionTimeoutMs", 0L, "leaseTimeoutMs", 0L));
    assertThat(pending()).isEmpty();
    pool.rebuild();
  }

  @Test
  void timeMayEndWithoutHarm() {
    long late = Long.MAX_VALUE - 5;
    pool.take(late, Inputs.join("w1", 1, 1));
    pool.take(late, Inputs.tx("A", "t1"));
    assertThat(pending()).isEmpty();
    pool.take(Long.MAX_VALUE, Inputs.done("A", "w1", 1, 1));
    assertThat(pool.state().shard("A").height()).isEqualTo(1);
    pool.rebuild();
  }
}

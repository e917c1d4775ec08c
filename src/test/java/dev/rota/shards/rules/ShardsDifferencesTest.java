package dev.rota.shards.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.LonePool;
import dev.rota.shards.model.PoolFact.Ended;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput.Resume;
import dev.rota.shards.model.ShardsInput.Shutdown;
import dev.rota.shards.model.WorkerFact;
import dev.rota.testing.Differences;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rows of the table in {@code docs/shards.md}. */
class ShardsDifferencesTest {
  private final LonePool pool = new LonePool();

  @Test
  void eachRowHasItsTest() throws IOException {
    Differences.assertHeld("shards", getClass());
  }

  @Test
  @DisplayName("A shard leaves its worker when it has been there for longer than the quantum.")
  void exactlyTheQuantumIsEnough() {
    pool.take(0, Inputs.join("w", 1, 1));
    pool.take(0, Inputs.tx("A", "a1"));
    pool.take(0, Inputs.tx("A", "a2"));

    assertThat(pool.take(100, Inputs.done("A", "w", 1, 1)))
        .filteredOn(LeaseEnded.class::isInstance)
        .extracting(fact -> ((LeaseEnded) fact).cause())
        .containsExactly(EndCause.QUANTUM);
  }

  @Test
  @DisplayName("A cycle takes all pending transactions.")
  void aCycleTakesAThousand() {
    pool.take(0, Inputs.tx("A", "first"));
    pool.take(0, Inputs.join("w", 1, 1));
    for (int i = 0; i < 1500; i++) {
      pool.take(0, Inputs.tx("A", "a" + i));
    }
    pool.take(1, Inputs.done("A", "w", 1, 1));
    assertThat(pool.state().shard("A").lease().count()).isEqualTo(1000);

    pool.take(2, Inputs.policy("maxBatch", 0));
    for (int i = 0; i < 1000; i++) {
      pool.take(2, Inputs.tx("A", "b" + i));
    }
    pool.take(3, Inputs.done("A", "w", 1, 2));
    assertThat(pool.state().shard("A").lease().count()).isEqualTo(1500);
  }

  @Test
  @DisplayName("At a shutdown, workers that wait are woken and leave.")
  void anIdleWorkerIsToldNothing() {
    pool.take(0, Inputs.join("w", 1, 1));

    List<ShardsFact> stopped = pool.take(1, Inputs.command(new Shutdown(null)));

    assertThat(stopped).noneMatch(WorkerFact.class::isInstance).anyMatch(Ended.class::isInstance);
    pool.take(2, Inputs.tx("A", "a1"));
    pool.take(3, Inputs.command(new Resume()));
    assertThat(pool.state().shard("A").lease().worker()).isEqualTo("w");
  }

  @Test
  @DisplayName("A worker takes the block environment when it begins a cycle.")
  void aCycleHasTheEnvironmentOfItsAssignment() {
    pool.take(0, Inputs.join("w", 1, 1));
    pool.take(0, Inputs.environment(7));
    pool.take(0, Inputs.tx("A", "a1"));
    pool.take(1, Inputs.tx("A", "a2"));
    pool.take(2, Inputs.environment(8));
    pool.take(3, Inputs.began("A", "w", 1, 1));

    List<ShardsFact> done = pool.take(4, Inputs.done("A", "w", 1, 1));

    assertThat(done)
        .filteredOn(BlockMade.class::isInstance)
        .extracting(fact -> ((BlockMade) fact).version())
        .containsExactly(1L);
    assertThat(done)
        .filteredOn(CycleBegun.class::isInstance)
        .extracting(fact -> ((CycleBegun) fact).work().version())
        .containsExactly(2L);
  }
}

package dev.rota.serving.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.GenerationRefused;
import dev.rota.chunks.model.NodeFact.PingFault;
import dev.rota.chunks.model.NodeFact.PingRefused;
import dev.rota.chunks.monitor.ChunksMonitor;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PlacementShortage;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.monitor.CoresMonitor;
import dev.rota.kernel.domain.measures.FactCounter;
import dev.rota.kernel.domain.measures.LaneGauge.Together;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.PoolFact.EnvironmentRefused;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.monitor.ShardsMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is counted of facts, and how two lanes are one. */
final class MonitorsTest {
  private final List<String> refused = new ArrayList<>();
  private long moved;
  private long begun;

  private final FactCounter tally =
      new FactCounter() {
        @Override
        public void refused(Enum<?> reason) {
          refused.add(reason.name());
        }

        @Override
        public void moved(long items) {
          moved += items;
        }

        @Override
        public void begun(long assignments) {
          begun += assignments;
        }
      };

  @Test
  void aClaimThatIsRefusedHasItsReasonAndOneThatReturnsIsAMove() {
    CoresMonitor cores = new CoresMonitor();
    CoresReason reason = CoresReason.TIMED_OUT;
    cores.count(new ClaimRefused(2_000, "alice", reason, "", 7), tally);
    cores.count(
        new ClaimReturned(1, new QueuedClaim(1, 2_000, "alice", 1, 0), reason, "cores 5.4", 7),
        tally);
    assertThat(refused).containsExactly(reason.name());
    assertThat(moved).isEqualTo(1);
  }

  @Test
  void aShardMovesUnlessItHasNothingToDo() {
    ShardsMonitor shards = new ShardsMonitor();
    for (EndCause cause : EndCause.values()) {
      shards.count(new LeaseEnded("a", "w", 1, 1, cause, 0, 0, 5), tally);
    }
    assertThat(moved).isEqualTo(EndCause.values().length - 2L);
    shards.count(new EnvironmentRefused(-1, "negative", 5), tally);
    assertThat(refused).containsExactly("OUT_OF_RANGE");
  }

  @Test
  void aPingAndAGenerationAreRefused() {
    ChunksMonitor chunks = new ChunksMonitor();
    chunks.count(new PingRefused("w", PingFault.LATE, "", 1, 5), tally);
    chunks.count(
        new GenerationRefused(PlacementShortage.Reason.NOT_ENOUGH_CAPACITY, null, "", null, 1, 5),
        tally);
    assertThat(refused).containsExactly("LATE", "NOT_ENOUGH_CAPACITY");
    assertThat(moved).isZero();
  }

  @Test
  void copiesThatAWorkerFetchesBeginAndThoseThatASnapshotRepeatsDoNot() {
    ChunksMonitor chunks = new ChunksMonitor();
    List<SizedChunk> added =
        Stream.of("c", "d").map(chunk -> SizedChunk.of(new ChunkName("s3://a", chunk), 5)).toList();
    for (boolean snapshot : new boolean[] {false, true}) {
      chunks.count(
          new Assigned("w", null, added, List.of(), List.of(), snapshot, 0, 1, 5, 1, 5), tally);
    }
    assertThat(begun).isEqualTo(2);
  }

  @Test
  void twoLanesAreOne() {
    QueueVitals one = new QueueVitals(2, 500, 1, QueueVitals.NONE);
    assertThat(one.plus(new QueueVitals(1, 400, 0, QueueVitals.NONE)))
        .isEqualTo(new QueueVitals(3, 400, 1, QueueVitals.NONE));
    assertThat(one.plus(new QueueVitals(0, QueueVitals.NONE, 4, 900)))
        .isEqualTo(new QueueVitals(2, 500, 5, 900));
    assertThat(new QueueVitals(1, 2).plus(new QueueVitals(3, 4))).isEqualTo(new QueueVitals(4, 6));
    assertThat(Together.SUM.of(2, 3)).isEqualTo(5);
    assertThat(Together.LEAST.of(2, 3)).isEqualTo(2);
    assertThat(Together.MOST.of(2, 3)).isEqualTo(3);
  }
}

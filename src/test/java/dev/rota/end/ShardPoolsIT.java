package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.readers.audit.AuditReport;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.rules.PoolObserver;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pools of shards on a real broker, much of it hostile, through a stop and a start, to the proof.
 */
class ShardPoolsIT {
  private static final ShardsDomain SHARDS = new ShardsDomain();
  private static final List<String> HOSTILE = List.of("sepolia", "devnet", "staging");
  private static final String PEACEFUL = "mainnet";
  private static final int PARTITIONS = 4;
  private static final int THREADS = 2;
  private static final long SEED = 11;

  @TempDir private Path state;

  private final PastTraffic traffic = new PastTraffic(DomainTraffic.of(SHARDS), SEED);

  @Test
  void hostilePoolsAreProvedAfterAStopInTheMiddleAndNoShardEverHasTwoWorkers() throws Exception {
    try (DomainCluster cluster = new DomainCluster(SHARDS, PARTITIONS);
        Committed inputs = Committed.inputs(cluster.bootstrap(), SHARDS.name())) {
      long half = traffic.begin(cluster, PEACEFUL, HOSTILE);
      cluster.decide(
          state, THREADS, () -> inputs.count() > half / 5 && traffic.end(cluster) > half);
      long total = traffic.sent();
      cluster.decide(state, THREADS, () -> inputs.count() >= total);

      AuditReport report = cluster.audit();
      Map<Turned, SpecificRecord> published =
          Turned.published(cluster.bootstrap(), cluster.registry(), SHARDS);
      System.out.printf(
          "shard pools: %d inputs, %d turns, %d outputs, %d dead letters%n",
          total, report.turns(), published.size(), report.deadLetters());
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.lanes()).isEqualTo(HOSTILE.size() + 1 + traffic.partitionsOfUnreadable());
      assertThat(report.inputs()).isEqualTo(total);
      assertThat(report.waitingInputs()).isZero();
      assertThat(report.faults()).isZero();
      assertThat(report.deadLetters()).isEqualTo(traffic.unreadable()).isPositive();
      assertThat(report.outputs()).isEqualTo(published.size());
      assertThatReadersSeeNothingWrong(published);
    }
  }

  private static void assertThatReadersSeeNothingWrong(Map<Turned, SpecificRecord> published) {
    Map<String, PoolObserver> watches = new TreeMap<>();
    published.forEach(
        (place, record) ->
            watches.computeIfAbsent(place.lane(), _ -> new PoolObserver()).see(record));
    watches.forEach(
        (pool, watch) -> {
          System.out.printf(
              "shard pool %s: %d transactions accepted, %d in blocks, %d failed, %d pending%n",
              pool, watch.accepted(), watch.included(), watch.lost(), watch.pending());
          assertThat(watch.wrong()).as(pool).isEmpty();
          assertThat(watch.included() + watch.lost() + watch.pending())
              .as("transactions of %s", pool)
              .isEqualTo(watch.accepted());
        });
    // Four topics interleave as they please, so how many reports are in time is not to be told;
    // that
    // transactions wait and workers get them is.
    assertThat(watches.keySet()).hasSize(HOSTILE.size() + 1);
    assertThat(watches.get(PEACEFUL).accepted()).isPositive();
    assertThat(published.values())
        .anyMatch(
            record -> record instanceof ShardAssignment cycle && cycle.getEndOfLease() == null);
  }
}

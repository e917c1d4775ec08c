package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.faults.EngineProcess;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.chunks.NetworkObserver;
import dev.rota.readers.audit.AuditReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Storage networks on a real broker, much of it hostile, their engine killed in the middle, to the
 * proof: every worker's deltas fold to the digest that came with them.
 */
class StorageNetworksIT {
  private static final ChunksDomain CHUNKS = new ChunksDomain();
  private static final List<String> HOSTILE = List.of("tethys", "devnet", "staging");
  private static final String PEACEFUL = "mainnet";
  private static final int PARTITIONS = 4;
  private static final long SEED = 11;

  @TempDir private Path state;

  private final PastTraffic traffic = new PastTraffic(DomainTraffic.of(CHUNKS), SEED);

  @Test
  void networksAreProvedAfterTheirEngineWasKilledAndEveryWorkersDeltasFoldToItsDigest()
      throws Exception {
    try (DomainCluster cluster = new DomainCluster(CHUNKS, PARTITIONS);
        Committed inputs = Committed.inputs(cluster.bootstrap(), CHUNKS.name())) {
      long half = traffic.begin(cluster, PEACEFUL, HOSTILE);
      try (EngineProcess first = engine(cluster).ready()) {
        await().until(() -> inputs.count() > half / 5);
        traffic.end(cluster);
        first.kill();
      }
      long total = traffic.sent();
      try (EngineProcess second = engine(cluster).ready()) {
        await().until(() -> inputs.count() >= total);
        second.kill();
      }

      AuditReport report = cluster.audit();
      Map<Turned, Output> published =
          Turned.outputs(cluster.bootstrap(), cluster.registry(), CHUNKS);
      System.out.printf(
          "storage networks: %d inputs, %d turns, %d outputs, %d dead letters%n",
          total, report.turns(), published.size(), report.deadLetters());
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.lanes()).isEqualTo(HOSTILE.size() + 1 + traffic.partitionsOfUnreadable());
      assertThat(report.inputs()).isEqualTo(total);
      assertThat(report.faults()).isZero();
      assertThat(report.deadLetters()).isEqualTo(traffic.unreadable()).isPositive();
      assertThat(report.outputs()).isEqualTo(published.size());
      assertThat(statuses(published)).as("operators mark").contains(Reliability.MARKED);
      assertThatReadersSeeNothingWrong(published);
    }
  }

  private EngineProcess engine(DomainCluster cluster) throws IOException {
    return EngineProcess.start(
        CHUNKS.name(), cluster.bootstrap(), cluster.registry(), state, Map.of());
  }

  private static Set<Reliability> statuses(Map<Turned, Output> published) {
    return published.values().stream()
        .map(Output::record)
        .filter(NetworkOutcome.class::isInstance)
        .map(record -> ((NetworkOutcome) record).getEvent())
        .filter(WorkerOutcome.class::isInstance)
        .map(event -> ((WorkerOutcome) event).getStatus())
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void assertThatReadersSeeNothingWrong(Map<Turned, Output> published) {
    Map<String, NetworkObserver> watches = new TreeMap<>();
    published.forEach(
        (place, output) ->
            watches.computeIfAbsent(place.lane(), _ -> new NetworkObserver()).read(output));
    watches.forEach(
        (network, observer) -> {
          System.out.printf(
              "storage network %s: %d generations, %d deltas, %d snapshots, %d kept sets%n",
              network,
              observer.generation(),
              observer.deltas(),
              observer.snapshots(),
              observer.keptSets());
          assertThat(observer.wrong()).as(network).isEmpty();
        });
    assertThat(watches.keySet()).hasSize(HOSTILE.size() + 1);
    assertThat(watches.get(PEACEFUL).generation()).isPositive();
    assertThat(watches.get(PEACEFUL).deltas()).isPositive();
  }
}

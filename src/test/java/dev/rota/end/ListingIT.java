package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.samples.SamplePeerIds;
import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.DatasetStatus;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.faults.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code rota generate chunks | rota produce} lists on a real broker: a worker joins in the
 * middle of it and the engine is killed, and no generation has a part of it.
 */
class ListingIT {
  private static final ChunksDomain CHUNKS = new ChunksDomain();
  private static final int LISTED = 30_000;
  private static final int WORKERS = 40;

  @TempDir private Path dir;

  @Test
  void oneGenerationHasAllChunksAndNoneHasSome() throws Exception {
    List<String> lines = generated();
    int half = lines.size() / 2;
    try (DomainCluster cluster = new DomainCluster(CHUNKS, 2)) {
      try (EngineProcess first = engine(cluster).ready()) {
        produce(cluster, lines.subList(0, half));
        awaitParts(cluster, lines.subList(0, half));
        produce(cluster, List.of(joining()));
        first.kill();
      }
      produce(cluster, lines.subList(half, lines.size()));
      try (EngineProcess second = engine(cluster).ready()) {
        awaitChunks(cluster, LISTED, WORKERS + 1);
        second.kill();
      }
      assertThat(outcomes(cluster))
          .extracting(NetworkOutcome::getEvent)
          .filteredOn(ChunkOutcome.class::isInstance)
          .extracting(event -> ((ChunkOutcome) event).getOutcome())
          .containsOnly(ListingOutcomeKind.RECEIVED, ListingOutcomeKind.LISTED)
          .endsWith(ListingOutcomeKind.LISTED);
      assertThat(statuses(cluster)).extracting(ListingIT::chunks).containsOnly((long) LISTED);
      CommandLine audit = CommandLine.run("audit", "chunks", "-b", cluster.bootstrap());
      assertThat(audit.exit()).as(audit.out()).isZero();
    }
  }

  private EngineProcess engine(DomainCluster cluster) throws IOException {
    return EngineProcess.start(
        CHUNKS.name(), cluster.bootstrap(), cluster.registry(), dir.resolve("state"), Map.of());
  }

  private static List<String> generated() {
    CommandLine made =
        CommandLine.run(
            "generate",
            "chunks",
            "--chunks",
            Integer.toString(LISTED),
            "--workers",
            Integer.toString(WORKERS),
            "--batch",
            "300",
            "--start",
            "now");
    assertThat(made.exit()).as(made.err()).isZero();
    return made.out().lines().toList();
  }

  private static String joining() {
    var ping = new ObjectMapper().createObjectNode();
    ping.put("topic", "worker-pings").put("key", "sqd");
    ping.putObject("value")
        .put("network", "sqd")
        .put("worker", SamplePeerIds.name(-1))
        .put("capacityBytes", 1L << 40);
    return ping.toString();
  }

  private static void produce(DomainCluster cluster, List<String> lines) {
    CommandLine sent =
        CommandLine.run(
            Map.of(),
            String.join("\n", lines),
            "produce",
            "-b",
            cluster.bootstrap(),
            "--registry",
            cluster.registry());
    assertThat(sent.exit()).as(sent.err()).isZero();
  }

  /** A network without chunks makes no generation: its listing's parts say how far it is. */
  private static void awaitParts(DomainCluster cluster, List<String> lines) {
    long parts = lines.stream().filter(line -> line.contains("chunk-listings")).count();
    await()
        .until(
            () ->
                outcomes(cluster).stream()
                        .filter(one -> one.getEvent() instanceof ChunkOutcome)
                        .count()
                    == parts);
  }

  private static void awaitChunks(DomainCluster cluster, long chunks, int workers) {
    await()
        .until(
            () ->
                statuses(cluster).stream()
                    .anyMatch(one -> chunks(one) == chunks && one.getWorkers().size() == workers));
  }

  private static List<NetworkOutcome> outcomes(DomainCluster cluster) {
    return cluster.values("chunks-outcomes", NetworkOutcome.class);
  }

  private static List<NetworkStatus> statuses(DomainCluster cluster) {
    return outcomes(cluster).stream()
        .map(NetworkOutcome::getEvent)
        .filter(NetworkStatus.class::isInstance)
        .map(NetworkStatus.class::cast)
        .toList();
  }

  private static long chunks(NetworkStatus status) {
    return status.getDatasets().stream().mapToLong(DatasetStatus::getChunks).sum();
  }
}

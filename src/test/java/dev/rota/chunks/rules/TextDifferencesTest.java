package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.DatasetStatus;
import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each row of the table in {@code docs/chunks.md} that says where Rota differs from the text. */
class TextDifferencesTest {
  @TestFactory
  Stream<DynamicTest> everyRowIsSo() throws IOException {
    Map<String, Consumer<LoneNetwork>> rows =
        Map.of(
            "a number of copies is rounded", TextDifferencesTest::truncated,
            "twice the priority has twice the copies", TextDifferencesTest::fewestFirst,
            "one hash gives the ring, another one the position on it", TextDifferencesTest::oneHash,
            "copies are placed in the alphabetical order of their ids",
                TextDifferencesTest::byDataset,
            "workers are filled up to `saturation`", TextDifferencesTest::filled,
            "workers with low uptime or suspicious behaviour are unreliable",
                TextDifferencesTest::lastPing,
            "it does not say what happens when a copy fits nowhere", TextDifferencesTest::refused);
    List<String> told =
        Files.readAllLines(Path.of("docs/chunks.md")).stream()
            .dropWhile(line -> !line.startsWith("| the text |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("| "))
            .map(line -> line.substring(2, line.indexOf(" | ")))
            .toList();
    assertThat(told).containsExactlyInAnyOrderElementsOf(rows.keySet());
    return told.stream()
        .map(row -> DynamicTest.dynamicTest(row, () -> rows.get(row).accept(new LoneNetwork())));
  }

  private static void truncated(LoneNetwork network) {
    network.send(0, policy().setRings(10).setSaturation(0.97).setMinReplication(2).build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(0, ping(worker).setCapacityBytes(100).build());
    }
    network.send(0, listing(Map.of("a", 100L)));
    network.tick(60_000);
    assertThat(network.outcome(NetworkStatus.class).getCopies()).isEqualTo(2);
  }

  private static void fewestFirst(LoneNetwork network) {
    network.send(
        0, policy().setRings(10).setSaturation(0.9).setWeights(Map.of("two", 2.0)).build());
    for (int worker = 0; worker < 5; worker++) {
      network.send(0, ping(worker).setCapacityBytes(100).build());
    }
    network.send(0, listing(Map.of("a", 100L)));
    ChunkListing listing = listing(Map.of("a", 100L));
    network.send(0, ChunkListing.newBuilder(listing).setDataset("two").build());
    network.tick(60_000);
    assertThat(network.outcome(NetworkStatus.class).getDatasets())
        .extracting(DatasetStatus::getReplicationFactor)
        .containsExactly(2, 2);
  }

  private static void oneHash(LoneNetwork network) {
    network.send(0, policy().setRings(7).setMinReplication(1).build());
    network.send(0, ping(0).build());
    network.send(0, listing(Map.of("a", 10L, "b", 10L)));
    network.tick(60_000);
    for (String chunk : List.of("a", "b")) {
      int slot = network.state().live().slot(new ChunkName(DATASET, chunk));
      for (Placement.Walk walk : network.state().live().walks(slot)) {
        assertThat(Long.remainderUnsigned(walk.position(), 7)).isEqualTo(walk.ring());
      }
    }
  }

  private static void byDataset(LoneNetwork unused) {
    assertThat(new ChunkName("s3://a", "z")).isLessThan(new ChunkName("s3://a-b", "a"));
    assertThat("s3://a/z").isGreaterThan("s3://a-b/a");
  }

  private static void filled(LoneNetwork network) {
    network.send(0, policy().setRings(10).setSaturation(0.5).setMinReplication(1).build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(0, ping(worker).setCapacityBytes(1000).build());
    }
    network.send(0, listing(Map.of("a", 1000L)));
    network.tick(60_000);
    assertThat(network.outcome(NetworkStatus.class).getWorkers())
        .anyMatch(worker -> worker.getAssignedBytes() == worker.getCapacityBytes());
  }

  private static void lastPing(LoneNetwork network) {
    network.send(0, ping(0).build());
    network.send(660_000, ping(0).build());
    assertThat(network.state().nodes().get(peer(0)).status()).isEqualTo(WorkerStatus.ONLINE);
  }

  private static void refused(LoneNetwork network) {
    network.send(0, policy().setRings(10).setMinReplication(1).build());
    network.send(0, ping(0).setCapacityBytes(100).build());
    network.send(0, ping(1).setCapacityBytes(100).build());
    network.send(0, listing(Map.of("a", 90L)));
    network.tick(60_000);
    network.send(60_000, listing(Map.of("b", 60L, "c", 41L)));
    network.tick(120_000);
    assertThat(network.outcome(GenerationRefused.class).getDetail()).isNotBlank();
    assertThat(network.state().standing().generation()).isOne();
  }
}

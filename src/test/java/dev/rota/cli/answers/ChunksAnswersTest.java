package dev.rota.cli.answers;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.NETWORK;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.wire.ChunksWire;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three situations of a network with three workers of 1000 bytes, each asked why, when, and what
 * would change it. All but hashes is worked out by hand from the rules of chunks. There is one ring.
 * From 0 on it has worker 1 (2d06…), worker 2 (5963…) and worker 0 (dfec…).
 */
final class ChunksAnswersTest {
  private static final int WORKERS = 3;

  @TempDir private Path folder;
  private Scenario<ChunksState, ChunksInput, ChunksFact> network;

  @BeforeEach
  void begin() {
    network = new Scenario<>(new ChunksDomain(), NETWORK, folder);
  }

  /** Each of two chunks of 500 bytes has three copies: 1000 bytes three times are all there is. */
  private void twoChunks(int minReplication) {
    network.take(
        ChunksWire.POLICIES,
        0,
        policy()
            .setRings(1)
            .setOrder(PlacementOrder.HEAD)
            .setMinReplication(minReplication)
            .setSaturation(1.0)
            .build());
    pings(0);
    list(0, "a", 500);
    list(0, "b", 500);
    network.tick(250);
  }

  private void pings(long atMillis) {
    for (int worker = 0; worker < WORKERS; worker++) {
      network.take(ChunksWire.PINGS, atMillis, ping(worker).setCapacityBytes(1000).build());
    }
  }

  private void list(long atMillis, String chunk, long bytes) {
    network.take(ChunksWire.LISTINGS, atMillis, listing(Map.of(chunk, bytes)));
  }

  private static String id(String chunk) {
    return DATASET + "/" + chunk;
  }

  /**
   * chunks 7: a listing makes a generation due 250 ms later, at 2.250 s. It is in force 60 s behind
   * that. Its 1 byte takes a copy of each chunk: 1001 bytes three times are more than 3000.
   *
   * <p>Until now, 100 ms behind the listing, nothing places it sooner.
   */
  @Test
  void aChunkWaitsForItsGeneration() {
    twoChunks(1);
    list(2_000, "c", 1);
    pings(2_100);

    assertThat(network.why(id("c"))).isEqualTo("@k1why@");
    assertThat(network.forecast(id("c"))).isEqualTo("@k1forecast@");
    assertThat(network.unless(id("c"))).isEqualTo("@k1unless@");
  }

  /**
   * The nasty one, chunks 4: that byte is over the cliff. In generation 2 each chunk has two copies,
   * and the third one of a, on worker 2, is dropped. It has copies, so it waits for nothing.
   */
  @Test
  void aByteOverACliffOfTheReplicationFactor() {
    twoChunks(1);
    list(2_000, "c", 1);
    network.tick(2_250);

    assertThat(network.why(id("a"))).isEqualTo("@k2why@");
    assertThat(network.forecast(id("a"))).isEqualTo("@k2forecast@");
    assertThat(network.unless(id("a"))).isEqualTo("@k2unless@");
  }

  /**
   * chunks 4, the last cliff: three copies of each chunk have to be, and 1001 bytes three times do
   * not fit into 3000. Generation 2 is refused, and the next change tries it again. None comes.
   *
   * <p>A fourth worker, joined when c was listed, makes the generation of 2.250 s possible: 4000
   * bytes.
   */
  @Test
  void aByteForWhichThereIsNoGeneration() {
    twoChunks(3);
    list(2_000, "c", 1);
    network.tick(2_250);
    pings(3_000);

    assertThat(network.why(id("c"))).isEqualTo("@k3why@");
    assertThat(network.forecast(id("c"))).isEqualTo("@k3forecast@");
    assertThat(network.unless(id("c"))).isEqualTo("@k3unless@");
    assertThat(network.unless(id("a"))).isEqualTo("@k3placed@");
  }
}

package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.NETWORK;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.ShortageReason;
import dev.rota.chunks.model.LoneNetwork;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The share of chunks that ask for a version counts each of them once (rule 5). */
class RestrictedShareTest {
  private final LoneNetwork network = new LoneNetwork();

  /** Two of four workers have the version: they can hold a fourth of all bytes. */
  private void networkOf(double restricted, double others, int otherChunks) {
    network.send(
        0,
        policy()
            .setOrder(PlacementOrder.SEED)
            .setSaturation(0.8)
            .setMinReplication(1)
            .setIgnoreReliability(true)
            .setWeights(Map.of("b", others))
            .setSegments(Map.of("a", List.of(new DatasetSegment(0L, restricted, "2.8.0"))))
            .build());
    for (int worker = 0; worker < 4; worker++) {
      String version = worker < 2 ? "2.8.0" : "2.7.0";
      network.send(0, ping(worker).setCapacityBytes(2000).setVersion(version).build());
    }
    network.send(0, listing("a", 1));
    network.send(0, listing("b", otherChunks));
    network.tick(60_000);
  }

  private static ChunkListing listing(String dataset, int chunks) {
    return ChunkListing.newBuilder()
        .setNetwork(NETWORK)
        .setDataset(dataset)
        .setAdded(
            IntStream.range(0, chunks).mapToObj(i -> new ListedChunk(dataset + i, 1000L)).toList())
        .build();
  }

  @Test
  void aFifthOfTheBytesIsNotTooMuchBecauseItsWeightIsLarger() {
    networkOf(2, 1, 4);
    assertThat(network.outcome(NetworkStatus.class).getCopies()).isEqualTo(6);
  }

  @Test
  void aThirdOfTheBytesIsTooMuchAlthoughItsWeightIsSmaller() {
    networkOf(1, 2, 2);
    GenerationRefused refused = network.outcome(GenerationRefused.class);
    assertThat(refused.getReason()).isEqualTo(ShortageReason.VERSION_RESTRICTION);
    assertThat(refused.getDetail())
        .startsWith("chunks that ask for version 2.8.0 are 0.3333333333333333 of all bytes");
  }
}

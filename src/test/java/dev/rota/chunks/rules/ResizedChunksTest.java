package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.GIB;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.chunks.ChunkRef;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.Snapshot;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.lab.traffic.chunks.NetworkObserver;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A chunk of another size has other bytes: whoever holds it has to fetch it again. */
class ResizedChunksTest {
  private final LoneNetwork network = new LoneNetwork();

  /** Three workers hold both chunks: generation 1. */
  @BeforeEach
  void aNetworkThatStands() {
    network.send(0, policy().setRings(10).setDebounceMs(100L).build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(0, ping(worker).build());
    }
    network.send(0, listing(Map.of("c1", GIB, "c2", GIB / 2)));
    network.tick(1000);
    assertThat(network.assignments())
        .allSatisfy(
            told ->
                assertThat(told.getAdded())
                    .extracting(ChunkRef::getChunk, ChunkRef::getBytes)
                    .containsExactly(tuple("c1", GIB), tuple("c2", GIB / 2)));
  }

  @Test
  void everyHolderIsToldToFetchItAgain() {
    network.send(2000, listing(Map.of("c1", 2 * GIB), "c1"));
    network.tick(3000);
    assertThat(network.assignments())
        .hasSize(3)
        .allSatisfy(
            told -> {
              assertThat(told.getAdded()).isEmpty();
              assertThat(told.getRemoved()).isEmpty();
              assertThat(told.getResized()).containsExactly(new ChunkRef(DATASET, "c1", 2 * GIB));
              assertThat(told.getChunks()).isEqualTo(2);
              assertThat(told.getBytes()).isEqualTo(2 * GIB + GIB / 2);
              assertThat(told.getDigest())
                  .isEqualTo(
                      NetworkObserver.digest(
                          List.of(
                              new ChunkRef(DATASET, "c1", 2 * GIB),
                              new ChunkRef(DATASET, "c2", GIB / 2))));
            });
    NetworkStatus status = network.outcome(NetworkStatus.class);
    assertThat(status.getResizedCopies()).isEqualTo(3);
    assertThat(status.getMovedCopies()).isEqualTo(3);
    assertThat(status.getMovedBytes()).isEqualTo(3 * 2 * GIB);
  }

  /** The bytes of a worker are as many as before, and none of them is the same. */
  @Test
  void twoThatSwapTheirSizesAreNamedBoth() {
    network.send(2000, listing(Map.of("c1", GIB / 2, "c2", GIB), "c1", "c2"));
    network.tick(3000);
    assertThat(network.assignments())
        .hasSize(3)
        .allSatisfy(
            told ->
                assertThat(told.getResized())
                    .containsExactly(
                        new ChunkRef(DATASET, "c1", GIB / 2), new ChunkRef(DATASET, "c2", GIB)));
  }

  @Test
  void aRemovedChunkIsToldWithTheSizeThatItsHolderHas() {
    network.send(2000, listing(Map.of("c1", 2 * GIB), "c1", "c2"));
    network.send(2000, ping(0).setLeaving(true).build());
    network.tick(3000);
    assertThat(network.assignments()).hasSize(3);
    for (WorkerAssignment told : network.assignments()) {
      if (told.getWorker().equals(peer(0))) {
        assertThat(told.getRemoved())
            .containsExactly(
                new ChunkRef(DATASET, "c1", GIB), new ChunkRef(DATASET, "c2", GIB / 2));
        assertThat(told.getDigest()).isEqualTo(NetworkObserver.digest(List.of()));
      } else {
        assertThat(told.getRemoved()).containsExactly(new ChunkRef(DATASET, "c2", GIB / 2));
        assertThat(told.getResized()).containsExactly(new ChunkRef(DATASET, "c1", 2 * GIB));
      }
    }
  }

  @Test
  void aSnapshotTellsSizes() {
    network.send(2000, policy().setControl(new Snapshot(peer(1))).build());
    assertThat(network.assignments().get(0).getAdded())
        .containsExactly(new ChunkRef(DATASET, "c1", GIB), new ChunkRef(DATASET, "c2", GIB / 2));
  }
}

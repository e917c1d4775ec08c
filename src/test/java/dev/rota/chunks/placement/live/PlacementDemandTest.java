package dev.rota.chunks.placement.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.Network;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.RestrictionCheck;
import dev.rota.kernel.engine.ParallelParts;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A demand names a chunk at most once, whatever the order in which chunks come. */
class PlacementDemandTest {
  private static final List<PlacementWorker> WORKERS = Network.workers(2, 1000);
  private static final PlacementPolicy POLICY = new PlacementPolicy(Order.HEAD, 10, 1, 2, true);

  private final LivePlacement live =
      new LivePlacement(ParallelParts.IN_TURN, RestrictionCheck.Counting.CHUNKS);

  /** Returns the number of chunks that are placed after the demand. */
  private int placed(List<String> changed, List<String> gone) {
    live.next(
        new PlacementDemand(
            changed.stream()
                .map(PlacementDemandTest::name)
                .map(PlacementDemandTest::chunk)
                .toList(),
            gone.stream().map(PlacementDemandTest::name).toList(),
            WORKERS,
            POLICY));
    return live.size();
  }

  private static ChunkName name(String text) {
    return new ChunkName(text.substring(0, 1), text.substring(2));
  }

  private static Chunk chunk(ChunkName name) {
    return new Chunk(name.dataset(), name.id(), 1, 1, null);
  }

  @Test
  void aChunkMayComeOnlyOnce() {
    Stream.of(
            List.of("a/1", "a/1"),
            List.of("a/1", "a/2", "a/2"),
            List.of("a/1", "a/2", "a/1"),
            List.of("a/2", "b/1", "a/2"),
            List.of("a/2", "a/1", "b/1", "a/2"))
        .forEach(
            changed ->
                assertThatThrownBy(() -> placed(changed, List.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageMatching(
                        "chunk \\d of a is to change twice, or to change and to go"));
    assertThat(live.size()).isZero();
    for (List<String> changed :
        List.of(
            List.of("a/1", "a/2", "b/1"), List.of("b/1", "a/2", "a/1"), List.of("a/1", "b/1"))) {
      assertThat(placed(changed, List.of())).isEqualTo(changed.size());
      assertThat(placed(List.of(), changed)).isZero();
    }
  }

  @Test
  void aChunkMayNotComeAndGo() {
    assertThat(placed(List.of("a/1"), List.of("b/1"))).isEqualTo(1);
    assertThatThrownBy(() -> placed(List.of("a/1", "a/2"), List.of("a/2")))
        .hasMessage("chunk 2 of a is to change twice, or to change and to go");
    assertThatThrownBy(() -> placed(List.of(), List.of("a/2", "a/2")))
        .hasMessage("chunk 2 of a is to change twice, or to change and to go");
    assertThat(placed(List.of("a/3"), List.of("a/2"))).isEqualTo(2);
  }
}

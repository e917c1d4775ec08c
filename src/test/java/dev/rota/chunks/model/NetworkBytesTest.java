package dev.rota.chunks.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.chunks.ChunksDomain;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.likeness.ArrayBytes;
import org.junit.jupiter.api.Test;

/** What a large network takes in memory: as docs/sizing.md says. */
class NetworkBytesTest {
  private static final String NETWORK = "n";
  private static final int CHUNKS = 40_000;
  private static final int PERCENT = 4;

  /**
   * Of a chunk, whatever its copies; of a copy; and of a copy once a repair was made: there are few
   * to bear the rings.
   */
  private static final double CHUNK = 71;

  private static final double COPY = 2;
  private static final double REPAIRED = 29.5;

  private final ChunksDomain domain = new ChunksDomain();
  private final LanesInMemory lanes = new LanesInMemory(domain);

  private ChunksState state() {
    return (ChunksState) lanes.lane(NETWORK).state();
  }

  private void place() {
    lanes.tick(NETWORK, state().standing().window().dueAt());
  }

  private long copies() {
    return state().nodes().all().stream().mapToLong(node -> node.held().chunks()).sum();
  }

  private long bytes() {
    long ranges =
        state().datasets().values().stream().mapToLong(one -> ArrayBytes.of(one.ranges())).sum();
    return ArrayBytes.of(state().live()) + ranges;
  }

  /** A bound is less than the smallest column beyond what there is. */
  @Test
  void aChunkAndACopyTakeAsMuchAsSaid() {
    GeneratedClasses.trust();
    Traffic.Large large = DomainTraffic.of(domain).large(NETWORK, 1, PERCENT);
    large.events().forEachRemaining(event -> lanes.take(NETWORK, event));
    place();
    assertThat(state().live().size()).isEqualTo(CHUNKS);
    double chunk = (bytes() - COPY * copies()) / CHUNKS;
    assertThat(chunk).isBetween(CHUNK - 2, CHUNK);
    assertThat(state().live().walks(0)).isNotEmpty(); // needs what a repair needs
    double copy = (bytes() - chunk * CHUNKS) / copies();
    assertThat(copy).isBetween(REPAIRED - 2, REPAIRED);
  }
}

package dev.rota.chunks.placement;

import static dev.rota.kernel.domain.TextOrder.CODE_POINTS;

import java.util.Comparator;

/**
 * The unique name of a chunk, in placement order (rule 1).
 *
 * @param dataset its dataset's full id
 * @param id its name within the dataset
 */
public record ChunkName(String dataset, String id) implements Comparable<ChunkName> {
  private static final Comparator<ChunkName> ORDER =
      Comparator.comparing(ChunkName::dataset, CODE_POINTS)
          .thenComparing(ChunkName::id, CODE_POINTS);

  public static ChunkName of(Chunk chunk) {
    return new ChunkName(chunk.dataset(), chunk.id());
  }

  @Override
  public int compareTo(ChunkName other) {
    return ORDER.compare(this, other);
  }
}

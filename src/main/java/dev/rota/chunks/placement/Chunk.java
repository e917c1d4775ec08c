package dev.rota.chunks.placement;

/**
 * A chunk to be stored.
 *
 * @param dataset its dataset's full id, such as {@code s3://ethereum-mainnet-1}
 * @param id its name within the dataset
 * @param weight how many copies it gets, measured by the others; 0: the fewest
 * @param leastVersion the workers that may hold it have this version or a later one; null: all may
 */
public record Chunk(
    String dataset, String id, long bytes, int weight, SoftwareVersion leastVersion) {
  /** A weight fits two bytes. */
  public static final int WEIGHT_MAX = 0xffff;

  /** Refuses what is out of range. */
  public Chunk {
    if (bytes < 0) {
      throw new IllegalArgumentException("chunk " + id + " has " + bytes + " bytes");
    }
    if (weight < 0 || weight > WEIGHT_MAX) {
      throw new IllegalArgumentException(
          "chunk " + id + " has the weight " + weight + ", not 0 to " + WEIGHT_MAX);
    }
  }
}

package dev.rota.chunks.placement;

/**
 * A chunk to be placed.
 *
 * @param dataset its dataset's full id, such as {@code s3://ethereum-mainnet-1}
 * @param id its name within the dataset
 * @param bytes its size, not negative
 * @param weight its relative share of copies, 0 to {@link #WEIGHT_MAX}; 0 gets the minimum
 * @param leastVersion the minimum version of its workers; null for any
 */
public record Chunk(
    String dataset, String id, long bytes, int weight, SoftwareVersion leastVersion) {
  /** A weight fits two bytes. */
  public static final int WEIGHT_MAX = 0xffff;

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

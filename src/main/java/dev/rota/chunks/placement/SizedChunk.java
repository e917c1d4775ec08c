package dev.rota.chunks.placement;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Objects;

/**
 * A chunk as a worker holds it. A chunk with another size has other bytes and must be fetched
 * again.
 *
 * <p>Its names are in UTF-8, as records and digests need them, and shared with the placement: a
 * generation may name millions of copies. Nobody changes these bytes.
 */
public final class SizedChunk {
  private final byte[] dataset;
  private final byte[] id;
  private final long bytes;

  /**
   * Creates a chunk that shares these bytes.
   *
   * @param dataset its dataset's full id
   * @param id its name within the dataset
   */
  public SizedChunk(byte[] dataset, byte[] id, long bytes) {
    this.dataset = dataset;
    this.id = id;
    this.bytes = bytes;
  }

  public static SizedChunk of(ChunkName name, long bytes) {
    return new SizedChunk(name.dataset().getBytes(UTF_8), name.id().getBytes(UTF_8), bytes);
  }

  /** Returns the chunk with another size. */
  public SizedChunk resized(long now) {
    return new SizedChunk(dataset, id, now);
  }

  /** Returns the dataset's full id in UTF-8, which must not be changed. */
  public byte[] dataset() {
    return dataset;
  }

  /** Returns the name within the dataset in UTF-8, which must not be changed. */
  public byte[] id() {
    return id;
  }

  public ChunkName name() {
    return new ChunkName(new String(dataset, UTF_8), new String(id, UTF_8));
  }

  public long bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SizedChunk chunk
        && bytes == chunk.bytes
        && Arrays.equals(id, chunk.id)
        && Arrays.equals(dataset, chunk.dataset);
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(dataset), Arrays.hashCode(id), bytes);
  }

  @Override
  public String toString() {
    return name() + ":" + bytes;
  }
}

package dev.rota.chunks.placement;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Objects;

/**
 * A chunk as a worker holds it. A chunk with another size has other bytes and must be fetched
 * again.
 *
 * <p>Its names are in UTF-8, as records and digests need them, in arrays that many chunks share: a
 * generation may name millions of copies. Nobody changes these bytes.
 *
 * @param dataset its dataset's full id
 * @param text an array with its name within the dataset
 * @param from where in it the name begins
 * @param length of the name
 */
@SuppressWarnings("ArrayRecordComponent") // shared on purpose, and compared below
public record SizedChunk(byte[] dataset, byte[] text, int from, int length, long bytes) {
  public static SizedChunk of(ChunkName name, long bytes) {
    byte[] id = name.id().getBytes(UTF_8);
    return new SizedChunk(name.dataset().getBytes(UTF_8), id, 0, id.length, bytes);
  }

  /** Returns the chunk with another size. */
  public SizedChunk resized(long now) {
    return new SizedChunk(dataset, text, from, length, now);
  }

  public ChunkName name() {
    return new ChunkName(new String(dataset, UTF_8), new String(text, from, length, UTF_8));
  }

  /** The bytes of the text that copies are placed by: {@code <dataset>/<chunk>:} (rule 3). */
  public int textLength() {
    return dataset.length + length + 2;
  }

  /** Writes that text to the start of an array. */
  public void write(byte[] into) {
    System.arraycopy(dataset, 0, into, 0, dataset.length);
    into[dataset.length] = '/';
    System.arraycopy(text, from, into, dataset.length + 1, length);
    into[textLength() - 1] = ':';
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SizedChunk chunk
        && bytes == chunk.bytes
        && Arrays.equals(
            text, from, from + length, chunk.text, chunk.from, chunk.from + chunk.length)
        && Arrays.equals(dataset, chunk.dataset);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name(), bytes);
  }

  @Override
  public String toString() {
    return name() + ":" + bytes;
  }
}

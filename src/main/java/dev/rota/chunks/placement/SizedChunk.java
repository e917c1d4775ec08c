package dev.rota.chunks.placement;

/**
 * A chunk as a worker holds it: with another size it has other bytes, and is to be fetched again.
 *
 * @param bytes its size
 */
public record SizedChunk(ChunkName name, long bytes) {
  public static SizedChunk of(Chunk chunk) {
    return new SizedChunk(ChunkName.of(chunk), chunk.bytes());
  }
}

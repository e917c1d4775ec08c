package dev.rota.chunks.placement;

/**
 * A chunk as a worker holds it. A chunk with another size has other bytes and must be fetched
 * again.
 */
public record SizedChunk(ChunkName name, long bytes) {
  public static SizedChunk of(Chunk chunk) {
    return new SizedChunk(ChunkName.of(chunk), chunk.bytes());
  }
}

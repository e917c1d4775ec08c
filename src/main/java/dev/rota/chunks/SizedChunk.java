package dev.rota.chunks;

/**
 * A chunk as a worker holds it: with another size it has other bytes, and is to be fetched again.
 *
 * @param bytes its size
 */
public record SizedChunk(ChunkName name, long bytes) {
  static SizedChunk of(Chunk chunk) {
    return new SizedChunk(ChunkName.of(chunk), chunk.bytes());
  }
}

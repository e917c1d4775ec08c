package dev.rota.client;

/** What a storage worker stores. One thread of the client calls {@link #apply}, in order. */
public interface ChunkStore {
  /**
   * Fetches and drops what has changed. It may take long: pings go on meanwhile.
   *
   * <p>After a start, or where the worker had to read its set anew, the change is the whole set.
   * {@link StorageChange} says when things may be dropped.
   *
   * @throws Exception ends the worker
   */
  void apply(StorageChange change) throws Exception;

  /** What is stored so far, in bytes, for the next ping. Another thread asks, and must not wait. */
  long storedBytes();
}

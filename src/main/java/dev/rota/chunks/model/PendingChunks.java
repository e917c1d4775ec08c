package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.kernel.table.LongsByName;
import java.util.TreeMap;

/**
 * Chunks whose listed size differs from the current generation: bytes or {@link ChunkRow#NONE}.
 * There may be millions, so a dataset's map is passed without a copy.
 */
public final class PendingChunks {
  private final TreeMap<String, LongsByName> datasets = new TreeMap<>();

  public interface Reader {
    void take(ChunkName name, long bytes);
  }

  boolean isEmpty() {
    return datasets.isEmpty();
  }

  public long size() {
    return datasets.values().stream().mapToLong(LongsByName::size).sum();
  }

  /** Returns the number of a dataset's pending chunks. */
  public long size(String dataset) {
    return of(dataset).size();
  }

  boolean has(ChunkName name) {
    LongsByName chunks = datasets.get(name.dataset());
    return chunks != null && chunks.has(name.id());
  }

  /** Returns a dataset's pending chunks by id. They are its own only if it has some. */
  LongsByName of(String dataset) {
    LongsByName chunks = datasets.get(dataset);
    return chunks == null ? new LongsByName() : chunks;
  }

  void put(ChunkName name, long bytes) {
    datasets
        .computeIfAbsent(name.dataset(), _ -> new LongsByName())
        .put(name.id(), bytes, ChunkRow.NONE);
  }

  void remove(ChunkName name) {
    LongsByName chunks = datasets.get(name.dataset());
    if (chunks != null) {
      chunks.remove(name.id(), ChunkRow.NONE);
      set(name.dataset(), chunks);
    }
  }

  void set(String dataset, LongsByName chunks) {
    if (chunks.isEmpty()) {
      datasets.remove(dataset);
    } else {
      datasets.put(dataset, chunks);
    }
  }

  public void each(Reader reader) {
    datasets.forEach(
        (dataset, chunks) ->
            chunks.each((id, bytes) -> reader.take(new ChunkName(dataset, id), bytes)));
  }

  void clear() {
    datasets.clear();
  }
}

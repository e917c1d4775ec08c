package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Chunks whose listed size differs from the current generation: bytes or {@link ChunkRow#NONE}.
 * There may be millions, so a dataset's map is passed without a copy.
 */
public final class Pending {
  private final TreeMap<String, Map<String, Long>> datasets = new TreeMap<>();

  public interface Reader {
    void take(ChunkName name, long bytes);
  }

  boolean isEmpty() {
    return datasets.isEmpty();
  }

  public long size() {
    return datasets.values().stream().mapToLong(Map::size).sum();
  }

  /** Returns the number of a dataset's pending chunks. */
  public long size(String dataset) {
    return of(dataset).size();
  }

  /** Returns a dataset's pending chunks by id. The map is immutable if there are none. */
  Map<String, Long> of(String dataset) {
    return datasets.getOrDefault(dataset, Map.of());
  }

  void put(ChunkName name, long bytes) {
    datasets
        .computeIfAbsent(name.dataset(), dataset -> new LinkedHashMap<>())
        .put(name.id(), bytes);
  }

  void remove(ChunkName name) {
    Map<String, Long> chunks = datasets.get(name.dataset());
    if (chunks != null && chunks.remove(name.id()) != null && chunks.isEmpty()) {
      datasets.remove(name.dataset());
    }
  }

  void set(String dataset, Map<String, Long> chunks) {
    if (chunks.isEmpty()) {
      datasets.remove(dataset);
    } else {
      datasets.put(dataset, chunks);
    }
  }

  public void each(Reader reader) {
    datasets.forEach(
        (dataset, chunks) ->
            chunks.forEach((id, bytes) -> reader.take(new ChunkName(dataset, id), bytes)));
  }

  void clear() {
    datasets.clear();
  }
}

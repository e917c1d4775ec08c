package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Chunks that are listed otherwise than in the generation that stands: bytes or {@link
 * ChunkRow#NONE}. There may be millions, so a dataset's are handed over as they are.
 */
public final class Pending {
  private final TreeMap<String, Map<String, Long>> datasets = new TreeMap<>();

  /** Takes a chunk that waits. */
  public interface Reader {
    void take(ChunkName name, long bytes);
  }

  boolean isEmpty() {
    return datasets.isEmpty();
  }

  public long size() {
    return datasets.values().stream().mapToLong(Map::size).sum();
  }

  /** A dataset's, by id; of one that has none, a map that nothing can be put into. */
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

  /** A dataset's are these from now on. */
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

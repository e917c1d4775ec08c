package dev.rota.bots;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** How many jobs wait, by pool and label, and by pool and priority. */
final class QueueCounts {
  private record Label(String pool, String label) {}

  private final Map<Label, Integer> byLabel = new HashMap<>();
  private final Map<String, TreeMap<Integer, Integer>> byPriority = new HashMap<>();

  void add(String pool, String label, int priority) {
    byLabel.merge(new Label(pool, label), 1, Integer::sum);
    byPriority.computeIfAbsent(pool, p -> new TreeMap<>()).merge(priority, 1, Integer::sum);
  }

  void remove(String pool, String label, int priority) {
    byLabel.computeIfPresent(new Label(pool, label), (key, n) -> n == 1 ? null : n - 1);
    TreeMap<Integer, Integer> ofPool = byPriority.get(pool);
    ofPool.computeIfPresent(priority, (key, n) -> n == 1 ? null : n - 1);
    if (ofPool.isEmpty()) {
      byPriority.remove(pool);
    }
  }

  int queued(String pool, String label) {
    return byLabel.getOrDefault(new Label(pool, label), 0);
  }

  /** Counted up to the limit: each priority that is passed has a job at least. */
  long ahead(String pool, int priority, int limit) {
    long ahead = 0;
    TreeMap<Integer, Integer> ofPool = byPriority.get(pool);
    if (ofPool != null) {
      for (Map.Entry<Integer, Integer> one : ofPool.headMap(priority, true).entrySet()) {
        ahead += one.getValue();
        if (ahead >= limit) {
          return limit;
        }
      }
    }
    return ahead;
  }
}

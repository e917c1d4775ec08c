package dev.rota.bots.model;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The number of queued jobs, of all together, by pool and label, and by pool and priority. */
public final class QueueCounts {
  private static final class Count {
    private int jobs;
  }

  private static final class Pool {
    private final Map<String, Count> byLabel = new HashMap<>();
    private final TreeMap<Integer, Count> byPriority = new TreeMap<>();
  }

  private final Map<String, Pool> pools = new HashMap<>();
  private int all;

  void add(String pool, String label, int priority) {
    Pool of = pools.computeIfAbsent(pool, _ -> new Pool());
    of.byLabel.computeIfAbsent(label, _ -> new Count()).jobs++;
    of.byPriority.computeIfAbsent(priority, _ -> new Count()).jobs++;
    all++;
  }

  void remove(String pool, String label, int priority) {
    Pool of = pools.get(pool);
    if (--of.byLabel.get(label).jobs == 0) {
      of.byLabel.remove(label);
    }
    if (--of.byPriority.get(priority).jobs == 0) {
      of.byPriority.remove(priority);
    }
    if (of.byPriority.isEmpty()) {
      pools.remove(pool);
    }
    all--;
  }

  /** The number of all queued jobs. */
  public int queued() {
    return all;
  }

  public int queued(String pool, String label) {
    Pool of = pools.get(pool);
    Count count = of == null ? null : of.byLabel.get(label);
    return count == null ? 0 : count.jobs;
  }

  /** Returns the number of jobs with this priority number or a smaller one, at most the limit. */
  public long ahead(String pool, int priority, int limit) {
    Pool of = pools.get(pool);
    long ahead = 0;
    if (of != null) {
      for (Map.Entry<Integer, Count> count : of.byPriority.entrySet()) {
        if (count.getKey() > priority || ahead >= limit) {
          break;
        }
        ahead += count.getValue().jobs;
      }
    }
    return Math.min(ahead, limit);
  }
}

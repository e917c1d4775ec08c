package dev.rota.registry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Caches one reader per writer schema. Lookups need no lock, and the last one no allocation. */
final class Readers {
  private static final int KEPT_MAX = 1000;

  private record Entry(int id, RecordReader reader) {}

  private final Map<Object, RecordReader> known = new ConcurrentHashMap<>();
  private volatile Entry last = new Entry(-1, null);

  /** Returns the last reader if it has this id, otherwise null. */
  RecordReader recent(int id) {
    Entry recent = last;
    return recent.id == id ? recent.reader : null;
  }

  RecordReader byId(int id, Function<Integer, RecordReader> make) {
    RecordReader reader = get(id, make);
    last = new Entry(id, reader);
    return reader;
  }

  /**
   * Two threads may create the same reader; either works, and neither waits for the other's
   * registry call.
   */
  <K> RecordReader get(K key, Function<K, RecordReader> make) {
    RecordReader reader = known.get(key);
    if (reader == null) {
      reader = make.apply(key);
      if (known.size() >= KEPT_MAX) {
        known.clear();
      }
      known.put(key, reader);
    }
    return reader;
  }
}

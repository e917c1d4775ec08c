package dev.rota.registry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Caches one reader per writer schema. Lookups need no lock, and the last one no allocation. */
final class ReaderCache {
  private static final int KEPT_MAX = 1000;

  private record Entry(int id, SchemaReader reader) {}

  private final Map<Object, SchemaReader> known = new ConcurrentHashMap<>();
  private volatile Entry last = new Entry(-1, null);

  /** Returns the last reader if it has this id, otherwise null. */
  SchemaReader recent(int id) {
    Entry recent = last;
    return recent.id == id ? recent.reader : null;
  }

  SchemaReader byId(int id, Function<Integer, SchemaReader> make) {
    SchemaReader reader = get(id, make);
    last = new Entry(id, reader);
    return reader;
  }

  /**
   * Two threads may create the same reader; either works, and neither waits for the other's
   * registry call.
   */
  <K> SchemaReader get(K key, Function<K, SchemaReader> make) {
    SchemaReader reader = known.get(key);
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

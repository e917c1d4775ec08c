package dev.rota.registry;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What looked like a schema's id in records. There is a limit, for an input's first bytes may be
 * anything: the lowest numbers stay, as a registry counts up.
 *
 * @param numbers ids before a value
 * @param guids ids in a header
 */
public record SeenSchemaIds(SortedSet<Integer> numbers, SortedSet<UUID> guids) {
  private static final int EACH_MAX = 10_000;

  /** What a garbled file lacks is null. */
  public SeenSchemaIds {
    numbers = new TreeSet<>(numbers);
    guids = new TreeSet<>(guids);
  }

  /** None yet. */
  public SeenSchemaIds() {
    this(new TreeSet<>(), new TreeSet<>());
  }

  /** Adds an Integer or a UUID; null: nothing. */
  public void add(Object id) {
    if (id instanceof Integer number && number >= 0) {
      add(numbers, number);
    } else if (id instanceof UUID guid) {
      add(guids, guid);
    }
  }

  private static <T> void add(SortedSet<T> ids, T id) {
    if (ids.add(id) && ids.size() > EACH_MAX) {
      ids.remove(ids.last());
    }
  }
}

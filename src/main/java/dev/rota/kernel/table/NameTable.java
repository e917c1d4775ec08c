package dev.rota.kernel.table;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Things by their names, in no order. See {@link HashPlaces}. */
public final class NameTable<V> extends HashPlaces<String> {
  /** Name and thing of each place; null as long as all are free. */
  private Object[] pairs;

  /** Things that are too far from their home; none as a rule. */
  private Map<String, V> crowded = Map.of();

  public int size() {
    return placed + crowded.size();
  }

  public boolean has(String name) {
    return get(name) != null;
  }

  /** Returns the thing, or null. */
  public V get(String name) {
    int place = find(name, hash(name));
    return place >= 0 ? thing(place) : crowded.isEmpty() ? null : crowded.get(name);
  }

  /**
   * Sets the thing of this name.
   *
   * @param thing not null
   */
  public void put(String name, V thing) {
    int hash = hash(name);
    int place = find(name, hash);
    if (place >= 0) {
      pairs[2 * place + 1] = thing;
    } else if (crowded.isEmpty() || crowded.replace(name, thing) == null) {
      if (hashes == FREE) {
        hashes = new int[PLACES];
        pairs = new Object[2 * PLACES];
      }
      add(name, hash, thing);
      if (2 * placed > hashes.length) {
        grow();
      }
    }
  }

  private void add(String name, int hash, V thing) {
    int place = take(hash);
    if (place < 0) {
      crowded = crowded.isEmpty() ? new TreeMap<>() : crowded;
      crowded.put(name, thing);
      return;
    }
    pairs[2 * place] = name;
    pairs[2 * place + 1] = thing;
  }

  /** Removes the thing of this name, if there is one. */
  public void remove(String name) {
    int place = find(name, hash(name));
    if (place >= 0) {
      close(place);
    } else if (!crowded.isEmpty()) {
      crowded.remove(name);
    }
  }

  public void clear() {
    hashes = FREE;
    pairs = null;
    placed = 0;
    crowded = Map.of();
  }

  /** A copy, sorted by name. */
  public Map<String, V> sorted() {
    Map<String, V> sorted = new TreeMap<>(crowded);
    for (int place = 0; place < hashes.length; place++) {
      if (hashes[place] != 0) {
        sorted.put((String) pairs[2 * place], thing(place));
      }
    }
    return sorted;
  }

  /** All things, in no order; nothing may change meanwhile. */
  public Stream<V> stream() {
    return Stream.concat(
        IntStream.range(0, hashes.length).filter(at -> hashes[at] != 0).mapToObj(this::thing),
        crowded.values().stream());
  }

  @Override
  boolean isOf(int place, String name) {
    return name.equals(pairs[2 * place]);
  }

  @SuppressWarnings("unchecked") // only things of this type are put
  private V thing(int place) {
    return (V) pairs[2 * place + 1];
  }

  @Override
  void move(int from, int to) {
    pairs[2 * to] = pairs[2 * from];
    pairs[2 * to + 1] = pairs[2 * from + 1];
  }

  @Override
  void empty(int place) {
    pairs[2 * place] = null;
    pairs[2 * place + 1] = null;
  }

  /** Reads no name: its hash is known. */
  @SuppressWarnings("unchecked") // only things of this type are put
  private void grow() {
    int[] at = hashes;
    Object[] all = pairs;
    hashes = new int[2 * at.length];
    pairs = new Object[2 * all.length];
    placed = 0;
    for (int place = 0; place < at.length; place++) {
      if (at[place] != 0) {
        add((String) all[2 * place], at[place], (V) all[2 * place + 1]);
      }
    }
  }
}

package dev.rota.table;

import java.util.Map;
import java.util.TreeMap;

/**
 * Things by their names, in no order.
 *
 * <p>Names often differ in a running number alone. {@code HashMap} puts many such into one bin, and
 * a look for a name that is not there reads objects all over the memory. Here hashes are spread
 * over all places and lie side by side: such a look reads few places and no name.
 */
public final class ByName<V> {
  private static final int SPREAD = 0x9e3779b9;
  private static final int PLACES = 8;

  /** How far from its home a thing may be. Only names that were chosen for it are so crowded. */
  private static final int WAY = 128;

  /** Free places that all share who have nothing yet: a lane has several, and most are empty. */
  private static final int[] FREE = new int[PLACES];

  /** The hashes of the names; 0: the place is free. The length is a power of two. */
  private int[] hashes = FREE;

  /** Name and thing of each place; null as long as all are free. */
  private Object[] pairs;

  private int placed;

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
    int place = home(hash);
    for (int way = 0; hashes[place] != 0; way++) {
      if (way == WAY) {
        crowded = crowded.isEmpty() ? new TreeMap<>() : crowded;
        crowded.put(name, thing);
        return;
      }
      place = next(place);
    }
    hashes[place] = hash;
    pairs[2 * place] = name;
    pairs[2 * place + 1] = thing;
    placed++;
  }

  /** Removes the thing of this name, if there is one. */
  public void remove(String name) {
    int place = find(name, hash(name));
    if (place >= 0) {
      placed--;
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

  /** Different sums of characters have different products, which differ in their first bits. */
  private static int hash(String name) {
    int hash = name.hashCode() * SPREAD;
    return hash == 0 ? SPREAD : hash;
  }

  private int home(int hash) {
    return hash >>> Integer.numberOfLeadingZeros(hashes.length) + 1;
  }

  private int next(int place) {
    return place + 1 & hashes.length - 1;
  }

  private int way(int from, int to) {
    return to - from & hashes.length - 1;
  }

  /** The place of the name, or -1. A place that is free ends the way. */
  private int find(String name, int hash) {
    int place = home(hash);
    for (int way = 0; way <= WAY && hashes[place] != 0; way++) {
      if (hashes[place] == hash && name.equals(pairs[2 * place])) {
        return place;
      }
      place = next(place);
    }
    return -1;
  }

  @SuppressWarnings("unchecked") // only things of this type are put
  private V thing(int place) {
    return (V) pairs[2 * place + 1];
  }

  /** Frees a place. Those behind it move up, so that no way to them ends there. */
  private void close(int place) {
    int free = place;
    for (int other = next(place);
        hashes[other] != 0 && way(free, other) <= WAY;
        other = next(other)) {
      if (way(home(hashes[other]), other) >= way(free, other)) {
        hashes[free] = hashes[other];
        pairs[2 * free] = pairs[2 * other];
        pairs[2 * free + 1] = pairs[2 * other + 1];
        free = other;
      }
    }
    hashes[free] = 0;
    pairs[2 * free] = null;
    pairs[2 * free + 1] = null;
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

package dev.rota.kernel.table;

/**
 * Places by the hashes of keys, most of them names. Hashes are spread over all places and lie side
 * by side: a look for a name that is not there reads few places and no name. Names often differ in
 * a running number alone; {@code HashMap} puts many such into one bin, and such a look reads
 * objects all over the memory.
 */
abstract class HashPlaces<K> {
  static final int PLACES = 8;

  /** How far from its home a name may be. Only names that were chosen for it are so crowded. */
  static final int WAY = 128;

  private static final int SPREAD = 0x9e3779b9;

  /** Free places that all share who have nothing yet: a lane has several, and most are empty. */
  static final int[] FREE = new int[PLACES];

  /** The hashes of the keys; 0: the place is free. The length is a power of two. */
  int[] hashes = FREE;

  int placed;

  /** Returns true if a place that has the key's hash is the key's. */
  abstract boolean isOf(int place, K key);

  /** Moves what is in a place to another one, which is free. */
  abstract void move(int from, int to);

  /** Forgets what is in a place. */
  abstract void empty(int place);

  /** Different sums of characters have different products, which differ in their first bits. */
  static int hash(String name) {
    int hash = name.hashCode() * SPREAD;
    return hash == 0 ? SPREAD : hash;
  }

  final int home(int hash) {
    return hash >>> Integer.numberOfLeadingZeros(hashes.length) + 1;
  }

  final int next(int place) {
    return place + 1 & hashes.length - 1;
  }

  /** The place of a key with this hash, or -1. A place that is free ends the way. */
  final int find(K key, int hash) {
    int place = home(hash);
    for (int way = 0; way <= WAY && hashes[place] != 0; way++) {
      if (hashes[place] == hash && isOf(place, key)) {
        return place;
      }
      place = next(place);
    }
    return -1;
  }

  /** Takes a free place for a hash. Returns it, or -1 if all near its home are taken. */
  final int take(int hash) {
    int place = home(hash);
    for (int way = 0; hashes[place] != 0; way++) {
      if (way == WAY) {
        return -1;
      }
      place = next(place);
    }
    hashes[place] = hash;
    placed++;
    return place;
  }

  /** Frees a place. Those behind it move up, so that no way to them ends there. */
  final void close(int place) {
    placed--;
    int free = place;
    for (int other = next(place);
        hashes[other] != 0 && way(free, other) <= WAY;
        other = next(other)) {
      if (way(home(hashes[other]), other) >= way(free, other)) {
        hashes[free] = hashes[other];
        move(other, free);
        free = other;
      }
    }
    hashes[free] = 0;
    empty(free);
  }

  private int way(int from, int to) {
    return to - from & hashes.length - 1;
  }
}

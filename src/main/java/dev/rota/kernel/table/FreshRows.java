package dev.rota.kernel.table;

import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Rows that nobody has read in their order yet. They are found by hashes, which costs less than to
 * keep them sorted. See {@link HashPlaces}.
 */
final class FreshRows extends HashPlaces<byte[]> {
  /** Key and value of each place; null as long as all are free. */
  private byte[][] pairs;

  /** Receives the rows that are too far from their home; none as a rule. */
  private final BiConsumer<byte[], byte[]> crowded;

  FreshRows(BiConsumer<byte[], byte[]> crowded) {
    this.crowded = crowded;
  }

  int size() {
    return placed;
  }

  /** Returns the row's value, or null. */
  byte[] get(byte[] key) {
    int place = find(key, hash(key));
    return place < 0 ? null : pairs[2 * place + 1];
  }

  /** Adds a row that is not there. */
  void add(byte[] key, byte[] value) {
    if (hashes == FREE) {
      hashes = new int[PLACES];
      pairs = new byte[2 * PLACES][];
    }
    add(key, hash(key), value);
    if (2 * placed > hashes.length) {
      grow();
    }
  }

  private void add(byte[] key, int hash, byte[] value) {
    int place = take(hash);
    if (place < 0) {
      crowded.accept(key, value);
      return;
    }
    pairs[2 * place] = key;
    pairs[2 * place + 1] = value;
  }

  /** Sets the value of a row, or removes the row if it is null. Returns the one before, or null. */
  byte[] replace(byte[] key, byte[] value) {
    int place = find(key, hash(key));
    if (place < 0) {
      return null;
    }
    byte[] before = pairs[2 * place + 1];
    if (value == null) {
      close(place);
    } else {
      pairs[2 * place + 1] = value;
    }
    return before;
  }

  /** Passes on all rows. */
  void each(BiConsumer<byte[], byte[]> into) {
    for (int place = 0; place < hashes.length; place++) {
      if (hashes[place] != 0) {
        into.accept(pairs[2 * place], pairs[2 * place + 1]);
      }
    }
  }

  void clear() {
    hashes = FREE;
    pairs = null;
    placed = 0;
  }

  private static int hash(byte[] key) {
    int hash = RowHash.of(key);
    return hash == 0 ? 1 : hash;
  }

  @Override
  boolean isOf(int place, byte[] key) {
    return Arrays.equals(pairs[2 * place], key);
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

  private void grow() {
    int[] at = hashes;
    byte[][] all = pairs;
    hashes = new int[2 * at.length];
    pairs = new byte[2 * all.length][];
    placed = 0;
    for (int place = 0; place < at.length; place++) {
      if (at[place] != 0) {
        add(all[2 * place], at[place], all[2 * place + 1]);
      }
    }
  }
}

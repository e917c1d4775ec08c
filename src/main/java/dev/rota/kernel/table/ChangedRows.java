package dev.rota.kernel.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A table that writes each changed row once per turn. Changed rows are marked and written when they
 * are saved.
 */
public final class ChangedRows<K extends Comparable<? super K>, V> {
  private static final int FEW = 64;

  private final Table<K, V> table;

  /** A key may occur more than once: a check at each mark would cost more. */
  private List<K> marked = Collections.emptyList();

  private int most = FEW;

  ChangedRows(Table<K, V> table) {
    this.table = table;
  }

  /** Marks the row. */
  public void mark(K key) {
    if (marked == Collections.EMPTY_LIST) {
      marked = new ArrayList<>(); // many lanes never mark a row
    } else if (marked.size() >= most) {
      marked = new ArrayList<>(new TreeSet<>(marked));
      most = Math.max(FEW, 2 * marked.size());
    }
    marked.add(key);
  }

  /** Marks all rows that were ever saved. */
  public void markAll() {
    table.rebuild((key, value) -> mark(key));
  }

  /** Returns true if the row is marked. */
  public boolean isMarked() {
    return !marked.isEmpty();
  }

  /**
   * Writes the marked rows, sorted by key.
   *
   * @param thing returns the object of a key; null: removes the row
   * @param row returns the row of an object
   */
  public <T> void save(Function<? super K, T> thing, Function<? super T, V> row) {
    if (marked.isEmpty()) {
      return;
    }
    marked.sort(null);
    K last = null;
    for (K key : marked) {
      if (!key.equals(last)) {
        T one = thing.apply(key);
        table.set(key, one == null ? null : row.apply(one));
      }
      last = key;
    }
    marked.clear();
    most = FEW;
  }

  /** Passes every row in key order. */
  public void rebuild(BiConsumer<K, V> into) {
    table.rebuild(into);
  }
}

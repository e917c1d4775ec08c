package dev.rota.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A table that is written once a turn: rows are marked as they change, and each of those is written
 * once when they are saved.
 */
public final class ChangedRows<K extends Comparable<? super K>, V> {
  private final Table<K, V> table;

  /** One key may be here more than once: to find that out at each mark would cost more. */
  private final List<K> marked = new ArrayList<>();

  ChangedRows(Table<K, V> table) {
    this.table = table;
  }

  /** The row is to be written. */
  public void mark(K key) {
    if (marked.isEmpty() || !key.equals(marked.get(marked.size() - 1))) {
      marked.add(key);
    }
  }

  /** All rows that were ever saved are to be written. */
  public void markAll() {
    table.rebuild((key, value) -> mark(key));
  }

  /** Whether a row is to be written. */
  public boolean isMarked() {
    return !marked.isEmpty();
  }

  /**
   * Writes the marked rows, by key.
   *
   * @param thing that the row is of, by its key; null: there is none, and the row goes
   * @param row of such a thing
   */
  public <T> void save(Function<? super K, T> thing, Function<? super T, V> row) {
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
  }

  /** Hands over every row in key order, as it was saved. */
  public void rebuild(BiConsumer<K, V> into) {
    table.rebuild(into);
  }
}

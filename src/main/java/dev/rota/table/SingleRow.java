package dev.rota.table;

/** A value that is the only row of its table. It is written when it was set since the last save. */
public final class SingleRow<V> {
  private final Table<Boolean, V> table;
  private V value;
  private boolean changed;

  SingleRow(Table<Boolean, V> table, V otherwise) {
    this.table = table;
    V saved = table.get(true);
    value = saved == null ? otherwise : saved;
  }

  public V get() {
    return value;
  }

  public void set(V next) {
    value = next;
    changed = true;
  }

  /** Whether {@link #save()} writes it. */
  public boolean isChanged() {
    return changed;
  }

  public void save() {
    if (changed) {
      table.put(true, value);
      changed = false;
    }
  }

  /** Sets and writes it, but only where it is another. */
  public void save(V now) {
    if (now != value && !now.equals(value)) {
      set(now);
    }
    save();
  }
}

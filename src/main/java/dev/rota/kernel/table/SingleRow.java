package dev.rota.kernel.table;

/** A value in the only row of its table. A changed value is written at the next save. */
public final class SingleRow<V> {
  private final Table<Boolean, V> table;
  private V value;
  private boolean set;
  private boolean changed;

  SingleRow(Table<Boolean, V> table, V otherwise) {
    this.table = table;
    V saved = table.get(true);
    value = saved == null ? otherwise : saved;
    set = saved != null;
  }

  public V get() {
    return value;
  }

  public void set(V next) {
    value = next;
    set = true;
    changed = true;
  }

  /** Returns false if there was never a row: the value is the initial one. */
  public boolean isSet() {
    return set;
  }

  /** Returns true if {@link #save()} will write the row. */
  public boolean isChanged() {
    return changed;
  }

  public void save() {
    if (changed) {
      table.put(true, value);
      changed = false;
    }
  }

  /** Sets the value if it differs. */
  public void save(V now) {
    if (now != value && !now.equals(value)) {
      set(now);
    }
    save();
  }
}

package dev.rota.kernel.table;

import java.util.List;
import java.util.function.Supplier;

/** Rows that remember a failure, to tell a failed store from failed rules. */
public final class WatchedRows implements Rows {
  private final Rows rows;
  private boolean failed;

  public WatchedRows(Rows rows) {
    this.rows = rows;
  }

  public boolean failed() {
    return failed;
  }

  @Override
  public byte[] get(byte[] key) {
    return watch(() -> rows.get(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    watch(
        () -> {
          rows.put(key, value);
          return null;
        });
  }

  @Override
  public void add(byte[] key, byte[] value) {
    watch(
        () -> {
          rows.add(key, value);
          return null;
        });
  }

  @Override
  public void remove(byte[] key) {
    watch(
        () -> {
          rows.remove(key);
          return null;
        });
  }

  @Override
  public byte[] replace(byte[] key, byte[] value) {
    return watch(() -> rows.replace(key, value));
  }

  @Override
  public List<Row> page(KeySpan span, int limit) {
    return watch(() -> rows.page(span, limit));
  }

  private <T> T watch(Supplier<T> access) {
    boolean done = false;
    try {
      T result = access.get();
      done = true;
      return result;
    } finally {
      failed |= !done;
    }
  }
}

package dev.rota.kernel.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows by a key prefix in other rows. */
public record PrefixedRows(Rows rows, byte[] prefix) implements Rows {
  private static final int PAGE = 512;

  @Override
  public byte[] get(byte[] key) {
    return rows.get(full(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    rows.put(full(key), value);
  }

  @Override
  public void add(byte[] key, byte[] value) {
    rows.add(full(key), value);
  }

  @Override
  public void remove(byte[] key) {
    rows.remove(full(key));
  }

  @Override
  public byte[] replace(byte[] key, byte[] value) {
    return rows.replace(full(key), value);
  }

  @Override
  public List<Row> page(KeySpan span, int limit) {
    byte[] to = span.to() == null ? KeySpan.startingWith(prefix).to() : full(span.to());
    List<Row> page = new ArrayList<>();
    for (Row row : rows.page(new KeySpan(full(span.from()), to), limit)) {
      page.add(
          new Row(Arrays.copyOfRange(row.key(), prefix.length, row.key().length), row.value()));
    }
    return page;
  }

  /** Copies them all, prefix included. */
  public void copyTo(Rows others) {
    KeySpan span = KeySpan.startingWith(prefix);
    for (List<Row> page = rows.page(span, PAGE); !page.isEmpty(); page = rows.page(span, PAGE)) {
      page.forEach(row -> others.put(row.key(), row.value()));
      span = span.after(page.get(page.size() - 1).key());
    }
  }

  private byte[] full(byte[] key) {
    byte[] full = Arrays.copyOf(prefix, prefix.length + key.length);
    System.arraycopy(key, 0, full, prefix.length, key.length);
    return full;
  }
}

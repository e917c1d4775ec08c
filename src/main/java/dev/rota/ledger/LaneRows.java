package dev.rota.ledger;

import dev.rota.table.Row;
import dev.rota.table.Rows;
import dev.rota.table.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of one lane, by a key prefix in the rows of all lanes. */
record LaneRows(Rows rows, byte[] prefix) implements Rows {
  @Override
  public byte[] get(byte[] key) {
    return rows.get(full(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    rows.put(full(key), value);
  }

  @Override
  public void remove(byte[] key) {
    rows.remove(full(key));
  }

  @Override
  public List<Row> page(Span span, int limit) {
    byte[] to = span.to() == null ? Span.startingWith(prefix).to() : full(span.to());
    List<Row> page = new ArrayList<>();
    for (Row row : rows.page(new Span(full(span.from()), to), limit)) {
      page.add(
          new Row(Arrays.copyOfRange(row.key(), prefix.length, row.key().length), row.value()));
    }
    return page;
  }

  private byte[] full(byte[] key) {
    byte[] full = Arrays.copyOf(prefix, prefix.length + key.length);
    System.arraycopy(key, 0, full, prefix.length, key.length);
    return full;
  }
}

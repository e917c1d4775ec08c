package dev.rota.kernel.ledger.packs;

import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import java.util.List;

/** Rows that are restored one by one. */
public record RowRestorer(Rows rows) implements PackUnpacker.Into {
  private static final int AT_ONCE = 10_000;

  @Override
  public void row(Row row) {
    rows.putAll(List.of(row));
  }

  @Override
  public void none() {
    KeySpan span = new KeySpan(new byte[0], null);
    List<Row> some = rows.page(span, AT_ONCE);
    while (!some.isEmpty()) {
      rows.putAll(some.stream().map(row -> new Row(row.key(), null)).toList());
      span = span.after(some.get(some.size() - 1).key());
      some = rows.page(span, AT_ONCE);
    }
  }
}

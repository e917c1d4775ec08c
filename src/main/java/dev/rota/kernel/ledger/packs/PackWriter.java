package dev.rota.kernel.ledger.packs;

import dev.rota.kernel.table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Divides the rows of a transaction into packs. */
final class PackWriter {
  private final Changelog changelog;
  private final int limit;
  private Packs packs;
  private List<Row> rows = new ArrayList<>();
  private long bytes;

  /** Since the last pack. */
  private boolean changed;

  PackWriter(Packs packs, Changelog changelog, int limit) {
    this.packs = packs;
    this.changelog = changelog;
    this.limit = limit;
  }

  Packs packs() {
    return packs;
  }

  void now(UnaryOperator<Packs> change) {
    packs = change.apply(packs);
    changed = true;
  }

  void add(Row row) {
    int more = Pack.bytes(row);
    if (!rows.isEmpty() && bytes + more > limit) {
      close();
    }
    rows.add(row);
    bytes += more;
  }

  /** The rows so far are a pack, with what is known of the packs. */
  void close() {
    if (rows.isEmpty() && !changed) {
      return;
    }
    Packs before = packs;
    packs = packs.written(bytes);
    rows.add(packs.row());
    changelog.send(Pack.key(before.next()), new Pack(before.after(), rows).encode());
    rows = new ArrayList<>();
    bytes = 0;
    changed = false;
  }
}

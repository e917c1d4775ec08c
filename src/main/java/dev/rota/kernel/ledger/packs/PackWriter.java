package dev.rota.kernel.ledger.packs;

import dev.rota.kernel.table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Divides the rows of a transaction into packs. */
final class PackWriter {
  private final PackChangelog changelog;
  private final int limit;
  private PackInventory packs;
  private List<Row> rows = new ArrayList<>();
  private long bytes;

  /** Since the last pack. */
  private boolean changed;

  PackWriter(PackInventory packs, PackChangelog changelog, int limit) {
    this.packs = packs;
    this.changelog = changelog;
    this.limit = limit;
  }

  PackInventory packs() {
    return packs;
  }

  void now(UnaryOperator<PackInventory> change) {
    packs = change.apply(packs);
    changed = true;
  }

  void add(Row row) {
    int more = RowPack.bytes(row);
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
    PackInventory before = packs;
    packs = packs.written(bytes);
    rows.add(packs.row());
    changelog.send(RowPack.key(before.next()), new RowPack(before.after(), rows).encode());
    rows = new ArrayList<>();
    bytes = 0;
    changed = false;
  }
}

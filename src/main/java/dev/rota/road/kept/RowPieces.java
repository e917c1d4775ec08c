package dev.rota.road.kept;

import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Cuts rows into pieces of bounded size. */
final class RowPieces {
  private static final int BYTES_MAX = 512 << 10;
  private static final int ROWS_AT_ONCE = 512;

  private final CheckpointWire wire = new CheckpointWire();
  private final Consumer<byte[]> to;
  private final List<byte[]> digests = new ArrayList<>();
  private final List<Row> open = new ArrayList<>();
  private int bytes;

  private RowPieces(Consumer<byte[]> to) {
    this.to = to;
  }

  /** Gives out the pieces of all rows, in order. Returns the SHA-256 of each. */
  static List<byte[]> of(Rows rows, Consumer<byte[]> to) {
    RowPieces pieces = new RowPieces(to);
    KeySpan span = new KeySpan(new byte[0], null);
    for (List<Row> some = rows.page(span, ROWS_AT_ONCE);
        !some.isEmpty();
        some = rows.page(span, ROWS_AT_ONCE)) {
      some.forEach(pieces::add);
      span = span.after(some.get(some.size() - 1).key());
    }
    pieces.close();
    return pieces.digests;
  }

  private void add(Row row) {
    int more = row.key().length + row.value().length;
    if (bytes + more > BYTES_MAX) {
      close();
    }
    open.add(row);
    bytes += more;
  }

  private void close() {
    if (!open.isEmpty()) {
      byte[] piece = wire.piece(open);
      digests.add(Sha256.of(piece));
      to.accept(piece);
      open.clear();
      bytes = 0;
    }
  }
}

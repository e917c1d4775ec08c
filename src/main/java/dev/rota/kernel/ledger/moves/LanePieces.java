package dev.rota.kernel.ledger.moves;

import dev.rota.kernel.table.BadRow;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.Sha256;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rows of a lane, cut into pieces. The same rows are always cut in the same way: a piece has as
 * many rows as fit, in the order of their keys.
 */
public final class LanePieces {
  /** A piece has at most so many bytes, unless it is one row that is larger. */
  public static final int BYTES_MAX = 512 << 10;

  private static final int AT_ONCE = 512;
  private static final int LENGTHS = 2 * Integer.BYTES;

  private final Consumer<byte[]> to;
  private final Sha256 digest = new Sha256();
  private final List<Row> open = new ArrayList<>();
  private int bytes;
  private int pieces;

  private LanePieces(Consumer<byte[]> to) {
    this.to = to;
  }

  /**
   * What the pieces are together.
   *
   * @param count at least 1: rows that are none are an empty piece
   * @param sha256 over all of them
   */
  public record Sum(int count, byte[] sha256) {}

  /** Cuts all rows, and gives out each piece. */
  public static Sum cut(Rows rows, Consumer<byte[]> to) {
    LanePieces pieces = new LanePieces(to);
    KeySpan span = new KeySpan(new byte[0], null);
    for (List<Row> some = rows.page(span, AT_ONCE);
        !some.isEmpty();
        some = rows.page(span, AT_ONCE)) {
      some.forEach(pieces::add);
      span = span.after(some.get(some.size() - 1).key());
    }
    if (!pieces.open.isEmpty() || pieces.pieces == 0) {
      pieces.close();
    }
    return new Sum(pieces.pieces, pieces.digest.finish());
  }

  private void add(Row row) {
    int more = LENGTHS + row.key().length + row.value().length;
    if (!open.isEmpty() && bytes + more > BYTES_MAX) {
      close();
    }
    open.add(row);
    bytes += more;
  }

  private void close() {
    ByteBuffer piece = ByteBuffer.allocate(bytes);
    for (Row row : open) {
      piece.putInt(row.key().length).put(row.key());
      piece.putInt(row.value().length).put(row.value());
    }
    digest.field(piece.array());
    pieces++;
    to.accept(piece.array());
    open.clear();
    bytes = 0;
  }

  /**
   * The rows of a piece.
   *
   * @throws BadRow if it is none
   */
  public static List<Row> rows(byte[] piece) {
    ByteBuffer from = ByteBuffer.wrap(piece);
    List<Row> rows = new ArrayList<>();
    try {
      while (from.hasRemaining()) {
        rows.add(new Row(field(from), field(from)));
      }
      return rows;
    } catch (BufferUnderflowException cut) {
      throw new BadRow("a piece of a lane ends in the middle of a row");
    }
  }

  private static byte[] field(ByteBuffer from) {
    int length = from.getInt();
    if (length < 0 || length > from.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] field = new byte[length];
    from.get(field);
    return field;
  }
}

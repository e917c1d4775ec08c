package dev.rota.road.stream.rows;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;

/** Some rows of a store, as they are there: those that were read or handed over last. */
public final class KnownRows {
  private static final int ROWS_MAX = 50_000;
  private static final long BYTES_MAX = 64L << 20;

  private final Map<Bytes, byte[]> rows = new HashMap<>();
  private long bytes;

  /** Returns the row, {@link BufferedWrites#NOTHING} if there is none, or null: not known. */
  public byte[] get(Bytes key) {
    return rows.get(key);
  }

  /** Knows a row. With too many or too large ones, all others are forgotten. */
  public void put(Bytes key, byte[] row) {
    if (rows.size() >= ROWS_MAX || bytes > BYTES_MAX) {
      clear();
    }
    byte[] before = rows.put(key, row);
    bytes += row.length + (before == null ? key.get().length : -before.length);
  }

  public void clear() {
    rows.clear();
    bytes = 0;
  }
}

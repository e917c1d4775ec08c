package dev.rota.road.stream.rows;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;

/** Some rows of a store, as they are there: those that were read or handed over last. */
public final class KnownRows {
  private static final int MAX = 50_000;

  private final Map<Bytes, byte[]> rows = new HashMap<>();

  /** Returns the row, {@link BufferedWrites#NOTHING} if there is none, or null: not known. */
  public byte[] get(Bytes key) {
    return rows.get(key);
  }

  /** Knows a row. With too many, all others are forgotten. */
  public void put(Bytes key, byte[] row) {
    if (rows.size() >= MAX) {
      rows.clear();
    }
    rows.put(key, row);
  }

  public void clear() {
    rows.clear();
  }
}

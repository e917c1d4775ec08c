package dev.rota.road.stream.rows;

import dev.rota.kernel.table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;

/** Writes that a store holds back, and by how much they make its rows grow. */
public final class BufferedWrites {
  /** The value of a write that removes its row. */
  public static final byte[] NOTHING = {};

  private final NavigableMap<Bytes, byte[]> writes = new TreeMap<>();
  private long bytes;
  private long grown;

  /** A row was removed whose size nobody knows. */
  private boolean unsure;

  /** Sorted by key. */
  public NavigableMap<Bytes, byte[]> all() {
    return writes;
  }

  /** The bytes of all keys and values. */
  public long bytes() {
    return bytes;
  }

  /**
   * Holds a write. Returns true if it is the first one of its row.
   *
   * @param behind the row in the store, or {@link #NOTHING}; null: not known
   */
  public boolean put(Bytes key, byte[] now, byte[] behind) {
    byte[] before = writes.put(key, now);
    bytes += size(key, now) - (before == null ? 0 : size(key, before));
    grow(key, before == null ? behind : before, now);
    return before == null;
  }

  /** Forgets a write to a row that is not in the store, so that nothing is to be removed. */
  public void remove(Bytes key) {
    byte[] before = writes.remove(key);
    if (before != null) {
      bytes -= size(key, before);
      grow(key, before, NOTHING);
    }
  }

  /** A row that is written without a look may have been larger: it counts as twice as large. */
  private void grow(Bytes key, byte[] before, byte[] now) {
    unsure |= before == null && now == NOTHING;
    grown += row(key, now) - (before == null ? 2 * row(key, now) : row(key, before));
  }

  private static int row(Bytes key, byte[] value) {
    return value == NOTHING ? 0 : size(key, value);
  }

  private static int size(Bytes key, byte[] value) {
    return key.get().length + value.length;
  }

  /** The bytes that the rows have grown by, less than 0 if they shrank; null: not known. */
  public Long grown() {
    return unsure ? null : (Long) grown;
  }

  /** The writes in the order of their keys. Each is passed to the reader as well. */
  public List<Row> rows(BiConsumer<Bytes, byte[]> reader) {
    List<Row> rows = new ArrayList<>(writes.size());
    writes.forEach(
        (key, value) -> {
          reader.accept(key, value);
          rows.add(new Row(key.get(), value == NOTHING ? null : value));
        });
    return rows;
  }

  public void clear() {
    writes.clear();
    bytes = 0;
    grown = 0;
    unsure = false;
  }
}

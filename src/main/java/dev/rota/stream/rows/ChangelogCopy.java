package dev.rota.stream.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;

/**
 * Rows that are made anew. They go to RocksDB alone, for as long as it takes: no transaction lasts
 * so long. Then they are copied to the changelog, some with each commit.
 *
 * <pre>
 * 0 … 3          the rows
 * 9 key       -> a key that the changelog has from before
 * </pre>
 */
public final class ChangelogCopy {
  private static final byte BEFORE = 9;
  private static final Bytes FIRST = Bytes.wrap(new byte[] {0});
  private static final Bytes FIRST_BEFORE = Bytes.wrap(new byte[] {BEFORE});
  private static final int ROWS_AT_ONCE = 50_000;
  private static final byte[] NOTHING = {};

  private final KeyValueStore<Bytes, byte[]> logged;
  private final KeyValueStore<Bytes, byte[]> disk;
  private boolean begun;
  private Bytes next = FIRST;
  private long copied;

  /**
   * Empties the store.
   *
   * @param logged writes to the changelog, too
   */
  @SuppressWarnings("unchecked") // of a store of bytes
  public ChangelogCopy(KeyValueStore<Bytes, byte[]> logged) {
    this.logged = logged;
    StateStore inner = logged;
    while (inner instanceof WrappedStateStore<?, ?, ?> wrapped) {
      inner = wrapped.wrapped();
    }
    this.disk = (KeyValueStore<Bytes, byte[]>) inner;
    clear();
  }

  private void clear() {
    try (KeyValueIterator<Bytes, byte[]> rows = disk.range(FIRST, FIRST_BEFORE)) {
      while (rows.hasNext()) {
        Bytes key = rows.next().key;
        disk.put(before(key), NOTHING);
        disk.put(key, null);
      }
    }
  }

  private static Bytes before(Bytes key) {
    byte[] of = new byte[key.get().length + 1];
    of[0] = BEFORE;
    System.arraycopy(key.get(), 0, of, 1, key.get().length);
    return Bytes.wrap(of);
  }

  /** Where rows are written to at present. */
  public KeyValueStore<Bytes, byte[]> rows() {
    return begun ? logged : disk;
  }

  /** All rows are made. From now on, those that change go to the changelog, too. */
  public void begin() {
    begun = true;
  }

  /** Copies some rows. Returns false if there are no more. */
  public boolean copy() {
    return forget() || copyRows();
  }

  /** Removes what is no longer there. Returns false if there is no more of it. */
  private boolean forget() {
    List<Bytes> gone = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> keys = disk.range(FIRST_BEFORE, null)) {
      while (keys.hasNext() && gone.size() < ROWS_AT_ONCE) {
        gone.add(keys.next().key);
      }
    }
    for (Bytes before : gone) {
      Bytes key = Bytes.wrap(Arrays.copyOfRange(before.get(), 1, before.get().length));
      if (disk.get(key) == null) {
        logged.put(key, null);
      }
      disk.put(before, null);
    }
    return !gone.isEmpty();
  }

  private boolean copyRows() {
    List<KeyValue<Bytes, byte[]>> some = new ArrayList<>();
    boolean more;
    try (KeyValueIterator<Bytes, byte[]> rows = disk.range(next, FIRST_BEFORE)) {
      while (rows.hasNext() && some.size() < ROWS_AT_ONCE) {
        some.add(rows.next());
      }
      more = rows.hasNext();
      next = more ? rows.peekNextKey() : next;
    }
    logged.putAll(some);
    copied += some.size();
    return more;
  }

  /** How many rows were copied. */
  public long copied() {
    return copied;
  }
}

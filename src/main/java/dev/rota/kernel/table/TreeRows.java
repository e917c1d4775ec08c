package dev.rota.kernel.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rows in memory, for tests, simulations, followers and audits. What was written last is found by
 * hashes. When that is many rows, or somebody reads rows in their order, it moves to blocks of
 * sorted rows, which take a fifth of the memory. Not thread-safe, not even for reading.
 */
public final class TreeRows implements Rows {
  private static final byte[] REMOVED = {};

  /** As many changes may wait, or an eighth of the sorted rows. */
  private static final int CHANGES = 1 << 16;

  /** Blocks by their first keys. See {@link RowBlock}. */
  private final TreeMap<byte[], byte[]> sorted;

  /** Hides the sorted row with its key. */
  private final FreshRows fresh;

  private int size;

  /** No rows. */
  public TreeRows() {
    sorted = new TreeMap<>(Arrays::compareUnsigned);
    fresh = new FreshRows(this::merge);
  }

  /** A copy. */
  public TreeRows(TreeRows other) {
    sorted = new TreeMap<>(other.sorted);
    fresh = new FreshRows(this::merge);
    other.fresh.each(fresh::add);
    size = other.size;
  }

  @Override
  public byte[] get(byte[] key) {
    byte[] value = fresh.get(key);
    return value == null ? sorted(key) : value == REMOVED ? null : value;
  }

  /** Returns the value among the sorted rows, or null. */
  private byte[] sorted(byte[] key) {
    Map.Entry<byte[], byte[]> block = sorted.floorEntry(key);
    if (block == null) {
      return null;
    }
    var rows = new RowBlock.Reader(block.getValue());
    return rows.seek(key) && rows.compareTo(key) == 0 ? rows.value() : null;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    replace(key, value);
  }

  @Override
  public void add(byte[] key, byte[] value) {
    change(key, value, fresh.get(key));
    size++;
  }

  @Override
  public void remove(byte[] key) {
    replace(key, null);
  }

  @Override
  public byte[] replace(byte[] key, byte[] value) {
    byte[] changed = fresh.get(key);
    byte[] before = changed == null ? sorted(key) : changed == REMOVED ? null : changed;
    if (value != null) {
      change(key, value, changed);
      size += before == null ? 1 : 0;
    } else if (before != null) {
      boolean isOnlyFresh = changed != null && sorted(key) == null;
      change(key, isOnlyFresh ? null : REMOVED, changed);
      size--;
    }
    return before;
  }

  private void change(byte[] key, byte[] value, byte[] before) {
    if (before != null) {
      fresh.replace(key, value);
    } else {
      fresh.add(key, value);
      if (fresh.size() > CHANGES && fresh.size() > size / 8) {
        sort();
      }
    }
  }

  @Override
  public List<Row> page(KeySpan span, int limit) {
    sort();
    List<Row> page = new ArrayList<>();
    byte[] first = sorted.floorKey(span.from());
    for (byte[] block : (first == null ? sorted : sorted.tailMap(first, true)).values()) {
      var rows = new RowBlock.Reader(block);
      for (boolean there = rows.seek(span.from()); there; there = rows.next()) {
        if (page.size() == limit || span.to() != null && rows.compareTo(span.to()) >= 0) {
          return page;
        }
        page.add(new Row(rows.key(), rows.value()));
      }
    }
    return page;
  }

  public int size() {
    return size;
  }

  /** The total size of keys and values, bytes. */
  public long bytes() {
    long bytes = 0;
    for (Row row : page(KeySpan.startingWith(new byte[] {}), Integer.MAX_VALUE)) {
      bytes += row.key().length + row.value().length;
    }
    return bytes;
  }

  /** What they take as sorted rows, bytes. */
  long packed() {
    sort();
    return sorted.values().stream().mapToLong(block -> block.length).sum();
  }

  /** Sorts them now. Until the next write, several threads may read and copy them. */
  public void sort() {
    if (fresh.size() > 0) {
      List<Row> changes = new ArrayList<>(fresh.size());
      fresh.each((key, value) -> changes.add(new Row(key, value)));
      fresh.clear();
      changes.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
      merge(changes);
    }
  }

  private void merge(byte[] key, byte[] value) {
    merge(List.of(new Row(key, value)));
  }

  /** Writes each block anew that a change is for, and with it those behind it while it is small. */
  private void merge(List<Row> changes) {
    var writer = new RowBlock.Writer(sorted::put);
    int next = 0;
    byte[] behind = null;
    while (next < changes.size() || behind != null && writer.isSmall()) {
      if (behind == null || !writer.isSmall()) {
        writer.end();
        behind = changes.get(next).key();
      }
      byte[] first = sorted.floorKey(behind);
      if (first == null && !sorted.isEmpty()) {
        first = sorted.firstKey();
      }
      byte[] block = first == null ? new byte[] {} : sorted.remove(first);
      behind = sorted.higherKey(behind);
      next = merge(new RowBlock.Reader(block), changes, next, behind, writer);
    }
    writer.end();
  }

  /** Writes a block's rows and the changes before the next block. Returns the change after them. */
  private static int merge(
      RowBlock.Reader rows, List<Row> changes, int from, byte[] behind, RowBlock.Writer writer) {
    int next = from;
    boolean there = rows.next();
    while (there || isBefore(changes, next, behind)) {
      Row change = isBefore(changes, next, behind) ? changes.get(next) : null;
      int order = change == null ? -1 : there ? rows.compareTo(change.key()) : 1;
      if (order < 0) {
        writer.add(rows.key(), rows.value());
      } else {
        next++;
        if (change.value() != REMOVED) {
          writer.add(change.key(), change.value());
        }
      }
      there = order <= 0 ? rows.next() : there;
    }
    return next;
  }

  private static boolean isBefore(List<Row> changes, int next, byte[] end) {
    return next < changes.size()
        && (end == null || Arrays.compareUnsigned(changes.get(next).key(), end) < 0);
  }
}

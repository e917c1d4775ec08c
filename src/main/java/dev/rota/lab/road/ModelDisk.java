package dev.rota.lab.road;

import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** The rows of a task as its disk has them. */
final class ModelDisk implements KeyValueStore<Bytes, byte[]> {
  private final TreeRows rows = new TreeRows();

  /** The changelog's records below this offset are in the rows. */
  private long changelog;

  /** Its rows were being made anew when its task was given back. */
  private boolean unfinished;

  boolean isUnfinished() {
    return unfinished;
  }

  void unfinished(boolean whether) {
    unfinished = whether;
  }

  long changelog() {
    return changelog;
  }

  void changelog(long offset) {
    changelog = offset;
  }

  /** Removes, replaces or changes a row. Returns false if there is none. */
  boolean damage(SplittableRandom random) {
    List<Row> all = rows.page(new KeySpan(new byte[0], null), Integer.MAX_VALUE);
    if (all.isEmpty()) {
      return false;
    }
    byte[] key = all.get(random.nextInt(all.size())).key();
    byte[] value = all.get(random.nextInt(all.size())).value();
    switch (random.nextInt(3)) {
      case 0 -> rows.remove(key);
      case 1 -> rows.replace(key, value);
      default -> rows.replace(key, garbled(rows.get(key), Integer.MAX_VALUE, random));
    }
    return true;
  }

  /** The same, but for a bit of its first bytes. */
  static byte[] garbled(byte[] value, int first, SplittableRandom random) {
    byte[] other = value.clone();
    if (other.length > 0) {
      other[random.nextInt(Math.min(first, other.length))] ^=
          (byte) (1 << random.nextInt(Byte.SIZE));
    }
    return other;
  }

  @Override
  public byte[] get(Bytes key) {
    return rows.get(key.get());
  }

  @Override
  public void put(Bytes key, byte[] value) {
    rows.replace(key.get(), value);
  }

  @Override
  public byte[] putIfAbsent(Bytes key, byte[] value) {
    byte[] there = get(key);
    if (there == null) {
      put(key, value);
    }
    return there;
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> all) {
    all.forEach(one -> put(one.key, one.value));
  }

  @Override
  public byte[] delete(Bytes key) {
    return rows.replace(key.get(), null);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    byte[] behind = to == null ? null : Arrays.copyOf(to.get(), to.get().length + 1);
    return new Found(rows.page(new KeySpan(from.get(), behind), Integer.MAX_VALUE));
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    return new Found(rows.page(new KeySpan(new byte[0], null), Integer.MAX_VALUE));
  }

  @Override
  public long approximateNumEntries() {
    return rows.size();
  }

  @Override
  public String name() {
    return "rows";
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {}

  @Override
  public void close() {}

  @Override
  public boolean persistent() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  private static final class Found implements KeyValueIterator<Bytes, byte[]> {
    private final List<Row> rows;
    private int next;

    Found(List<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return next < rows.size();
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Row row = rows.get(next++);
      return KeyValue.pair(Bytes.wrap(row.key()), row.value());
    }

    @Override
    public Bytes peekNextKey() {
      return Bytes.wrap(rows.get(next).key());
    }

    @Override
    public void close() {}
  }
}

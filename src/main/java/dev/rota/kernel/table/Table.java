package dev.rota.kernel.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Typed rows of one lane, sorted by key. */
public final class Table<K, V> {
  private static final int PAGE = 512;
  private static final byte[][] PREFIXES = prefixes();

  private final Tables tables;
  private final byte[] prefix;
  private final Codec<K> keys;
  private final Codec<V> values;

  Table(Tables tables, int id, Codec<K> keys, Codec<V> values) {
    this.tables = tables;
    this.prefix = PREFIXES[id];
    this.keys = keys;
    this.values = values;
  }

  /** Each table of each lane would have one of its own. */
  private static byte[][] prefixes() {
    byte[][] prefixes = new byte[256][];
    for (int id = 0; id < prefixes.length; id++) {
      prefixes[id] = new byte[] {(byte) id};
    }
    return prefixes;
  }

  /** The value, or null. */
  public V get(K key) {
    byte[] value = tables.rows().get(row(key));
    return value == null ? null : new FieldReader(value).value(values);
  }

  public void put(K key, V value) {
    tables.put(row(key), bytes(value));
  }

  /** Puts a row where none is. It saves a look at the rows, which may be on disk. */
  public void add(K key, V value) {
    tables.add(row(key), bytes(value));
  }

  private byte[] bytes(V value) {
    FieldWriter fields = new FieldWriter();
    values.write(value, fields);
    return fields.toBytes();
  }

  public void remove(K key) {
    tables.remove(row(key));
  }

  /**
   * Puts or removes a row.
   *
   * @param value null: removes the row
   */
  public void set(K key, V value) {
    if (value == null) {
      remove(key);
    } else {
      put(key, value);
    }
  }

  /**
   * As {@link #set}, for who knows whether there is a row.
   *
   * @param there false: there is none, so that none is looked for
   */
  public void set(K key, V value, boolean there) {
    if (there) {
      set(key, value);
    } else if (value != null) {
      add(key, value);
    }
  }

  /** Returns the first rows of the table, at most {@code limit}. */
  public List<Map.Entry<K, V>> page(int limit) {
    return page(KeySpan.startingWith(prefix), limit);
  }

  private List<Map.Entry<K, V>> page(KeySpan span, int limit) {
    List<Map.Entry<K, V>> page = new ArrayList<>();
    for (Row row : tables.rows().page(span, limit)) {
      page.add(Map.entry(key(row), value(row)));
    }
    return page;
  }

  /** Returns the first rows after a key, which need not exist, at most {@code limit}. */
  public List<Map.Entry<K, V>> page(K after, int limit) {
    return page(KeySpan.startingWith(prefix).after(row(after)), limit);
  }

  /** Passes every row in key order, to rebuild the state in memory. */
  public void rebuild(BiConsumer<K, V> into) {
    boolean opening = tables.isOpening();
    long sum = 0;
    KeySpan span = KeySpan.startingWith(prefix);
    List<Row> page = tables.rows().page(span, PAGE);
    while (!page.isEmpty()) {
      for (Row row : page) {
        sum += opening ? Tables.hash(row.key(), row.value()) : 0;
        into.accept(key(row), value(row));
      }
      span = span.after(page.get(page.size() - 1).key());
      page = tables.rows().page(span, PAGE);
    }
    if (opening) {
      tables.read(prefix[0] & 0xff, sum);
    }
  }

  private byte[] row(K key) {
    FieldWriter fields = new FieldWriter();
    fields.raw(prefix);
    keys.write(key, fields);
    return fields.toBytes();
  }

  private K key(Row row) {
    return new FieldReader(row.key(), prefix.length).whole(keys);
  }

  private V value(Row row) {
    return new FieldReader(row.value()).value(values);
  }
}

package dev.rota.road.stream.rows;

import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SortedMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Rows in a Kafka Streams store, whose keys sort as unsigned bytes. */
public record StoreRows(KeyValueStore<Bytes, byte[]> store) implements Rows {
  @Override
  public byte[] get(byte[] key) {
    return store.get(Bytes.wrap(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    store.put(Bytes.wrap(key), value);
  }

  @Override
  public void add(byte[] key, byte[] value) {
    if (store instanceof NewRows told) {
      told.add(Bytes.wrap(key), value);
    } else {
      put(key, value);
    }
  }

  @Override
  public void remove(byte[] key) {
    store.put(Bytes.wrap(key), null); // delete would read the old value to return it
  }

  @Override
  public void putAll(List<Row> rows) {
    store.putAll(
        rows.stream().map(row -> KeyValue.pair(Bytes.wrap(row.key()), row.value())).toList());
  }

  @Override
  public List<Row> page(KeySpan span, int limit) {
    List<Row> page = new ArrayList<>();
    Bytes to = span.to() == null ? null : Bytes.wrap(span.to());
    try (KeyValueIterator<Bytes, byte[]> rows = store.range(Bytes.wrap(span.from()), to)) {
      while (rows.hasNext() && page.size() < limit) {
        KeyValue<Bytes, byte[]> row = rows.next();
        // The store's range includes its end, a span does not.
        if (span.to() == null || Arrays.compareUnsigned(row.key.get(), span.to()) < 0) {
          page.add(new Row(row.key.get(), row.value));
        }
      }
    }
    return page;
  }

  /** The rows of a store with the writes that are held before it, in key order. */
  public static final class Merged implements KeyValueIterator<Bytes, byte[]> {
    private final KeyValueIterator<Bytes, byte[]> behind;
    private final Iterator<Map.Entry<Bytes, byte[]>> held;
    private final byte[] nothing;
    private Map.Entry<Bytes, byte[]> write;
    private KeyValue<Bytes, byte[]> next;

    /**
     * Merges both.
     *
     * @param nothing the value of a write that removes its row
     */
    public Merged(
        KeyValueIterator<Bytes, byte[]> behind, SortedMap<Bytes, byte[]> held, byte[] nothing) {
      this.behind = behind;
      this.held = held.entrySet().iterator();
      this.nothing = nothing;
      write = this.held.hasNext() ? this.held.next() : null;
      advance();
    }

    private void advance() {
      next = null;
      while (next == null && (write != null || behind.hasNext())) {
        int order = order();
        if (order > 0) {
          next = behind.next();
          continue;
        }
        if (order == 0) {
          behind.next(); // the write replaces it
        }
        next = write.getValue() == nothing ? null : KeyValue.pair(write.getKey(), write.getValue());
        write = held.hasNext() ? held.next() : null;
      }
    }

    /** Below 0: the write is first; 0: both have the key. */
    private int order() {
      if (write == null) {
        return 1;
      }
      return behind.hasNext() ? write.getKey().compareTo(behind.peekNextKey()) : -1;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
      if (next == null) {
        throw new NoSuchElementException();
      }
      KeyValue<Bytes, byte[]> row = next;
      advance();
      return row;
    }

    @Override
    public Bytes peekNextKey() {
      if (next == null) {
        throw new NoSuchElementException();
      }
      return next.key;
    }

    @Override
    public void close() {
      behind.close();
    }
  }
}

package dev.rota.stream;

import dev.rota.table.Row;
import dev.rota.table.Rows;
import dev.rota.table.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Rows in a Kafka Streams store, whose keys sort as unsigned bytes. */
record StoreRows(KeyValueStore<Bytes, byte[]> store) implements Rows {
  @Override
  public byte[] get(byte[] key) {
    return store.get(Bytes.wrap(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    store.put(Bytes.wrap(key), value);
  }

  @Override
  public void remove(byte[] key) {
    store.put(Bytes.wrap(key), null); // delete would read the old value to return it
  }

  @Override
  public List<Row> page(Span span, int limit) {
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
}

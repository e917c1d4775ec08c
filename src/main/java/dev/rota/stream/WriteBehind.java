package dev.rota.stream;

import dev.rota.topics.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.AbstractStoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * A state store that buffers writes until the commit: a row that every turn writes goes to RocksDB
 * and its changelog once per commit, and a row that comes and goes between commits never does.
 *
 * <p>Kafka Streams calls {@code flushCache} right before it commits a transaction, so the changelog
 * is complete in each transaction. Unflushed rows are lost together with their transaction.
 */
final class WriteBehind implements KeyValueStore<Bytes, byte[]>, CachedStateStore<byte[], byte[]> {
  private static final byte[] NOTHING = {};

  /** The maximum number of buffered rows. A longer transaction flushes earlier. */
  private static final int ROWS_MAX = 50_000;

  private final KeyValueStore<Bytes, byte[]> behind;

  /** Buffered writes; {@link #NOTHING} deletes the row. */
  private Map<Bytes, byte[]> held = new HashMap<>();

  /** Cached content of the store behind: recently read or flushed rows. */
  private Map<Bytes, byte[]> known = new HashMap<>();

  private WriteBehind(KeyValueStore<Bytes, byte[]> behind) {
    this.behind = behind;
  }

  /** Builds a RocksDB store with changelog and write buffer. */
  static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder(String name) {
    StoreBuilder<KeyValueStore<Bytes, byte[]>> behind =
        Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingEnabled(Topics.WRITTEN)
            .withCachingDisabled();
    // Kafka Streams takes the changelog's settings from the outer builder.
    return new Builder(name, behind).withLoggingEnabled(Topics.WRITTEN);
  }

  private static final class Builder
      extends AbstractStoreBuilder<Bytes, byte[], KeyValueStore<Bytes, byte[]>> {
    private final StoreBuilder<KeyValueStore<Bytes, byte[]>> behind;

    Builder(String name, StoreBuilder<KeyValueStore<Bytes, byte[]>> behind) {
      super(name, Serdes.Bytes(), Serdes.ByteArray(), org.apache.kafka.common.utils.Time.SYSTEM);
      this.behind = behind;
    }

    @Override
    public KeyValueStore<Bytes, byte[]> build() {
      return new WriteBehind(behind.build());
    }
  }

  @Override
  public byte[] get(Bytes key) {
    byte[] value = held.get(key);
    if (value == null) {
      value = behind(key);
    }
    return value == NOTHING ? null : value;
  }

  private byte[] behind(Bytes key) {
    byte[] value = known.get(key);
    if (value == null) {
      byte[] there = behind.get(key);
      value = there == null ? NOTHING : there;
      if (known.size() >= ROWS_MAX) {
        known.clear();
      }
      known.put(key, value);
    }
    return value;
  }

  @Override
  public void put(Bytes key, byte[] value) {
    if (value != null) {
      held.put(key, value);
    } else if (known.get(key) == NOTHING) {
      held.remove(key);
    } else {
      held.put(key, NOTHING);
    }
    if (held.size() > ROWS_MAX) {
      flushCache();
    }
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
  public void putAll(List<KeyValue<Bytes, byte[]>> rows) {
    rows.forEach(row -> put(row.key, row.value));
  }

  @Override
  public byte[] delete(Bytes key) {
    byte[] there = get(key);
    put(key, null);
    return there;
  }

  /** Scans happen only when a lane is rebuilt. The flush gives them one order. */
  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    flushCache();
    return behind.range(from, to);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    flushCache();
    return behind.all();
  }

  @Override
  public long approximateNumEntries() {
    return behind.approximateNumEntries() + held.size();
  }

  @Override
  public void flushCache() {
    List<KeyValue<Bytes, byte[]>> rows = new ArrayList<>(held.size());
    held.forEach((key, value) -> rows.add(KeyValue.pair(key, value == NOTHING ? null : value)));
    behind.putAll(rows);
    known = held;
    held = new HashMap<>();
  }

  @Override
  public void clearCache() {
    held.clear();
    known.clear();
  }

  @Override
  public boolean setFlushListener(
      CacheFlushListener<byte[], byte[]> listener, boolean sendOldValues) {
    return false;
  }

  @Override
  public String name() {
    return behind.name();
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    clearCache(); // Kafka Streams may reopen the same store after a failure
    behind.init(context, root);
  }

  @Override
  public void commit(Map<TopicPartition, Long> changelogOffsets) {
    behind.commit(changelogOffsets);
  }

  @Override
  public Long committedOffset(TopicPartition partition) {
    return behind.committedOffset(partition);
  }

  @Override
  @Deprecated // Kafka Streams still calls it
  public boolean managesOffsets() {
    return behind.managesOffsets();
  }

  @Override
  public void close() {
    behind.close();
  }

  @Override
  public boolean persistent() {
    return behind.persistent();
  }

  @Override
  public boolean isOpen() {
    return behind.isOpen();
  }

  @Override
  public Position getPosition() {
    return behind.getPosition();
  }
}

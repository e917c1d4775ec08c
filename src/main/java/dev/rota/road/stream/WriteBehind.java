package dev.rota.road.stream;

import static dev.rota.road.stream.rows.HeldWrites.NOTHING;

import dev.rota.kernel.ledger.packs.Base;
import dev.rota.kernel.ledger.packs.Changelog;
import dev.rota.kernel.ledger.packs.PackSizes;
import dev.rota.kernel.ledger.packs.Packer;
import dev.rota.kernel.table.Row;
import dev.rota.road.stream.rows.HeldWrites;
import dev.rota.road.stream.rows.KnownRows;
import dev.rota.road.stream.rows.NewRows;
import dev.rota.road.stream.rows.RestoringContext;
import dev.rota.road.stream.rows.StoreRows;
import dev.rota.road.stream.rows.TaskChangelog;
import dev.rota.road.stream.rows.Unpacking;
import dev.rota.road.topics.Topics;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.AbstractStoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;

/**
 * A state store that holds changed rows until a checkpoint: a row that every turn writes goes to
 * RocksDB and its changelog once per checkpoint, and a row that comes and goes in between never
 * does.
 *
 * <p>Kafka Streams calls {@code flushCache} right before it commits a transaction. All rows that
 * are held are handed over in one transaction, or none. Held rows are lost with the task; the
 * ledger has the turns that made them.
 */
final class WriteBehind
    implements KeyValueStore<Bytes, byte[]>, CachedStateStore<byte[], byte[]>, NewRows {
  /** With more held rows or bytes a checkpoint is due. */
  private static final int ROWS_MAX = 50_000;

  private static final long BYTES_MAX = 64L << 20;

  /** A turn that holds so much more hands over its first rows. A checkpoint must follow at once. */
  private static final int OVERFLOW = 4;

  private final KeyValueStore<Bytes, byte[]> behind;
  private final Consumer<WriteBehind> opened;
  private final Unpacking restoring;
  private Changelog changelog;
  private Packer packer;

  private final HeldWrites held = new HeldWrites();
  private boolean overflown;

  private final KnownRows known = new KnownRows();

  private Runnable beforeCommit = this::handOver;

  private WriteBehind(KeyValueStore<Bytes, byte[]> behind, Consumer<WriteBehind> opened) {
    this.behind = behind;
    this.opened = opened;
    this.restoring = new Unpacking(new StoreRows(behind));
  }

  /**
   * Builds a RocksDB store with changelog and write buffer. Tells of each one when it is open,
   * before its processor is.
   */
  static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder(
      String name, Consumer<WriteBehind> opened) {
    return new Builder(name, opened).withLoggingEnabled(Topics.WRITTEN);
  }

  /** Changes go to the changelog as packs, so Kafka Streams shall not write them there as well. */
  private static final class Builder
      extends AbstractStoreBuilder<Bytes, byte[], KeyValueStore<Bytes, byte[]>> {
    private final Consumer<WriteBehind> opened;

    Builder(String name, Consumer<WriteBehind> opened) {
      super(name, Serdes.Bytes(), Serdes.ByteArray(), org.apache.kafka.common.utils.Time.SYSTEM);
      this.opened = opened;
    }

    @Override
    public KeyValueStore<Bytes, byte[]> build() {
      return new WriteBehind(Stores.persistentKeyValueStore(name()).get(), opened);
    }
  }

  /** The write-behind store that Kafka Streams hands out as this one. */
  static WriteBehind of(StateStore store) {
    StateStore inner = store;
    while (inner instanceof WrappedStateStore<?, ?, ?> wrapped) {
      inner = wrapped.wrapped();
    }
    return (WriteBehind) inner;
  }

  /**
   * Sets what is done right before each commit, in the same transaction. It may put rows, and
   * decides whether to hand over.
   */
  void beforeCommit(Runnable action) {
    beforeCommit = action;
  }

  @Override
  public byte[] get(Bytes key) {
    byte[] write = held.all().get(key);
    byte[] value = write == null ? behind(key) : write;
    return value == NOTHING ? null : value;
  }

  private byte[] behind(Bytes key) {
    byte[] value = known.get(key);
    if (value == null) {
      byte[] there = behind.get(key);
      value = there == null ? NOTHING : there;
      known.put(key, value);
    }
    return value;
  }

  @Override
  public void add(Bytes key, byte[] value) {
    if (held.put(key, value, NOTHING)) { // else it may be a removal, of a row that is still behind
      known.put(key, NOTHING);
    }
    overflow();
  }

  @Override
  public void put(Bytes key, byte[] value) {
    byte[] there = known.get(key);
    if (value == null && there == NOTHING) {
      held.remove(key);
    } else {
      held.put(key, value == null ? NOTHING : value, there);
    }
    overflow();
  }

  private void overflow() {
    if (held.all().size() > OVERFLOW * ROWS_MAX || held.bytes() > OVERFLOW * BYTES_MAX) {
      overflown = true;
      packer.write(release());
    }
  }

  /** Returns true if the held rows should be handed over when the turn is done. */
  boolean isFull() {
    return overflown || held.all().size() > ROWS_MAX || held.bytes() > BYTES_MAX;
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

  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    SortedMap<Bytes, byte[]> tail = held.all().tailMap(from, true);
    boolean backwards = to != null && from.compareTo(to) > 0;
    return new StoreRows.Merged(
        behind.range(from, to),
        to == null ? tail : held.all().subMap(from, true, backwards ? from : to, !backwards),
        NOTHING);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    return new StoreRows.Merged(behind.all(), held.all(), NOTHING);
  }

  @Override
  public long approximateNumEntries() {
    return behind.approximateNumEntries() + held.all().size();
  }

  @Override
  public void flushCache() {
    beforeCommit.run();
  }

  /** Hands all held rows over: a checkpoint. */
  void handOver() {
    packer.checkpoint(release());
    overflown = false;
  }

  /** All rows are gone, and are made anew: no row is written to the changelog until then. */
  void beginAnew() {
    clearCache();
    packer.beginAnew();
  }

  /** All rows are made anew. They are copied to the changelog next. */
  void madeAnew() {
    handOver();
    packer.madeAnew();
  }

  /** Returns true if the changelog does not have all rows yet. */
  boolean isCopying() {
    return packer.isCopying();
  }

  /** Hands all held rows over, and copies some to the changelog. Returns how many it has then. */
  long copySome() {
    handOver();
    return packer.copied();
  }

  /** Returns why the restored rows are not all there, or null. */
  String lacking() {
    return Base.lacking(restoring.disk());
  }

  /** Restores rows from records of the changelog, as Kafka Streams does. */
  void restore(List<ConsumerRecord<byte[], byte[]>> records) {
    restoring.restoreBatch(records);
  }

  private List<Row> release() {
    packer.grown(held.grown());
    List<Row> rows = held.rows(known::put);
    held.clear();
    return rows;
  }

  @Override
  public void clearCache() {
    held.clear();
    overflown = false;
    known.clear();
    packer = new Packer(restoring.disk(), changelog, PackSizes.DEFAULT);
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
    beforeCommit = this::handOver;
    changelog = new TaskChangelog(name(), (InternalProcessorContext<?, ?>) context);
    clearCache(); // Kafka Streams may reopen the same store after a failure
    behind.init(new RestoringContext(context, restoring), root);
    opened.accept(this);
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

package dev.rota.road.stream;

import static dev.rota.road.stream.rows.BufferedWrites.NOTHING;

import dev.rota.kernel.ledger.packs.BasePack;
import dev.rota.kernel.ledger.packs.PackSizes;
import dev.rota.kernel.ledger.packs.RowPacker;
import dev.rota.kernel.table.Row;
import dev.rota.road.stream.kafka.KafkaInternals;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.stream.rows.BufferedWrites;
import dev.rota.road.stream.rows.ChangelogRestore;
import dev.rota.road.stream.rows.KnownRows;
import dev.rota.road.stream.rows.NewRows;
import dev.rota.road.stream.rows.StoreRows;
import dev.rota.road.topics.RequiredTopics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * A state store that holds changed rows until a checkpoint. With {@link
 * dev.rota.kernel.ledger.PageWriter} and {@link PartitionOpening} it makes the rows of a task a
 * cache of its ledger.
 *
 * <p><b>Problem.</b> A turn is short, and what it leaves is long: outputs, an entry of the ledger,
 * and changed rows, of which many change in every turn. All of it and the input's offset must be in
 * one transaction, or a crash tears them apart. A record for each entry and each row is several
 * records for each input. To write rows later than the entry is no way out in itself: after a crash
 * they are behind the ledger.
 *
 * <p><b>Idea.</b> Only the ledger is in each transaction. Rows may be behind it, since the turns
 * that they lack are in it, and a turn that is replayed leaves the same rows: engines are pure. So
 * rows are written later, at checkpoints, with the name of the page whose state they are.
 *
 * <pre>
 *  a transaction, 100 ms long by default
 *  ┌─────────────────────────────────────────────────────────────────────────┐
 *    record ─▶ turn ─┬─▶ outputs ──────────────────────────────▶ output topics
 *      …             ├─▶ entry ─▶ PageWriter ─▶ page at the end ▶ ledger
 *    record ─▶ turn ─┴─▶ rows ──▶ held here ─▶ at a checkpoint ─▶ disk, changelog
 *                                                       offsets ▶ group
 *  └─────────────────────────────────────────────────────────────────────────┘
 *
 *  ledger   p1  p2  p3  p4  p5  p6  p7  p8          row 4 of the rows: page 5,
 *  rows     ───────────────── ▲  └── tail ─┘         its seal, turns until then
 * </pre>
 *
 * <p><b>Steps.</b>
 *
 * <ol>
 *   <li>{@link DomainProcessor} adds each turn to the page and sends its outputs at once. What
 *       changes rows is in memory; {@code LaneStore.savePerPage} makes rows of it when the page
 *       ends.
 *   <li>Kafka Streams asks a store for its buffered rows right before it commits ({@link
 *       #flushCache}). In this hook the page is closed: the digest of each lane that took a turn,
 *       and a seal over all of it and the seal before. A page of 4 096 turns or 1 MiB is closed
 *       sooner.
 *   <li>{@link RowHandover} puts the page's end among the held rows, as row 4. After 5 000 turns or
 *       10 s ({@link CheckpointSchedule}) it hands all held rows over: to the disk, and as packs to
 *       the changelog (the text of {@code kernel.ledger.packs} goes on from there). More than 50
 *       000 held rows or 64 MiB of them are handed over after the turn, whatever the settings; a
 *       turn with four times as many hands over some while it runs.
 *   <li>{@link PartitionOpening} restores what a former owner committed late, and compares row 4
 *       with the ledger's end when a task starts. It replays the tail and verifies each page. These
 *       rows are held only, until the next checkpoint.
 *   <li>Rows that are lost, damaged, incomplete or ahead of their changelog, that hold other turns
 *       than row 4 says, or on which the replay of the tail differs, are thrown away. The whole
 *       ledger is replayed, or where its beginning is trimmed what follows a kept checkpoint
 *       ({@link dev.rota.road.stream.past.RetainedCheckpoints}). A ledger that was cut, emptied or
 *       recreated is refused, so that lost rows never look like a new beginning.
 * </ol>
 *
 * <p><b>Why it is right.</b> All held rows are handed over in one transaction, or none, after the
 * page that row 4 names: so the changelog has the rows of the end of a page. How turns are divided
 * into pages decides nothing ({@code PageReplayTest}), nor when checkpoints are. A transaction that
 * read no record hands nothing over: it might commit no offset, and then the group would not refuse
 * it to a former owner. {@code WriteBehindTest} compares store, changelog and a map; {@code
 * PartitionOpeningTest} opens rows of every age and damage; the fault tests kill owners and audit
 * what they left.
 *
 * <p><b>Cost.</b> A transaction costs one record of the ledger, or one for each full page, and a
 * row one write a checkpoint; a row that comes and goes in between none. A row that rules know to
 * be new ({@link NewRows}) is added without a look at the disk. A start replays at most the turns
 * of a checkpoint: at 30 to 80 µs each, 5 000 take less than half a second.
 *
 * <p><b>Rejected.</b> <i>Rows in each transaction</i>: they cost more than the ledger. <i>Kafka
 * Streams' record cache</i>: it writes at each commit, and with an allowed lag a rebalance can lose
 * its rows (KAFKA-12540). <i>Rows of a tail handed over at the start</i>: the tail is short, and a
 * transaction would begin before a record is read.
 */
final class WriteBehind implements KafkaInternals.FlushedStore, NewRows {
  /** With more held rows or bytes a checkpoint is due. */
  private static final int ROWS_MAX = 50_000;

  private static final long BYTES_MAX = 64L << 20;

  /** A turn that holds so much more hands over its first rows. A checkpoint must follow at once. */
  private static final int OVERFLOW = 4;

  /** As many records as Kafka Streams restores at once. */
  private static final int LATE_AT_ONCE = 1_000;

  private final KeyValueStore<Bytes, byte[]> behind;
  private final Consumer<WriteBehind> opened;
  private final PackSizes sizes;
  private final ChangelogRestore restoring;
  private KafkaInternals.TaskChangelog changelog;
  private RowPacker packer;

  private final BufferedWrites held = new BufferedWrites();
  private boolean overflown;

  private final KnownRows known = new KnownRows();

  private Runnable beforeCommit = this::handOver;

  /** A store before any other one. */
  WriteBehind(KeyValueStore<Bytes, byte[]> behind, Consumer<WriteBehind> opened, PackSizes sizes) {
    this.behind = behind;
    this.opened = opened;
    this.sizes = sizes;
    this.restoring = new ChangelogRestore(new StoreRows(behind));
  }

  /**
   * Builds a RocksDB store with changelog and write buffer. Tells of each one when it is open,
   * before its processor is.
   */
  static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder(
      String name, Consumer<WriteBehind> opened) {
    return new Builder(name, RequiredTopics.WRITTEN, opened);
  }

  /** Changes go to the changelog as packs, so Kafka Streams shall not write them there as well. */
  private record Builder(String name, Map<String, String> logConfig, Consumer<WriteBehind> opened)
      implements StoreBuilder<KeyValueStore<Bytes, byte[]>> {
    @Override
    public KeyValueStore<Bytes, byte[]> build() {
      return new WriteBehind(Stores.persistentKeyValueStore(name).get(), opened, PackSizes.DEFAULT);
    }

    @Override
    public boolean loggingEnabled() {
      return true;
    }

    @Override
    public Builder withCachingEnabled() {
      throw new UnsupportedOperationException("it holds rows back itself");
    }

    @Override
    public Builder withCachingDisabled() {
      return this;
    }

    @Override
    public Builder withLoggingEnabled(Map<String, String> config) {
      return new Builder(name, config, opened);
    }

    @Override
    public Builder withLoggingDisabled() {
      throw new UnsupportedOperationException("a start restores its rows");
    }
  }

  /** The write-behind store that Kafka Streams hands out as this one. */
  static WriteBehind of(StateStore store) {
    return (WriteBehind) KafkaInternals.built(store);
  }

  /** Sets what is done right before each commit. It may put rows, and decides to hand over. */
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

  /**
   * Restores what was committed since the rows were: a former owner's last transaction may end
   * later. Else the next pack would have the number of its last one.
   */
  void catchUp(PastLedger past) {
    List<KeyValue<byte[], byte[]>> late = new ArrayList<>();
    changelog
        .taken()
        .forEach(
            (partition, next) ->
                past.readFrom(
                    partition,
                    next,
                    one -> {
                      late.add(KeyValue.pair(one.key(), one.value()));
                      if (late.size() == LATE_AT_ONCE) {
                        restoring.restoreAll(late);
                        late.clear();
                      }
                    }));
    restoring.restoreAll(late);
    clearCache();
  }

  /** Returns why the restored rows are not all there, or null. */
  String lacking() {
    return BasePack.lacking(restoring.disk());
  }

  /** Restores rows from records of the changelog, as Kafka Streams does. */
  void restore(Collection<KeyValue<byte[], byte[]>> records) {
    restoring.restoreAll(records);
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
    packer = new RowPacker(restoring.disk(), changelog, sizes);
  }

  @Override
  public String name() {
    return behind.name();
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    beforeCommit = this::handOver;
    changelog = KafkaInternals.changelog(name(), context);
    clearCache(); // Kafka Streams may reopen the same store after a failure
    behind.init(restoring.in(context), root);
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

package dev.rota.lab.road;

import dev.rota.road.partitions.OfflineRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A partition as its broker has it: records of open and ended transactions, and their markers. A
 * reader that is read_committed comes to the last stable offset: the first record of a transaction
 * that is open.
 */
final class ModelLog {
  /** Of records without a transaction. */
  static final int NOBODY = -1;

  /** The first byte of a pack's key. */
  private static final byte PACK = 7;

  /** Numbers of no pack: below all, far ahead, and above all. */
  private static final long[] STRANGE = {-1, 1L << 43, Long.MAX_VALUE - 1, Long.MAX_VALUE};

  private static final int OVERSIZED = 2 << 20;

  /** The bytes of a pack before its rows. */
  private static final int PACK_HEAD = 13;

  private enum Fate {
    OPEN,
    COMMITTED,
    ABORTED,
    MARKER,
    COMPACTED
  }

  private static final class Entry {
    private final ConsumerRecord<byte[], byte[]> record;
    private final int producer;
    private Fate fate;

    Entry(ConsumerRecord<byte[], byte[]> record, int producer, Fate fate) {
      this.record = record;
      this.producer = producer;
      this.fate = fate;
    }
  }

  private final TopicPartition at;
  private final List<Entry> entries = new ArrayList<>();

  /** The first offset of each open transaction, by its producer. */
  private final Map<Integer, Long> open = new LinkedHashMap<>();

  /** The first retained offset. */
  private long begin;

  ModelLog(TopicPartition at) {
    this.at = at;
  }

  /** Appends a record. Returns its offset. */
  long append(int producer, byte[] key, byte[] value, Headers headers, long atMillis) {
    long offset = end();
    entries.add(
        new Entry(
            OfflineRecord.of(at, offset, atMillis, key, value, headers),
            producer,
            producer == NOBODY ? Fate.COMMITTED : Fate.OPEN));
    if (producer != NOBODY) {
      open.putIfAbsent(producer, offset);
    }
    return offset;
  }

  /** Somebody else writes what looks like one of its records. Returns false if there is none. */
  boolean garble(SplittableRandom random) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    committed(0, all::add);
    if (all.isEmpty()) {
      return false;
    }
    ConsumerRecord<byte[], byte[]> old = all.get(random.nextInt(all.size()));
    byte[] key = old.key();
    byte[] value = all.get(random.nextInt(all.size())).value();
    int most = random.nextBoolean() ? PACK_HEAD : Integer.MAX_VALUE;
    switch (random.nextInt(6)) {
      case 0 -> value = null;
      case 1 -> value = new byte[OVERSIZED];
      case 2 -> value = value == null ? null : ModelDisk.garbled(value, most, random);
      case 3 -> key = ModelDisk.garbled(key, key.length, random);
      case 4 -> {
        long number = STRANGE[random.nextInt(STRANGE.length)];
        key = ByteBuffer.allocate(1 + Long.BYTES).put(PACK).putLong(number).array();
      }
      default -> value = old.value();
    }
    append(NOBODY, key, value, new RecordHeaders(), old.timestamp());
    return true;
  }

  /** Ends the producer's transaction here. */
  void mark(int producer, boolean committed) {
    Long first = open.remove(producer);
    if (first != null) {
      entries.subList(Math.toIntExact(first), entries.size()).stream()
          .filter(entry -> entry.producer == producer && entry.fate == Fate.OPEN)
          .forEach(entry -> entry.fate = committed ? Fate.COMMITTED : Fate.ABORTED);
    }
    var marker = OfflineRecord.of(at, end(), 0, null, null, new RecordHeaders());
    entries.add(new Entry(marker, producer, Fate.MARKER));
  }

  /** The offset of the next record. */
  long end() {
    return entries.size();
  }

  long begin() {
    return begin;
  }

  /** Somebody deletes the records before this offset. Followers have read them. */
  void trim(long offset) {
    begin = offset;
  }

  /** The last stable offset. */
  long stable() {
    return open.values().stream().mapToLong(Long::longValue).min().orElse(end());
  }

  boolean hasOpen() {
    return !open.isEmpty();
  }

  /** Passes all committed records from an offset on. Returns the offset behind them. */
  long committed(long from, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    return committed(from, Long.MAX_VALUE, to);
  }

  /** The same, of those below an offset. */
  long committed(long from, long below, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    long end = Math.max(from, Math.min(below, stable()));
    for (long offset = from; offset < end; offset++) {
      Entry entry = entries.get((int) offset);
      if (entry.fate == Fate.COMMITTED) {
        to.accept(entry.record);
      }
    }
    return end;
  }

  /**
   * Removes committed records with a later one of the same key, and those that remove a key. What
   * is not stable stays. Returns how many are gone.
   */
  long compact() {
    Set<ByteBuffer> later = new HashSet<>();
    long removed = 0;
    for (Entry entry : entries.subList(0, (int) stable()).reversed()) {
      if (entry.fate == Fate.COMMITTED
          && (!later.add(ByteBuffer.wrap(entry.record.key())) || entry.record.value() == null)) {
        entry.fate = Fate.COMPACTED;
        removed++;
      }
    }
    return removed;
  }

  /** The first committed record from an offset on; null: there is none below the stable one. */
  ConsumerRecord<byte[], byte[]> next(long from) {
    long stable = stable();
    for (long offset = from; offset < stable; offset++) {
      Entry entry = entries.get((int) offset);
      if (entry.fate == Fate.COMMITTED) {
        return entry.record;
      }
    }
    return null;
  }
}

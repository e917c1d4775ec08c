package dev.rota.road.logs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads the committed records of one partition up to its end at the start, with lookahead. It
 * passes damaged records, and remembers where they are.
 */
public final class PeekingReader implements AutoCloseable {
  private static final int SILENT_POLLS_MAX = 60;
  private static final int AHEAD_RECORDS_MAX = 20_000;
  private static final long AHEAD_BYTES_MAX = 64L << 20;

  private final TopicPartition partition;
  private final TopicLogs.Log log;
  private final int silentPollsMax;
  private final OffsetRange range;
  private final ArrayDeque<ConsumerRecord<byte[], byte[]>> ahead = new ArrayDeque<>();
  private final List<UnreadableOffsets> damages = new ArrayList<>();
  private final List<OffsetRange> expired = new ArrayList<>();
  private final long begin;
  private final boolean cut;
  private final long endAtOpen;
  private long end;
  private long stuckAt = -1;
  private boolean failing;
  private boolean passing;
  private long bytes;

  /**
   * Opens the reader. Its end is the current end of committed records.
   *
   * @param silentPollsMax it takes its place for the end after so many polls without a record
   */
  public PeekingReader(TopicLogs.Log log, TopicPartition partition, int silentPollsMax) {
    this(log, partition, silentPollsMax, OffsetRange.ALL);
  }

  /** Opens the reader for these offsets alone. */
  public PeekingReader(
      TopicLogs.Log log, TopicPartition partition, int silentPollsMax, OffsetRange range) {
    this.log = log;
    this.partition = partition;
    this.silentPollsMax = silentPollsMax;
    this.range = range;
    cut = log.begin() > range.from();
    begin = Math.max(log.begin(), range.from());
    endAtOpen = Math.min(log.end(), range.to());
    end = endAtOpen;
    if (begin > log.begin()) {
      log.seek(begin);
    }
  }

  /**
   * Opens a reader of these offsets for which a broker that sends nothing for long is a failure.
   */
  public static PeekingReader orFail(TopicLogs logs, TopicPartition partition, OffsetRange range) {
    return new PeekingReader(logs.open(partition), partition, SILENT_POLLS_MAX, range).orFail();
  }

  /** From now on a broker that sends nothing is a failure, and no end. */
  public PeekingReader orFail() {
    failing = true;
    return this;
  }

  /** From now on what is deleted before it was read is no failure: it goes on behind it. */
  public PeekingReader pastDeleted() {
    passing = true;
    return this;
  }

  /** The first offset that it reads. */
  public long begin() {
    return begin;
  }

  /** Returns true if records from its first offset on are no longer retained. */
  public boolean isCut() {
    return cut;
  }

  /** The end offset, exclusive. */
  public long end() {
    return end;
  }

  /** The end when it was opened. */
  public long endAtOpen() {
    return endAtOpen;
  }

  /** Moves the end behind all that is written by now. Reading waits for open transactions. */
  public void extend() {
    extendTo(log.written());
  }

  /** Moves the end. Reading waits for open transactions before it. */
  public void extendTo(long written) {
    end = Math.max(end, Math.min(written, range.to()));
  }

  public TopicPartition partition() {
    return partition;
  }

  /** {@code topic/partition}, for messages. */
  public String where() {
    return partition.topic() + "/" + partition.partition();
  }

  /** What could not be read so far. */
  public List<UnreadableOffsets> damages() {
    return damages;
  }

  /** Returns true if one of these offsets cannot be read. */
  public boolean isDamaged(long from, long to) {
    return damages.stream().anyMatch(damage -> damage.from() < to && damage.to() > from);
  }

  /** What was deleted before it was read, behind {@link #begin}. */
  public List<OffsetRange> expired() {
    return expired;
  }

  /** Returns true if one of these offsets was deleted before it was read. */
  public boolean isExpired(long from, long to) {
    return expired.stream().anyMatch(range -> range.from() < to && range.to() > from);
  }

  /** How often it has passed records so far that it could not read. */
  public int gaps() {
    return damages.size() + expired.size();
  }

  /** The offset from which the broker sends nothing, or -1. */
  public long stuckAt() {
    return stuckAt;
  }

  /** Returns the next record without taking it, or null at the end. */
  public ConsumerRecord<byte[], byte[]> peek() {
    while (ahead.isEmpty() && fetch()) {
      // One poll may bring nothing.
    }
    ConsumerRecord<byte[], byte[]> next = ahead.peek();
    return next == null || next.offset() >= end ? null : next;
  }

  public ConsumerRecord<byte[], byte[]> take() {
    ConsumerRecord<byte[], byte[]> next = peek();
    if (next != null) {
      ahead.poll();
    }
    return next;
  }

  /** Takes all that are left. */
  public void forEach(Consumer<ConsumerRecord<byte[], byte[]>> to) {
    for (ConsumerRecord<byte[], byte[]> next = take(); next != null; next = take()) {
      to.accept(next);
    }
  }

  /**
   * Looks for a record among those ahead, as many as the memory allows.
   *
   * @return how many places ahead it is, or -1
   */
  public int find(Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
    int places = 0;
    long bytes = 0;
    do {
      Iterator<ConsumerRecord<byte[], byte[]>> fresh = ahead.iterator();
      for (int i = 0; i < places; i++) {
        fresh.next();
      }
      for (; fresh.hasNext(); places++) {
        ConsumerRecord<byte[], byte[]> record = fresh.next();
        if (record.offset() >= end) {
          return -1;
        }
        if (wanted.test(record)) {
          return places;
        }
        bytes += Math.max(0, record.serializedValueSize());
      }
    } while (places < AHEAD_RECORDS_MAX && bytes < AHEAD_BYTES_MAX && fetch());
    return -1;
  }

  /** Returns false at the end. */
  private boolean fetch() {
    for (int silent = 0; log.position() < end; silent++) {
      if (silent > silentPollsMax) {
        stuckAt = log.position();
        if (failing) {
          throw new TimeoutException(
              "the broker sends nothing of %s from offset %d on, which ends at %d"
                  .formatted(where(), stuckAt, end));
        }
        end = stuckAt;
        return false;
      }
      try {
        List<ConsumerRecord<byte[], byte[]>> more = log.poll();
        // Includes records after the end, since they are not fetched again when the end moves.
        ahead.addAll(more);
        bytes += bytes(more);
        if (!more.isEmpty()) {
          return true;
        }
      } catch (OffsetOutOfRangeException e) {
        expire(e);
      } catch (KafkaException e) {
        pass(e);
        silent = 0;
      }
    }
    return false;
  }

  /** The size of keys and values of all records that it has read. */
  public long bytes() {
    return bytes;
  }

  /** The size of keys and values of records. */
  public static long bytes(List<ConsumerRecord<byte[], byte[]>> records) {
    long bytes = 0;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
    }
    return bytes;
  }

  /** Records were deleted since it was opened. */
  private void expire(OffsetOutOfRangeException e) {
    long at = log.position();
    long retained = log.retained();
    if (!passing || retained <= at) {
      throw e;
    }
    expired.add(new OffsetRange(at, retained));
    log.seek(retained);
  }

  /** A damaged batch does not say where it ends: the next one is found offset by offset. */
  private void pass(KafkaException e) {
    if (e.getClass() != KafkaException.class && !(e instanceof CorruptRecordException)) {
      throw e;
    }
    long at = log.position();
    int last = damages.size() - 1;
    if (last >= 0 && damages.get(last).to() == at) {
      damages.set(
          last, new UnreadableOffsets(damages.get(last).from(), at + 1, damages.get(last).why()));
    } else {
      damages.add(new UnreadableOffsets(at, at + 1, e.getMessage()));
    }
    log.seek(at + 1);
  }

  /** Closes readers. Each may wait a moment for an answer: all wait at the same time. */
  public static void closeAll(List<PeekingReader> readers) {
    ExecutorService pool = Executors.newCachedThreadPool();
    List<CompletableFuture<Void>> closed =
        readers.stream().map(one -> CompletableFuture.runAsync(one::close, pool)).toList();
    pool.shutdown();
    CompletableFuture.allOf(closed.toArray(CompletableFuture[]::new)).join();
  }

  @Override
  public void close() {
    log.close();
  }
}

package dev.rota.road.backup;

import dev.rota.road.backup.BackupFault.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes an empty partition so that each record has the offset that it had. The package's text says
 * how. Used by one thread.
 *
 * <pre>
 * offset      0   1   2   3   4   5   6   7
 * as it was   r   r   -   r   -   r   -   -        r: a record, -: nobody sees one
 * written     r   r   f   r   f   r   f   m        f: of the transaction, m: the marker that aborts it
 * </pre>
 *
 * Where the one gap within reach has one offset, the record before it is committed in a transaction
 * of its own, and the marker of that takes the gap.
 */
final class OffsetKeepingWriter implements AutoCloseable {
  /** The transaction is ended at the next gap after this time. */
  private static final Duration OPEN_MAX = Duration.ofSeconds(5);

  /** What is sent before the next gap may be under way for five minutes. Brokers allow 15. */
  private static final int TRANSACTION_MILLIS = 600_000;

  private static final Duration MARKER_MAX = Duration.ofSeconds(60);
  private static final Duration CLOSE = Duration.ofSeconds(5);
  private static final byte[] NOTHING = null;

  private final TopicPartition partition;
  private final Producer<byte[], byte[]> records;
  private final Map<String, Object> gapConfigs;
  private final Admin admin;
  private Producer<byte[], byte[]> gaps;
  private boolean isOpen;
  private long openSince;
  private ConsumerRecord<byte[], byte[]> held;
  private long next;
  private Future<RecordMetadata> lastSent;
  private boolean isLastByGaps;
  private long deleteBefore;
  private volatile KafkaException failed;

  /** The offset that a record got instead of the one it had; -1: none did. */
  private volatile long misplaced = -1;

  private volatile long misplacedFrom;

  /**
   * Writes nothing yet.
   *
   * @param records a producer without transactions, which others use too
   * @param configs of a producer
   */
  OffsetKeepingWriter(
      TopicPartition partition,
      Producer<byte[], byte[]> records,
      Map<String, Object> configs,
      Admin admin) {
    this.partition = partition;
    this.records = records;
    this.admin = admin;
    this.gapConfigs = new HashMap<>(configs);
    gapConfigs.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId(partition));
    gapConfigs.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
    gapConfigs.put(ProducerConfig.LINGER_MS_CONFIG, 0);
  }

  /** The same one in each attempt: the next one ends what the last one left open. */
  static String transactionalId(TopicPartition partition) {
    return DomainRestore.TRANSACTIONS + partition;
  }

  /** Offsets before this one were deleted. Readers will not see them: nothing is hidden in them. */
  void begin(long begin) {
    for (; next < begin; next++) {
      send(records, filler(), next);
    }
    await();
    deleteBefore = begin;
  }

  /** What lies before this offset is to be deleted: no reader may see it. */
  long deleteBefore() {
    return deleteBefore;
  }

  /**
   * Writes the next record, and what lies between it and the one before.
   *
   * @param isGapAhead true: another gap follows soon
   */
  void write(ConsumerRecord<byte[], byte[]> record, boolean isGapAhead) {
    fill(record.offset(), isGapAhead);
    held = record;
  }

  /** Fills up to the end of the partition. */
  void finish(long end) {
    fill(end, false);
    await();
    if (isOpen) {
      throw new IllegalStateException(partition + ": a transaction is open at its end");
    }
  }

  /** The offset behind what is written. */
  long position() {
    return next;
  }

  private void fill(long to, boolean isGapAhead) {
    long behind = next + (held == null ? 0 : 1);
    long gap = to - behind;
    boolean ends = !isGapAhead || isOpen && System.nanoTime() - openSince > OPEN_MAX.toNanos();
    if (gap == 1 && ends && !isOpen && held != null) {
      commitHeld();
      return;
    }
    sendHeld();
    if (gap == 1 && ends && !isOpen) { // nothing is before it
      begin(to);
    } else if (gap > 0) {
      fillOpen(to, ends);
    }
  }

  /** With fillers alone, or with a marker at the end. */
  private void fillOpen(long to, boolean ends) {
    await();
    open();
    long last = ends ? to - 1 : to;
    for (; next < last; next++) {
      send(gaps, filler(), next);
    }
    await();
    if (ends) {
      abort();
      end();
    }
  }

  private void abort() {
    try {
      gaps.abortTransaction();
    } catch (ProducerFencedException | InvalidProducerEpochException e) {
      throw isOverdue() ? overdue() : e;
    }
  }

  /** The broker has ended the transaction, and its marker has taken an offset. */
  private boolean isOverdue() {
    return isOpen && System.nanoTime() - openSince > millis() * 1_000_000L;
  }

  private long millis() {
    return Long.parseLong(gapConfigs.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG).toString());
  }

  private BackupFault overdue() {
    return new BackupFault(
        Reason.AGAIN,
        "%s: what lies between two gaps could not be written within %d s"
            .formatted(partition, millis() / 1_000),
        "look whether brokers are slow or a quota is set, and run it again: it writes this topic"
            + " anew");
  }

  private void open() {
    if (gaps == null) {
      gaps = new KafkaProducer<>(gapConfigs, new ByteArraySerializer(), new ByteArraySerializer());
      gaps.initTransactions();
    }
    if (!isOpen) {
      gaps.beginTransaction();
      isOpen = true;
      openSince = System.nanoTime();
    }
  }

  private void commitHeld() {
    await();
    open();
    send(gaps, copy(held), next);
    held = null;
    next++;
    await();
    gaps.commitTransaction();
    end();
  }

  /** A transaction's end is answered before its marker is written. */
  private void end() {
    isOpen = false;
    next++;
    long deadline = System.nanoTime() + MARKER_MAX.toNanos();
    long end = logEnd();
    while (end < next) {
      if (System.nanoTime() - deadline > 0) {
        throw new KafkaException(
            "%s: the marker of a transaction is not written at offset %d"
                .formatted(partition, next - 1));
      }
      SettledEnds.pause();
      end = logEnd();
    }
    if (end > next) {
      throw another(end - 1, next - 1);
    }
  }

  private long logEnd() {
    try {
      return admin
          .listOffsets(
              Map.of(partition, OffsetSpec.latest()),
              new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
          .partitionResult(partition)
          .get()
          .offset();
    } catch (ExecutionException e) {
      throw new KafkaException(partition + ": its end is not known", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private void sendHeld() {
    if (held != null) {
      if (isLastByGaps) {
        await();
      }
      send(records, copy(held), next);
      held = null;
      next++;
    }
  }

  private void send(
      Producer<byte[], byte[]> by, ProducerRecord<byte[], byte[]> record, long expected) {
    if (failed != null) {
      throw failed;
    }
    isLastByGaps = by == gaps;
    lastSent =
        by.send(
            record,
            (at, e) -> {
              if (e != null) {
                fail(e instanceof KafkaException known ? known : new KafkaException(e));
              } else if (at.offset() != expected) {
                misplaced = at.offset();
                misplacedFrom = expected;
              }
            });
    if (misplaced >= 0) {
      throw another(misplaced, misplacedFrom);
    }
  }

  private void fail(KafkaException e) {
    failed = failed == null ? e : failed;
  }

  private BackupFault another(long found, long expected) {
    if (isOverdue()) {
      return overdue();
    }
    return new BackupFault(
        Reason.AGAIN,
        "%s: a record got the offset %d instead of %d: somebody else writes this topic"
            .formatted(partition, found, expected),
        "stop engines and producers of this cluster, and run it again: it writes this topic anew");
  }

  /** Waits until all that was sent is there. */
  private void await() {
    try {
      if (lastSent != null) {
        var _ = lastSent.get(5, TimeUnit.MINUTES);
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException known
          ? known
          : new KafkaException(partition + " cannot be written", e.getCause());
    } catch (java.util.concurrent.TimeoutException e) {
      throw new KafkaException(partition + " cannot be written", e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
    if (failed != null) {
      throw failed;
    }
    if (misplaced >= 0) {
      throw another(misplaced, misplacedFrom);
    }
  }

  private ProducerRecord<byte[], byte[]> filler() {
    return new ProducerRecord<>(partition.topic(), partition.partition(), 0L, NOTHING, NOTHING);
  }

  private static ProducerRecord<byte[], byte[]> copy(ConsumerRecord<byte[], byte[]> record) {
    return new ProducerRecord<>(
        record.topic(),
        record.partition(),
        record.timestamp(),
        record.key(),
        record.value(),
        record.headers());
  }

  @Override
  public void close() {
    if (gaps != null) {
      gaps.close(CLOSE);
    }
  }
}

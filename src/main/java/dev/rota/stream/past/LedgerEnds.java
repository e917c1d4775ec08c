package dev.rota.stream.past;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.partitions.PartitionReader;
import dev.rota.stream.past.LedgerEnd.Turn;
import dev.rota.topics.TurnHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;

/**
 * Reads the ends of a domain's ledger: a few records, however long the ledger is. It does not wait
 * for open transactions, since what they hold is not decided yet. Thread-safe.
 */
public final class LedgerEnds implements LedgerEnd.Source, AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration READ_MAX = Duration.ofSeconds(20);
  private static final int FIRST_RECORDS = 8;
  private static final int WIDER = 16;
  private static final Pattern TURN = Pattern.compile("(.+)/(\\d{1,18})");

  private final Map<String, Object> kafka;
  private final String ledger;
  private PartitionReader<byte[]> reader;

  public LedgerEnds(Map<String, Object> kafka, String ledger) {
    this.kafka = kafka;
    this.ledger = ledger;
  }

  /**
   * Returns the end of a partition.
   *
   * @throws TimeoutException if the ledger cannot be read
   */
  @Override
  public synchronized LedgerEnd of(int partition) {
    if (reader == null) {
      reader = PartitionReader.ofBytes(kafka);
    }
    TopicPartition one = new TopicPartition(ledger, partition);
    reader.assign(List.of(one));
    long begin = reader.begin(one);
    long end = reader.ends().get(one);
    return begin == end
        ? new LedgerEnd(Optional.empty(), begin > 0 || hasUncommitted(one))
        : new LedgerEnd(last(one, begin, end, FIRST_RECORDS), true);
  }

  /** Markers and aborted records take offsets too, so the last records may hold no entry. */
  private Optional<Turn> last(TopicPartition partition, long begin, long end, long count) {
    long from = Math.max(begin, end - count);
    Optional<Turn> last = lastFrom(partition, from);
    return last.isPresent() || from == begin ? last : last(partition, begin, end, count * WIDER);
  }

  private Optional<Turn> lastFrom(TopicPartition partition, long offset) {
    reader.consumer().seek(partition, offset);
    Optional<Turn> last = Optional.empty();
    long deadline = System.nanoTime() + READ_MAX.toNanos();
    while (!reader.isAtEnds()) {
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
        Optional<Turn> turn = turn(record);
        last = turn.isPresent() ? turn : last;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new TimeoutException("the ledger " + partition + " cannot be read");
      }
    }
    return last;
  }

  /** The entry's identity, {@code lane/number}. */
  private static Optional<Turn> turn(ConsumerRecord<byte[], byte[]> entry) {
    Header header = entry.headers().lastHeader(TurnHeaders.TURN);
    Matcher turn = TURN.matcher(header == null ? "" : new String(header.value(), UTF_8));
    return turn.matches()
        ? Optional.of(new Turn(turn.group(1), Long.parseLong(turn.group(2))))
        : Optional.empty();
  }

  private boolean hasUncommitted(TopicPartition partition) {
    try (PartitionReader<byte[]> all = PartitionReader.uncommitted(kafka)) {
      return all.end(partition) > 0;
    }
  }

  @Override
  public synchronized void close() {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}

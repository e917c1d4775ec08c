package dev.rota.road.stream.past;

import static java.util.stream.Collectors.joining;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.WireFormat;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.road.topics.rights.UngrantedRights;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads a domain's ledger on its cluster. Ends are a few records, however long it is. Thread-safe:
 * each call has a reader of its own, so that nobody waits while another rebuilds.
 */
public final class LedgerEnds implements PastLedger {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final Duration SILENCE_MAX = Duration.ofSeconds(20);

  /** Transactions of a dead owner end by then. */
  private static final Duration OPEN_MAX = Duration.ofSeconds(60);

  /**
   * How long a broker may keep a fetch that finds nothing. It answers no other request of the same
   * connection meanwhile, and a reader that is at the end has such a fetch under way.
   */
  private static final int FETCH_WAIT_MILLIS = 5;

  private static final int FIRST_RECORDS = 8;
  private static final int WIDER = 16;

  private final Map<String, Object> kafka;
  private final String ledger;
  private final List<String> written;
  private final CheckpointChoice since;
  private final Duration openMax;

  /**
   * Reads nothing yet.
   *
   * @param kafka settings of every client
   * @param ledger the topic
   * @param besides the other topics that the tasks write: outputs, and the changelog of their rows
   * @param since whose kept checkpoints count
   */
  public LedgerEnds(
      Map<String, Object> kafka, String ledger, List<String> besides, CheckpointChoice since) {
    this(kafka, ledger, besides, since, OPEN_MAX);
  }

  LedgerEnds(
      Map<String, Object> kafka,
      String ledger,
      List<String> besides,
      CheckpointChoice since,
      Duration openMax) {
    this.kafka = new HashMap<>(kafka);
    this.kafka.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    this.ledger = ledger;
    this.written = Stream.concat(Stream.of(ledger), besides.stream()).toList();
    this.since = since;
    this.openMax = openMax;
  }

  @Override
  public LedgerEnd end(int partition) {
    TopicPartition one = new TopicPartition(ledger, partition);
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      awaitEndOfTransactions(reader, partition);
      long begin = reader.begin(one);
      long end = reader.end(one);
      LedgerEnd last = new LedgerEnd(end > 0);
      long from = end;
      for (long count = FIRST_RECORDS; from > begin && last.pages() == 0; count *= WIDER) {
        from = Math.max(begin, end - count);
        last = lastFrom(reader, one, from);
      }
      return last.beginning(begin, begin == 0 ? firstPage(reader, one) : 0);
    }
  }

  /** The page that the first record is; 0: it is none, or there is no record. */
  private static long firstPage(PartitionReader<byte[]> reader, TopicPartition partition) {
    return firstFrom(reader, partition, 0).map(LedgerEnds::page).orElse(0L);
  }

  /**
   * The page that a record is; 0: it is none.
   *
   * @throws UnfitCluster if it is a turn that Rota 0.1 wrote
   */
  private static long page(ConsumerRecord<byte[], byte[]> record) {
    long page = PageHeaders.number(record.headers());
    byte[] payload = page > 0 ? null : WireFormat.payload(record.headers(), record.value());
    Optional<String> older = payload == null ? Optional.empty() : PageWire.older(payload);
    if (older.isPresent()) {
      throw new UnfitCluster(
          RequiredTopics.where(record)
              + " cannot be read: "
              + older.get()
              + ". Nothing is decided");
    }
    return page;
  }

  /**
   * Waits until nothing that the task writes has an open transaction. A record of one is not seen
   * yet, and the next commit of the same producer would commit it with its own.
   */
  private void awaitEndOfTransactions(PartitionReader<byte[]> reader, int partition) {
    List<TopicPartition> all =
        written.stream().map(topic -> new TopicPartition(topic, partition)).toList();
    long deadline = System.nanoTime() + openMax.toNanos();
    reader.assign(all).consumer().pause(all); // only their ends are of interest
    try (PartitionReader<byte[]> uncommitted = PartitionReader.uncommitted(kafka)) {
      uncommitted.assign(all); // else its ends are warned of in Kafka's log
      while (true) {
        // These first: a transaction that ends meanwhile must not look open.
        Map<TopicPartition, Long> last = uncommitted.ends(all);
        Map<TopicPartition, Long> stable = reader.ends(all);
        List<TopicPartition> open =
            all.stream().filter(one -> stable.get(one) < last.get(one)).toList();
        if (open.isEmpty()) {
          reader.consumer().resume(all);
          return;
        }
        if (System.nanoTime() - deadline > 0) {
          throw new TimeoutException(hanging(open, stable));
        }
        reader.poll(LOOK_AGAIN);
      }
    }
  }

  private String hanging(List<TopicPartition> open, Map<TopicPartition, Long> stable) {
    return open.stream()
        .map(one -> one + " since offset " + stable.get(one))
        .collect(
            joining(
                ", ",
                "a transaction is open for more than " + openMax.toSeconds() + " s on ",
                ". Nothing is decided until it ends. If this comes back, no broker will end it: run"
                    + " kafka-transactions.sh abort for each (--topic, --partition, --start-offset)"
                    + " and for the partition of __consumer_offsets that find-hanging names, then"
                    + " rota audit"));
  }

  /** Markers and aborted records take offsets too, so the last records may hold nothing. */
  private static LedgerEnd lastFrom(
      PartitionReader<byte[]> reader, TopicPartition partition, long offset) {
    LedgerEnd[] last = {new LedgerEnd(true)};
    read(
        reader,
        partition,
        offset,
        record -> {
          long page = page(record);
          last[0] = page > 0 ? new LedgerEnd(page, seal(record)) : new LedgerEnd(true);
        });
    return last[0];
  }

  private static byte[] seal(ConsumerRecord<byte[], byte[]> page) {
    byte[] payload = WireFormat.payload(page.headers(), page.value());
    return payload == null ? null : PageWire.seal(payload);
  }

  @Override
  public void readAfter(int partition, long page, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    TopicPartition one = new TopicPartition(ledger, partition);
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      long begin = reader.begin(one);
      long end = reader.end(one);
      long from = end;
      for (long count = FIRST_RECORDS;
          from > begin && !reaches(reader, one, from, page);
          count *= WIDER) {
        from = Math.max(begin, end - count);
      }
      read(
          reader,
          one,
          from,
          record -> {
            if (PageHeaders.number(record.headers()) > page) {
              to.accept(record);
            }
          });
    }
  }

  /** Returns true if the first record from that offset on is not behind the page. */
  private static boolean reaches(
      PartitionReader<byte[]> reader, TopicPartition partition, long offset, long page) {
    return firstFrom(reader, partition, offset)
        .filter(record -> PageHeaders.number(record.headers()) <= page)
        .isPresent();
  }

  private static Optional<ConsumerRecord<byte[], byte[]>> firstFrom(
      PartitionReader<byte[]> reader, TopicPartition partition, long offset) {
    reader.assign(List.of(partition));
    reader.consumer().seek(partition, offset);
    long deadline = System.nanoTime() + SILENCE_MAX.toNanos();
    while (!reader.isAtEnds() && System.nanoTime() - deadline < 0) {
      Iterator<ConsumerRecord<byte[], byte[]>> some = reader.poll(POLL).iterator();
      if (some.hasNext()) {
        return Optional.of(some.next());
      }
    }
    return Optional.empty();
  }

  @Override
  public void readAll(int partition, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    TopicPartition one = new TopicPartition(ledger, partition);
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      read(reader, one, reader.begin(one), to);
    }
  }

  @Override
  public void readFrom(
      TopicPartition partition, long offset, Consumer<ConsumerRecord<byte[], byte[]>> to) {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      long from = Math.max(offset, reader.begin(partition));
      if (from < reader.end(partition)) {
        read(reader, partition, from, to);
      }
    }
  }

  @Override
  public RetainedCheckpoints kept(Domain domain, int partition) {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      if (reader.begin(new TopicPartition(ledger, partition)) == 0) {
        return RetainedCheckpoints.none();
      }
    }
    List<AccessRight> read = List.of(AccessRight.toRead(RequiredTopics.checkpoints(domain.name())));
    return RetainedCheckpoints.of(
        domain,
        new KafkaLogs(domain, kafka),
        since,
        partition,
        e -> new UngrantedRights(TopicRole.ENGINE, read, kafka, e).line());
  }

  private static void read(
      PartitionReader<byte[]> reader,
      TopicPartition partition,
      long offset,
      Consumer<ConsumerRecord<byte[], byte[]>> to) {
    reader.assign(List.of(partition));
    reader.consumer().seek(partition, offset);
    reader.readToEnds("the topic " + partition, SILENCE_MAX, to);
  }
}

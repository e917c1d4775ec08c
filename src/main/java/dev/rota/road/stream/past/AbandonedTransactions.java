package dev.rota.road.stream.past;

import dev.rota.road.topics.AdminAnswer;
import dev.rota.road.topics.ProducerFencing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeTransactionsOptions;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactions that former owners of a partition left open. Brokers end one when it times out,
 * and until then the next owner sees neither the ledger's end nor the group's offsets. It need not
 * wait: whom the group has given a partition, nobody else may write there, so it fences the
 * producer of each open transaction that has.
 *
 * <p>A process that is frozen between its last poll and this may fence the rightful owner, once.
 * That owner's task then starts again, and nothing is decided twice. Thread-safe.
 */
public final class AbandonedTransactions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AbandonedTransactions.class);
  private static final Set<TransactionState> OPEN = EnumSet.of(TransactionState.ONGOING);
  private static final int ANSWER_MILLIS = 4_000;

  /** A transaction that is being ended is soon over, and its producer is fenced after that. */
  private static final int RETRY_MILLIS = 20;

  private static final long QUIET_NANOS = 60_000_000_000L;
  private static final String UNANSWERED = "the brokers do not end it";

  private final Map<String, Object> kafka;
  private final String prefix;
  private final Set<String> topics;
  private Admin admin;
  private boolean closed;
  private long quietNanos = System.nanoTime();

  /**
   * Asks nobody yet.
   *
   * @param kafka settings of every client
   * @param group the consumer group; its transactional ids begin with it
   * @param topics that only a partition's owner writes
   */
  public AbandonedTransactions(Map<String, Object> kafka, String group, Collection<String> topics) {
    this.kafka = new HashMap<>(kafka);
    this.kafka.put(AdminClientConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_MILLIS);
    this.prefix = group + "-";
    this.topics = Set.copyOf(topics);
  }

  /**
   * Ends those that wrote to these partitions. This process owns them, and has not written there
   * yet. What cannot be ended is logged, and times out.
   *
   * @param partitions their numbers, the same in all topics
   */
  public void end(Set<Integer> partitions) {
    if (isQuiet()) {
      return;
    }
    try {
      List<String> ids = abandoned(partitions);
      if (!ids.isEmpty()) {
        LOG.info("partitions {}: ends what a former owner left open: {}", partitions, ids);
        var options = new FenceProducersOptions().timeoutMs(ANSWER_MILLIS);
        ProducerFencing.fence(admin(), ids, options, UNANSWERED);
      }
    } catch (KafkaException e) {
      beQuiet();
      LOG.warn(
          "partitions {}: what a former owner left open has to time out: {}",
          partitions,
          reason(e));
    }
  }

  private List<String> abandoned(Set<Integer> partitions) {
    List<String> ids =
        open().stream()
            .map(TransactionListing::transactionalId)
            .filter(id -> id.startsWith(prefix))
            .toList();
    if (ids.isEmpty()) {
      return ids;
    }
    var options = new DescribeTransactionsOptions().timeoutMs(ANSWER_MILLIS);
    var described = admin().describeTransactions(ids, options);
    return ids.stream().filter(id -> isOn(partitions, described.description(id))).toList();
  }

  /** Those that the brokers know. One that is down keeps nobody from the others' answers. */
  private List<TransactionListing> open() {
    var options = new ListTransactionsOptions().filterStates(OPEN).timeoutMs(ANSWER_MILLIS);
    var brokers = AdminAnswer.of(admin().listTransactions(options).byBrokerId(), UNANSWERED);
    List<TransactionListing> open = new ArrayList<>();
    brokers.forEach(
        (broker, answer) -> {
          try {
            open.addAll(AdminAnswer.of(answer, UNANSWERED));
          } catch (KafkaException e) {
            beQuiet();
            LOG.warn("broker {} does not list its transactions: {}", broker, reason(e));
          }
        });
    return open;
  }

  /** Whoever asks holds up a thread: a broker that does not answer is not asked again at once. */
  private synchronized void beQuiet() {
    quietNanos = System.nanoTime() + QUIET_NANOS;
  }

  private synchronized boolean isQuiet() {
    return closed || System.nanoTime() - quietNanos < 0;
  }

  private static String reason(KafkaException e) {
    return e.getCause() == null ? e.toString() : e.getCause().toString();
  }

  /** One that has ended meanwhile is on none. */
  private boolean isOn(Set<Integer> partitions, KafkaFuture<TransactionDescription> described) {
    TransactionDescription transaction;
    try {
      transaction = AdminAnswer.of(described, UNANSWERED);
    } catch (KafkaException _) {
      return false;
    }
    return transaction.topicPartitions().stream()
        .filter(one -> topics.contains(one.topic()))
        .map(TopicPartition::partition)
        .anyMatch(partitions::contains);
  }

  private synchronized Admin admin() {
    if (admin == null) {
      admin = Admin.create(kafka);
    }
    return admin;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (admin != null) {
      admin.close(Duration.ZERO);
      admin = null;
    }
  }
}

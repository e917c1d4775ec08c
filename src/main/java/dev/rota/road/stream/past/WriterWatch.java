package dev.rota.road.stream.past;

import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the ledger of the partitions that this process owns, in a thread of its own. Two that
 * decide one ledger number their pages alike, since neither knows of the other's: a page whose
 * number was there before is another application's, or makes these pages another's.
 */
public final class WriterWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriterWatch.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

  private final Map<String, Object> kafka;
  private final String domain;
  private final LedgerOwner owner;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Map<TopicPartition, Last> lasts = new HashMap<>();
  private volatile PartitionReader<byte[]> reader;
  private Thread thread;

  /** The last page of a partition. */
  private record Last(long number, long offset) {}

  /**
   * Prepares it.
   *
   * @param kafka settings of every client
   * @param owner knows whose claim must stand
   */
  public WriterWatch(Map<String, Object> kafka, String domain, LedgerOwner owner) {
    this.kafka = kafka;
    this.domain = domain;
    this.owner = owner;
  }

  /**
   * Begins to watch.
   *
   * @param owned the partitions of this process
   * @param stop called when another application decides the ledger as well
   */
  public void start(Supplier<Set<Integer>> owned, Consumer<UnfitCluster> stop) {
    thread = new Thread(() -> run(owned, stop), domain + "-writers");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(Supplier<Set<Integer>> owned, Consumer<UnfitCluster> stop) {
    while (ending.getCount() > 0) {
      try (PartitionReader<byte[]> opened = PartitionReader.ofBytes(kafka)) {
        reader = opened;
        lasts.clear();
        while (ending.getCount() > 0) {
          follow(opened, owned.get());
        }
      } catch (UnfitCluster foreign) {
        stop.accept(foreign);
        return;
      } catch (KafkaException e) {
        LOG.debug("{}: its ledger cannot be followed at present", domain, e);
      } catch (RuntimeException e) {
        LOG.error("{}: its ledger cannot be followed at present; retrying", domain, e);
      }
      pause();
    }
  }

  private void follow(PartitionReader<byte[]> from, Set<Integer> owned) {
    Set<TopicPartition> wanted = new HashSet<>();
    owned.forEach(one -> wanted.add(new TopicPartition(RequiredTopics.ledger(domain), one)));
    if (owner.hasTopic()) {
      wanted.add(owner.claims());
    }
    Set<TopicPartition> known = from.consumer().assignment();
    if (!known.equals(wanted)) {
      from.consumer().assign(wanted); // all claims are read, of a ledger what comes
      List<TopicPartition> fresh =
          wanted.stream().filter(one -> !known.contains(one) && !isClaims(one)).toList();
      from.skip(fresh);
      lasts.keySet().retainAll(known);
      lasts.keySet().retainAll(wanted);
    }
    if (wanted.isEmpty()) {
      pause();
    } else {
      from.poll(POLL).forEach(this::take);
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    TopicPartition one = new TopicPartition(record.topic(), record.partition());
    if (isClaims(one)) {
      owner.requireClaim();
      return;
    }
    long number = PageHeaders.number(record.headers());
    Last last = lasts.put(one, new Last(number, record.offset()));
    // A topic that is made anew begins again with both: that is another's to tell.
    if (last != null && number > 0 && number <= last.number && record.offset() > last.offset) {
      throw new UnfitCluster(
          ("%s has page %d twice, at offset %d and before: another application decides %s as well,"
                  + " with a state of its own. Nothing more is decided here. Stop both, and see"
                  + " docs/operations.md, \"Who owns a ledger\"")
              .formatted(one, number, record.offset(), domain));
    }
  }

  private boolean isClaims(TopicPartition one) {
    return one.equals(owner.claims());
  }

  private void pause() {
    try {
      var _ = ending.await(POLL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      ending.countDown();
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ending.countDown();
    PartitionReader<byte[]> open = reader;
    if (open != null) {
      open.consumer().wakeup();
    }
    try {
      if (thread != null && thread != Thread.currentThread()) {
        thread.join(CLOSE_MAX.toMillis());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

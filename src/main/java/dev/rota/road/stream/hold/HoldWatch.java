package dev.rota.road.stream.hold;

import dev.rota.road.partitions.PartitionReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows which partitions of a domain are held, in a thread of its own. */
public final class HoldWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HoldWatch.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration LOOK = Duration.ofSeconds(10);
  private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

  private final String domain;
  private final HoldTopic topic;
  private final HeldPartitions holds;
  private final PartitionReader<byte[]> reader;
  private final SortedMap<Integer, Instant> held = new TreeMap<>();
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Thread thread;
  private boolean open;
  private long readNanos;
  private boolean told;
  private boolean toldGone;

  /**
   * Prepares it.
   *
   * @param kafka settings of every client
   * @param holds are updated
   */
  public HoldWatch(String domain, Map<String, Object> kafka, HeldPartitions holds) {
    this.domain = domain;
    this.topic = new HoldTopic(kafka, domain);
    this.holds = holds;
    this.reader = topic.reader();
    this.thread = new Thread(this::run, domain + "-holds");
    thread.setDaemon(true);
  }

  /**
   * Reads what is held now, then goes on to follow it. Without the topic nothing is held.
   *
   * @throws KafkaException if the topic is there and cannot be read
   */
  public void start() {
    open();
    thread.start();
  }

  /** Those of these partitions that are held, in order. */
  public List<Integer> held(Set<Integer> these) {
    return these.stream().filter(holds::isHeld).sorted().toList();
  }

  /** Those of these partitions that are decided. */
  public Set<Integer> free(Set<Integer> these) {
    return these.stream().filter(one -> !holds.isHeld(one)).collect(Collectors.toSet());
  }

  /** Why these partitions do not get on: they are held. */
  public Optional<String> trouble(List<Integer> these) {
    return these.isEmpty() ? Optional.empty() : Optional.of(waiting(these));
  }

  private String waiting(Collection<Integer> these) {
    return "held: nothing of the partitions %s is decided until 'rota release %s'"
        .formatted(these, domain);
  }

  /**
   * Reads the topic from its beginning. One that is made anew has the same offsets, so whoever goes
   * on from an offset may miss its first records. What no record is about stays as it is.
   */
  private void open() {
    open = false;
    SortedMap<Integer, Instant> now = new TreeMap<>(held);
    try {
      if (topic.isOpen(reader)) {
        topic.readToEnd(reader, now);
        held.clear();
        held.putAll(now);
        tell();
        readNanos = System.nanoTime();
        open = true;
        toldGone = false;
      } else if (!held.isEmpty() && !toldGone) {
        toldGone = true;
        LOG.warn(
            "{}: the topic of its holds is gone. The partitions {} stay held until this process"
                + " ends, or the topic is recreated and releases them",
            domain,
            held.keySet());
      }
    } catch (AuthorizationException e) {
      if (!told) {
        LOG.warn(
            "{}: nobody may hold it, for its holds cannot be read: {}",
            domain,
            topic.unreadable(e).getMessage());
      }
      told = true;
    }
  }

  private void run() {
    try {
      while (ending.getCount() > 0) {
        follow();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      reader.close();
    }
  }

  private void follow() throws InterruptedException {
    try {
      if (open && System.nanoTime() - readNanos < LOOK.toNanos()) {
        ConsumerRecords<byte[], byte[]> some = reader.poll(POLL);
        some.forEach(record -> HoldTopic.take(record, held));
        if (!some.isEmpty()) {
          tell();
        }
        return;
      }
      open();
    } catch (KafkaException e) {
      LOG.debug("{}: its holds cannot be read at present", domain, e);
    } catch (RuntimeException e) {
      LOG.error("{}: its holds cannot be read at present; retrying", domain, e);
    }
    Duration pause = open ? POLL : LOOK;
    var _ = ending.await(pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void tell() {
    var before = holds.all();
    holds.set(held.keySet());
    if (!before.equals(holds.all())) {
      LOG.info(
          "{}: {}",
          domain,
          held.isEmpty() ? "released: all partitions are decided" : waiting(held.keySet()));
    }
  }

  @Override
  public void close() {
    ending.countDown();
    if (thread.getState() == Thread.State.NEW) {
      reader.close();
      return;
    }
    reader.consumer().wakeup();
    try {
      thread.join(CLOSE_MAX.toMillis());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

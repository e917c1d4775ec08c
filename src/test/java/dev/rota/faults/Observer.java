package dev.rota.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.stream.TurnHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads the ledger read_committed as it grows: who waited how long, and whether all is in order.
 */
final class Observer implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final long ENDING_MAX_MILLIS = 10_000;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread = new Thread(this::run, "observer");
  private final int partitions;
  private final Map<String, Long> numbers = new HashMap<>();
  private final Set<String> sources = new HashSet<>();
  private final List<String> wrong = new ArrayList<>();
  private final long[] lastNanos;
  private final long[] gapNanos;
  private long turns;
  private long doubled;
  private volatile boolean ended;

  Observer(String bootstrap, String ledger, int partitions) {
    this.partitions = partitions;
    this.lastNanos = new long[partitions];
    this.gapNanos = new long[partitions];
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "isolation.level",
                "read_committed",
                "request.timeout.ms",
                3_000,
                "fetch.max.wait.ms",
                50),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> all =
        IntStream.range(0, partitions).mapToObj(i -> new TopicPartition(ledger, i)).toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!ended) {
      consumer.poll(POLL).forEach(this::see);
    }
    consumer.close();
  }

  private synchronized void see(ConsumerRecord<byte[], byte[]> record) {
    turns++;
    measure(record.partition(), System.nanoTime());
    String[] turn = text(record, TurnHeaders.TURN).split("/", -1);
    long number = Long.parseLong(turn[1]);
    long before = numbers.getOrDefault(turn[0], 0L);
    numbers.put(turn[0], number);
    if (number != before + 1) {
      wrong.add(turn[0] + ": turn " + number + " after " + before);
    }
    if (!sources.add(text(record, TurnHeaders.SOURCE))) {
      doubled++;
    }
  }

  private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return new String(header.value(), UTF_8);
  }

  private void measure(int partition, long now) {
    gapNanos[partition] = Math.max(gapNanos[partition], now - lastNanos[partition]);
    lastNanos[partition] = now;
  }

  /** Forgets all pauses: one that begins now is measured from here. */
  synchronized void measureFromNow() {
    for (int i = 0; i < partitions; i++) {
      gapNanos[i] = 0;
      lastNanos[i] = System.nanoTime();
    }
  }

  /** The longest silence of each partition, a present one too; in milliseconds, longest first. */
  synchronized List<Long> pauses() {
    long now = System.nanoTime();
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      pauses.add(Math.max(gapNanos[i], now - lastNanos[i]) / 1_000_000);
    }
    pauses.sort(Collections.reverseOrder());
    return pauses;
  }

  /** Whether each partition was heard of after that point of {@link System#nanoTime}. */
  synchronized boolean allHeardAfter(long nanos) {
    return IntStream.range(0, partitions).allMatch(i -> lastNanos[i] - nanos > 0);
  }

  synchronized long turns() {
    return turns;
  }

  /** Inputs that have two turns. */
  synchronized long doubled() {
    return doubled;
  }

  /** Lanes whose turns are not 1, 2, 3, … */
  synchronized List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** How many turns a lane has had. */
  synchronized long turns(String lane) {
    return numbers.getOrDefault(lane, 0L);
  }

  @Override
  public void close() {
    ended = true;
    try {
      thread.join(ENDING_MAX_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.rota.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.Outcome;
import dev.rota.faults.Evidence.Answer;
import dev.rota.faults.Evidence.Turn;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.registry.AvroDeserializer;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.testing.LedgerRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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

/** Reads read_committed, as it grows, what is decided and published; and who waited how long. */
final class Observer implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final long ENDING_MAX_MILLIS = 10_000;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final AvroDeserializer values = new AvroDeserializer();
  private final Thread thread = new Thread(this::run, "observer");
  private final String ledger;
  private final int partitions;
  private final List<Turn> turns = new ArrayList<>();
  private final List<Answer> answers = new ArrayList<>();
  private final Map<String, Long> lanes = new HashMap<>();
  private final Set<String> visible = new HashSet<>();
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final long[] counts;
  private final long[] lastNanos;
  private final long[] gapNanos;
  private Throwable fault;
  private volatile boolean ended;

  Observer(String bootstrap, String registry, CoresDomain domain, int partitions) {
    this.partitions = partitions;
    this.ledger = RequiredTopics.ledger(domain.name());
    this.counts = new long[partitions];
    this.lastNanos = new long[partitions];
    this.gapNanos = new long[partitions];
    values.configure(Map.of("schema.registry.url", registry, "specific.avro.reader", true), false);
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
                250),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> all =
        topics(domain.name()).stream()
            .flatMap(
                topic -> IntStream.range(0, partitions).mapToObj(i -> new TopicPartition(topic, i)))
            .toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
    thread.setDaemon(true);
    thread.start();
  }

  /** What it reads: all that decisions leave behind. A page comes last in its transaction. */
  static List<String> topics(String domain) {
    return List.of(
        RequiredTopics.ledger(domain),
        Channel.ASSIGNMENTS.topic(domain),
        Channel.OUTCOMES.topic(domain));
  }

  private void run() {
    try (consumer) {
      while (!ended) {
        consumer.poll(POLL).forEach(this::see);
        Map<TopicPartition, Long> now = new HashMap<>();
        consumer.assignment().forEach(at -> now.put(at, consumer.position(at)));
        settle(now);
      }
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private synchronized void settle(Map<TopicPartition, Long> now) {
    positions.putAll(now);
  }

  private synchronized void fail(Throwable cause) {
    fault = cause;
  }

  private synchronized void see(ConsumerRecord<byte[], byte[]> record) {
    String source = text(record, TurnHeaders.SOURCE);
    visible.add(place(record));
    if (record.topic().equals(ledger)) {
      measure(record.partition(), System.nanoTime());
      counts[record.partition()] += PageHeaders.turns(record.headers());
      for (TurnEntry turn : LedgerRecords.turns(record)) {
        String input = turn.source() == null ? null : turn.source().path();
        turns.add(new Turn(turn.lane(), turn.number(), input));
        lanes.merge(turn.lane(), 1L, Long::sum);
      }
    } else if (source != null) {
      answer(source, values.deserialize(record.topic(), record.headers(), record.value()));
    }
  }

  /** A block is answered by its schedule, a claim by its place in the queue; or either refused. */
  private void answer(String source, Object published) {
    if (published instanceof CoreSchedule) {
      answers.add(new Answer(source, "SCHEDULE"));
    } else if (published instanceof ClaimOutcome outcome) {
      if (outcome.getOutcome() == Outcome.REFUSED) {
        answers.add(new Answer(source, "REFUSED " + outcome.getReason()));
      } else if (outcome.getOutcome() == Outcome.QUEUED) {
        answers.add(new Answer(source, "QUEUED"));
      }
    } else {
      throw new IllegalStateException("no answer has the form of " + published);
    }
  }

  private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }

  /** A record's place as text. */
  static String place(ConsumerRecord<?, ?> record) {
    return record.topic() + "/" + record.partition() + "/" + record.offset();
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

  /** The longest silence of each partition in milliseconds, a present one too. */
  synchronized long[] pauses() {
    long now = System.nanoTime();
    return IntStream.range(0, partitions)
        .mapToLong(i -> Math.max(gapNanos[i], now - lastNanos[i]) / 1_000_000)
        .toArray();
  }

  /** Whether each of these partitions was heard of after that point of {@link System#nanoTime}. */
  synchronized boolean heardAfter(Collection<Integer> some, long nanos) {
    if (fault != null) {
      throw new IllegalStateException("the observer itself failed", fault);
    }
    return some.stream().allMatch(i -> lastNanos[i] - nanos > 0);
  }

  /** Whether everything below these ends has been read. */
  synchronized boolean hasRead(Map<TopicPartition, Long> ends) {
    return positions.entrySet().stream().allMatch(at -> at.getValue() >= ends.get(at.getKey()));
  }

  /** How many turns each partition has had. */
  synchronized long[] counts() {
    return counts.clone();
  }

  synchronized List<Turn> turns() {
    return List.copyOf(turns);
  }

  synchronized List<Answer> answers() {
    return List.copyOf(answers);
  }

  /** Whether a record of the ledger, by its {@link #place}, was ever seen. */
  synchronized boolean isVisible(String place) {
    return visible.contains(place);
  }

  /** How many turns a lane has had. */
  synchronized long turns(String lane) {
    return lanes.getOrDefault(lane, 0L);
  }

  /** Whether each of these lanes has had that many turns. */
  synchronized boolean hasTurns(Collection<String> some, long count) {
    return some.stream().allMatch(lane -> turns(lane) >= count);
  }

  @Override
  public void close() {
    ended = true;
    try {
      thread.join(ENDING_MAX_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    values.close();
  }
}

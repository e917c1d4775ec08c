package dev.rota.cli.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.clients.Partitions;
import dev.rota.cli.clients.Range;
import dev.rota.cli.clients.RecordBuilder;
import dev.rota.cli.clients.Sender;
import dev.rota.cli.clients.Targets;
import dev.rota.cli.clients.Values;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.Progress;
import dev.rota.cli.console.Refused;
import dev.rota.cli.console.Root;
import dev.rota.cli.console.Shutdown;
import dev.rota.domain.Domain;
import dev.rota.domain.Output.Channel;
import dev.rota.lines.Envelope;
import dev.rota.lines.EnvelopeMetadata;
import dev.rota.settings.Settings;
import dev.rota.topics.LaneKey;
import dev.rota.topics.TurnHeaders;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Deserializer;

/** A lane on a cluster: inputs go to its topics, and what becomes of them is waited for. */
final class LiveLane implements AutoCloseable {
  /** What was sent, and what is known of it. */
  interface Account {
    /**
     * Takes notice of an outcome of the lane.
     *
     * @param source {@code topic/partition/offset} of the input, empty of none
     * @return whether it settles any of what was sent
     */
    boolean hear(String source, IndexedRecord outcome);

    /** Whether something is still to come. */
    boolean isOpen();

    /** How much is settled, for people. */
    long settled();

    /** What is still to come, such as {@code 17 transactions wait}. */
    String missing();

    /** Who has to run for it to come. */
    String needed();
  }

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PEEK = Duration.ZERO;
  private static final long NOTE_NANOS = 10_000_000_000L;
  private static final long SILENCE_NANOS = 300_000_000_000L;
  private static final double SECOND_NANOS = 1e9;

  private final Shutdown shutdown;
  private final Root root;
  private final String field;
  private final String lane;
  private final byte[] key;
  private final Account account;
  private final Targets targets;
  private final RecordBuilder builder;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Partitions outcomes;
  private final Deserializer<Object> values;
  private long startNanos;
  private volatile Exception broken;

  private LiveLane(
      Shutdown shutdown,
      Root root,
      Settings settings,
      Domain<?, ?, ?> domain,
      String lane,
      Account account) {
    this.shutdown = shutdown;
    this.root = root;
    this.field = domain.wire().laneField();
    this.lane = lane;
    this.key = lane.getBytes(UTF_8);
    this.account = account;
    Cluster cluster = shutdown.with(Cluster.open(settings));
    this.targets = shutdown.with(new Targets(cluster, settings));
    this.builder = new RecordBuilder(shutdown.with(Values.serializer(settings)));
    this.values = shutdown.with(Values.deserializer(settings));
    this.outcomes = shutdown.with(outcomes(settings, cluster, domain));
    this.producer = shutdown.with(new KafkaProducer<byte[], byte[]>(Sender.configs(settings)));
  }

  /** Connects; fails within seconds when that is not possible. */
  static LiveLane open(
      Root root, Settings settings, Domain<?, ?, ?> domain, String lane, Account account) {
    Shutdown shutdown = Shutdown.nested();
    try {
      return new LiveLane(shutdown, root, settings, domain, lane, account);
    } catch (RuntimeException e) {
      shutdown.close();
      throw e;
    }
  }

  /** From where they end now. */
  private Partitions outcomes(Settings settings, Cluster cluster, Domain<?, ?, ?> domain) {
    String topic = Channel.OUTCOMES.topic(domain.name());
    int count = cluster.require(topic).partitions().size();
    List<TopicPartition> own = List.of(new TopicPartition(topic, LaneKey.partition(key, count)));
    Range everything = new Range(Optional.empty(), Optional.empty(), Optional.empty());
    Partitions opened = Partitions.open(settings, own, everything);
    opened.consumer().seekToEnd(own);
    own.forEach(opened.consumer()::position);
    return opened;
  }

  /** The value of an input, with nothing in it yet but the lane. */
  ObjectNode value() {
    return JsonNodeFactory.instance.objectNode().put(field, lane);
  }

  /**
   * Waits until the next may be sent.
   *
   * @param sent how many were
   * @param rate so many per second; 0: as fast as they are taken
   */
  void pace(long sent, int rate) {
    startNanos = sent == 0 ? System.nanoTime() : startNanos;
    if (rate > 0) {
      long due = (long) (sent * SECOND_NANOS / rate);
      try {
        TimeUnit.NANOSECONDS.sleep(due - (System.nanoTime() - startNanos));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptException(e);
      }
    }
  }

  Future<RecordMetadata> send(String topic, ObjectNode value) {
    Envelope line =
        new Envelope(EnvelopeMetadata.of(topic, lane, System.currentTimeMillis()), value);
    try {
      return producer.send(
          builder.record(line, targets.of(topic)), (at, e) -> broken = e == null ? broken : e);
    } catch (Refused e) {
      throw new Failure(
          e.exit(), "an input cannot be sent", e.getMessage(), "mend that and import again", e);
    }
  }

  /** Takes what has come by now. */
  void peek() {
    hear(PEEK);
  }

  /** Waits until nothing is open. */
  void settle() {
    producer.flush();
    Progress progress = new Progress(root, "settled");
    long heard = System.nanoTime();
    boolean noted = false;
    while (account.isOpen()) {
      if (broken != null) {
        throw broken instanceof KafkaException kafka ? kafka : new KafkaException(broken);
      }
      long now = System.nanoTime();
      heard = hear(POLL) ? now : heard;
      progress.at(account.settled());
      if (now - heard > SILENCE_NANOS) {
        throw silent();
      }
      if (!noted && now - heard > NOTE_NANOS) {
        noted = true;
        root.note(
            "nothing from %s for 10 s; waiting up to 5 minutes for %s"
                .formatted(named(), account.needed()));
      }
    }
    progress.end();
  }

  /** Whether anything that was waited for came. */
  private boolean hear(Duration patience) {
    boolean any = false;
    for (ConsumerRecord<byte[], byte[]> record : outcomes.consumer().poll(patience)) {
      if (Arrays.equals(record.key(), key)) {
        Object value = values.deserialize(record.topic(), record.headers(), record.value());
        any |= value instanceof IndexedRecord outcome && account.hear(source(record), outcome);
      }
    }
    return any;
  }

  private static String source(ConsumerRecord<byte[], byte[]> record) {
    Header source = record.headers().lastHeader(TurnHeaders.SOURCE);
    return source == null ? "" : new String(source.value(), UTF_8);
  }

  private String named() {
    return "the " + field + " '" + lane + "'";
  }

  private Failure silent() {
    return new Failure(
        Exit.UNAVAILABLE,
        named() + " answers no more",
        account.missing() + ", and nothing came of any for 5 minutes",
        "see that " + account.needed() + " run: 'rota dev' or 'rota run'");
  }

  @Override
  public void close() {
    shutdown.close();
  }
}

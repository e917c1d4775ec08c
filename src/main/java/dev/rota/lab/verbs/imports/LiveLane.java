package dev.rota.lab.verbs.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.clients.RangeReader;
import dev.rota.app.clients.RecordBuilder;
import dev.rota.app.clients.RecordSender;
import dev.rota.app.clients.SendTargets;
import dev.rota.app.clients.ValueSerdes;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.LineRefusal;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.EnvelopeMetadata;
import dev.rota.base.settings.Settings;
import dev.rota.domains.Domains;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.PageHeaders;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * A lane on a cluster. It sends inputs to the lane's topics and waits for their outcomes. It reads
 * only committed records.
 */
final class LiveLane implements AutoCloseable {
  /** The sent inputs and their outcomes. */
  interface Account {
    /**
     * Takes a record that the lane published.
     *
     * @return true if it was expected
     */
    boolean hear(ConsumerRecord<byte[], byte[]> record, Object value);

    /** True if an outcome is missing. */
    boolean isOpen();

    /** Returns what is missing, such as {@code 17 transactions wait}. */
    String missing();

    /** Returns which process must run to produce it. */
    String needed();
  }

  private static final Duration POLL = Duration.ofMillis(100);
  private static final long NOTE_NANOS = 10_000_000_000L;
  private static final long SILENCE_NANOS = 300_000_000_000L;
  private static final double SECOND_NANOS = 1e9;

  private final ShutdownSequence shutdown;
  private final LaneAddress address;
  private final byte[] key;
  private final Account account;
  private final SendTargets targets;
  private final RecordBuilder builder;
  private final KafkaProducer<byte[], byte[]> producer;
  private final PartitionReader<byte[]> followed;
  private final Deserializer<Object> values;
  private long startNanos;
  private volatile Exception broken;

  private LiveLane(
      ShutdownSequence shutdown, LaneAddress address, List<String> topics, Account account) {
    this.shutdown = shutdown;
    this.address = address;
    this.key = address.lane().getBytes(UTF_8);
    this.account = account;
    Settings settings = address.settings();
    ClusterAdmin cluster = shutdown.with(ClusterAdmin.open(settings));
    this.targets = shutdown.with(new SendTargets(cluster, settings));
    this.builder = new RecordBuilder(shutdown.with(ValueSerdes.serializer(settings)));
    this.values = shutdown.with(ValueSerdes.deserializer(settings));
    this.followed = shutdown.with(follow(settings, cluster, topics));
    this.producer =
        shutdown.with(new KafkaProducer<byte[], byte[]>(RecordSender.configs(settings)));
  }

  /**
   * Connects. Fails within seconds if it cannot.
   *
   * @param topics output topics that the account hears, from their current ends
   */
  static LiveLane open(LaneAddress address, List<String> topics, Account account) {
    ShutdownSequence shutdown = ShutdownSequence.nested();
    try {
      return new LiveLane(shutdown, address, topics, account);
    } catch (RuntimeException e) {
      shutdown.close();
      throw e;
    }
  }

  private PartitionReader<byte[]> follow(
      Settings settings, ClusterAdmin cluster, List<String> topics) {
    int count = cluster.require(topics.get(0)).partitions().size(); // same for all topics
    int partition = LaneKey.partition(key, count);
    List<TopicPartition> own =
        topics.stream().map(topic -> new TopicPartition(topic, partition)).toList();
    return PartitionReader.ofBytes(RangeReader.configs(settings)).assign(own).skip(own);
  }

  /** Returns the value of an input with the lane as its only field. */
  ObjectNode value() {
    return JsonNodeFactory.instance
        .objectNode()
        .put(address.domain().wire().laneField(), address.lane());
  }

  /**
   * Waits until this amount may be sent, measured from the first call.
   *
   * @param perSecond 0: without delay
   */
  void pace(double amount, double perSecond) {
    startNanos = startNanos == 0 ? System.nanoTime() : startNanos;
    if (perSecond > 0) {
      long due = (long) (amount / perSecond * SECOND_NANOS);
      try {
        TimeUnit.NANOSECONDS.sleep(due - (System.nanoTime() - startNanos));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptException(e);
      }
    }
  }

  /**
   * Takes the records that have arrived, then sends the input.
   *
   * @param record name of the input's schema
   */
  Future<RecordMetadata> send(String record, ObjectNode value) {
    hear(Duration.ZERO);
    String topic = Domains.inputTopic(record);
    long nowMillis = System.currentTimeMillis();
    return send(new Envelope(EnvelopeMetadata.of(topic, address.lane(), nowMillis), value));
  }

  Future<RecordMetadata> send(Envelope input) {
    try {
      return producer.send(
          builder.record(input, targets.of(input.topic())),
          (_, e) -> broken = e == null ? broken : e);
    } catch (LineRefusal e) {
      throw new CommandFailure(
          e.exit(), "an input cannot be sent", e.getMessage(), "correct it and import again", e);
    }
  }

  /**
   * Waits until no outcome is missing.
   *
   * @param progress called periodically
   */
  void settle(Runnable progress) {
    producer.flush();
    long heard = System.nanoTime();
    boolean noted = false;
    while (account.isOpen()) {
      if (broken != null) {
        throw broken instanceof KafkaException kafka ? kafka : new KafkaException(broken);
      }
      long now = System.nanoTime();
      heard = hear(POLL) ? now : heard;
      progress.run();
      if (now - heard > SILENCE_NANOS) {
        throw silent();
      }
      if (!noted && now - heard > NOTE_NANOS) {
        noted = true;
        address
            .root()
            .note(
                "nothing from %s for 10 s; waiting up to 5 minutes for %s"
                    .formatted(address, account.needed()));
      }
    }
  }

  /** True if an expected record arrived. */
  private boolean hear(Duration patience) {
    boolean any = false;
    for (ConsumerRecord<byte[], byte[]> record : followed.poll(patience)) {
      if (Arrays.equals(record.key(), key) || PageHeaders.number(record.headers()) > 0) {
        Object value = values.deserialize(record.topic(), record.headers(), record.value());
        any |= account.hear(record, value);
      }
    }
    return any;
  }

  private CommandFailure silent() {
    return new CommandFailure(
        ExitCode.UNAVAILABLE,
        address + " no longer answers",
        account.missing() + ", and nothing came of any for 5 minutes",
        "see that " + account.needed() + " run: 'rota dev' or 'rota run'");
  }

  @Override
  public void close() {
    shutdown.close();
  }
}

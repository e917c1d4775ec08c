package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.packs.PackSizes;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.road.stream.kafka.KafkaInternals;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.stream.time.ClusterClock;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.WireFormat;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.CommitCallback;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.StateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * One task of a domain without Kafka Streams: its processor and its rows, as an engine has them.
 * Whoever drives it says when it restores, opens, takes a record and commits. Not thread-safe.
 */
public final class OfflineTask {
  /** What a task finds around it. */
  public interface Surroundings extends KafkaInternals.TaskChangelog {
    /** Writes an output or a page of the ledger in the present transaction. */
    void write(String topic, byte[] key, byte[] value, Headers headers, long atMillis);

    /** The host's time, epoch ms. */
    long nowMillis();
  }

  /** What the tasks of a process have in common, and have learned of their partitions. */
  public static final class Common {
    private final SharedTaskParts parts;
    private final RulesAdoption adoption;

    /** A process that begins. */
    public Common(RulesAdoption adoption, ClusterClock clock, PastLedger past) {
      this.parts = SharedTaskParts.of(clock, past);
      this.adoption = adoption;
    }

    /** Rows of a partition are restored from an offset of their changelog to its end. */
    public void restores(int partition, long from, long end) {
      parts.doubts().restores(partition, from, end);
    }
  }

  /** When a task saves its rows, closes lanes, and how it packs rows. */
  public record Limits(CheckpointSchedule checkpoints, LaneLimits lanes, PackSizes packs) {}

  private static final byte[] NO_PREFIX = new byte[5];

  private final Domain domain;
  private final Context<byte[]> context;
  private final WriteBehind rows;
  private final DomainProcessor processor;

  /**
   * Prepares it.
   *
   * @param partitions of each topic of the domain
   * @param disk its rows as they are now
   */
  public OfflineTask(
      Domain domain,
      int partition,
      int partitions,
      Limits limits,
      Common common,
      KeyValueStore<Bytes, byte[]> disk,
      Surroundings around) {
    this.domain = domain;
    rows = new WriteBehind(disk, _ -> {}, limits.packs());
    context = new Context<>(new TaskId(0, partition), around);
    TaskSettings settings =
        new TaskSettings(
            RequiredTopics.INPUT_BYTES_DEFAULT,
            Duration.ofMillis(100),
            limits.lanes(),
            common.adoption,
            limits.checkpoints());
    processor =
        new DomainProcessor(
            domain, OfflineStreams.bare(domain), partitions, settings, common.parts);
    rows.init(context, rows);
  }

  /** Restores rows from records of the changelog. */
  public void restore(Collection<KeyValue<byte[], byte[]>> records) {
    rows.restore(records);
  }

  /** Opens the partition: what its rows lack is replayed from the ledger. */
  public void open() {
    processor.init(context);
  }

  /** Returns true while the changelog lacks some of its rows, since all were made anew. */
  public boolean isCopying() {
    return rows.isCopying();
  }

  /** Takes a record of an input or of the time topic. */
  public void take(ConsumerRecord<byte[], byte[]> record) {
    context.at = record;
    processor.process(
        new Record<>(
            record.key(), record.value(), Math.max(0, record.timestamp()), record.headers()));
  }

  /** The task's punctuation. */
  public void beat() {
    context.beat.punctuate(context.around.nowMillis());
  }

  /** What is done in the transaction right before it is committed. */
  public void beforeCommit() {
    rows.flushCache();
  }

  /**
   * What Kafka Streams is to a processor and a store. A key is an array, which no type variable may
   * have as its bound.
   */
  private final class Context<K>
      implements ProcessorContext<K, OutgoingRecord>,
          StateStoreContext,
          KafkaInternals.TaskChangelog {
    private final TaskId task;
    private final Surroundings around;
    private final StreamsMetrics metrics = new Sensors(new Metrics());
    private Punctuator beat;
    private ConsumerRecord<byte[], byte[]> at;

    Context(TaskId task, Surroundings around) {
      this.task = task;
      this.around = around;
    }

    @Override
    public void send(byte[] key, byte[] value) {
      around.send(key, value);
    }

    @Override
    public long freshNumber() {
      return around.freshNumber();
    }

    @Override
    public Map<TopicPartition, Long> taken() {
      return around.taken();
    }

    @Override
    public <A extends K, V extends OutgoingRecord> void forward(Record<A, V> record) {
      throw new UnsupportedOperationException("each record names its sink");
    }

    @Override
    public <A extends K, V extends OutgoingRecord> void forward(Record<A, V> record, String sink) {
      String topic =
          sink.equals(DomainTopology.LEDGER)
              ? RequiredTopics.ledger(domain.name())
              : Output.Channel.valueOf(sink).topic(domain.name());
      Headers headers = new RecordHeaders(record.headers().toArray());
      headers.add(WireFormat.ID_HEADER, NO_PREFIX);
      around.write(
          topic, (byte[]) record.key(), record.value().payload(), headers, record.timestamp());
    }

    @Override
    public String applicationId() {
      return "offline-" + domain.name();
    }

    @Override
    public TaskId taskId() {
      return task;
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
      return Optional.ofNullable(at).map(Position::new);
    }

    @Override
    public Serde<?> keySerde() {
      return null;
    }

    @Override
    public Serde<?> valueSerde() {
      return null;
    }

    @Override
    public File stateDir() {
      return null;
    }

    @Override
    public StreamsMetrics metrics() {
      return metrics;
    }

    @Override
    public void register(StateStore store, StateRestoreCallback callback) {}

    @Override
    public void register(StateStore store, StateRestoreCallback callback, CommitCallback commit) {}

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // there is one
    public <S extends StateStore> S getStateStore(String name) {
      return (S) rows;
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator action) {
      beat = action;
      return () -> {};
    }

    @Override
    public Cancellable schedule(
        Instant start, Duration interval, PunctuationType type, Punctuator action) {
      return schedule(interval, type, action);
    }

    @Override
    public void commit() {}

    @Override
    public Map<String, Object> appConfigs() {
      return Map.of();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
      return Map.of();
    }

    @Override
    public long currentSystemTimeMs() {
      return around.nowMillis();
    }

    @Override
    public long currentStreamTimeMs() {
      return around.nowMillis();
    }
  }

  private record Position(ConsumerRecord<byte[], byte[]> record) implements RecordMetadata {
    @Override
    public String topic() {
      return record.topic();
    }

    @Override
    public int partition() {
      return record.partition();
    }

    @Override
    public long offset() {
      return record.offset();
    }
  }

  /** Nobody reads them. */
  private record Sensors(Metrics kept) implements StreamsMetrics {
    @Override
    public Map<MetricName, ? extends Metric> metrics() {
      return kept.metrics();
    }

    @Override
    public Sensor addSensor(String name, Sensor.RecordingLevel level) {
      return kept.sensor(name);
    }

    @Override
    public Sensor addSensor(String name, Sensor.RecordingLevel level, Sensor... parents) {
      return kept.sensor(name);
    }

    @Override
    public Sensor addLatencyRateTotalSensor(
        String scope, String entity, String what, Sensor.RecordingLevel level, String... tags) {
      return kept.sensor(what);
    }

    @Override
    public Sensor addRateTotalSensor(
        String scope, String entity, String what, Sensor.RecordingLevel level, String... tags) {
      return kept.sensor(what);
    }

    @Override
    public void removeSensor(Sensor sensor) {
      kept.removeSensor(sensor.name());
    }
  }
}

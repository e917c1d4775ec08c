package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.stream.kafka.KafkaInternals;
import dev.rota.testing.Patience;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each promise of {@link KafkaInternals}, tried against the release of Kafka in use. What fails
 * here an upgrade has broken, and the message names it.
 */
class KafkaInternalsIT {
  private static final String IN = "in";
  private static final String OUT = "out";
  private static final String STORE = "rows";
  private static final String CHANGELOG = "promises-rows-changelog";
  private static final Bytes KEY = Bytes.wrap(new byte[] {1});

  @TempDir private Path state;
  private TestCluster cluster;
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final AtomicReference<Throwable> fault = new AtomicReference<>();
  private volatile long changelogEnd;

  /** Says what the row was, and a page before each commit. */
  private final class Worker extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
    private WriteBehind rows;
    private boolean read;

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
      super.init(context);
      calls.add("init");
      assertThat(KafkaInternals.built(context.getStateStore(STORE)))
          .as("WrappedStateStore: the store that was built is found in what a processor gets")
          .isInstanceOf(WriteBehind.class);
      rows = WriteBehind.of(context.getStateStore(STORE));
      rows.beforeCommit(KafkaInternals.asNow(context, this::beforeCommit));
      changelogEnd =
          KafkaInternals.changelog(STORE, (StateStoreContext) context).taken().values().stream()
              .findFirst()
              .orElseThrow();
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
      byte[] before = rows.get(KEY);
      context().forward(record.withValue(before == null ? "nothing".getBytes(UTF_8) : before));
      rows.put(KEY, record.value());
      read = true;
    }

    private void beforeCommit() {
      if (read) {
        context().forward(new Record<>(null, "page".getBytes(UTF_8), 0));
        rows.handOver();
      }
      read = false;
    }
  }

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start();
    try (Admin admin = Admin.create(kafka())) {
      admin
          .createTopics(List.of(new NewTopic(IN, 1, (short) 1), new NewTopic(OUT, 1, (short) 1)))
          .all()
          .get();
    }
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "streams"})
  void kafkaStillDoesWhatTheRoadNeedsOfIt(String protocol) throws Exception {
    decide(protocol, "first", "tea");
    assertThat(values()).containsExactly("nothing", "page");
    assertThat(records(OUT).get(1).offset())
        .as("CachedStateStore.flushCache is called before the commit: no marker lies between")
        .isEqualTo(records(OUT).get(0).offset() + 1);
    await("InternalProcessorContext.logChange writes to the changelog in the transaction")
        .until(() -> records(CHANGELOG).size() == 1); // it has a marker of its own
    assertThat(calls)
        .as("the main consumer is used through its front: %s", protocol)
        .contains("pause", "resume", "poll");
    assertThat(calls.indexOf("pause"))
        .as("a new partition is paused until its rows are restored")
        .isLessThan(calls.indexOf("resume"));

    assertThat(calls.indexOf("committed"))
        .as("a task asks its front for the group's offsets before it begins")
        .isBetween(0, calls.indexOf("init"));

    decide(protocol, "second", "egg");
    assertThat(values())
        .as("BatchingStateRestoreCallback gets the changelog's records")
        .containsExactly("nothing", "page", "tea", "page");
    assertThat(changelogEnd)
        .as("ProcessorStateManager.changelogOffsets knows how far rows are restored")
        .isPositive();
  }

  /** Takes one record, with a new disk. */
  private void decide(String protocol, String disk, String value) throws Exception {
    int before = records(OUT).size();
    try (var producer = producer()) {
      producer.send(new ProducerRecord<>(IN, value.getBytes(UTF_8))).get();
    }
    Properties settings = settings(protocol, disk);
    try (KafkaStreams streams =
        new KafkaStreams(topology(), settings, KafkaInternals.clients(settings, this::front))) {
      streams.setUncaughtExceptionHandler(
          thrown -> {
            fault.compareAndSet(null, thrown);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
          });
      streams.start();
      await("a record, and the page that is forwarded in CachedStateStore.flushCache")
          .until(() -> fault.get() != null || records(OUT).size() == before + 2);
      streams.close(
          CloseOptions.timeout(Patience.MAX)
              .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }
    assertThat(fault.get()).as("Kafka Streams lets the road do this").isNull();
  }

  private Topology topology() {
    return new Topology()
        .addSource("source", new ByteArrayDeserializer(), new ByteArrayDeserializer(), IN)
        .addProcessor("worker", Worker::new, "source")
        .addStateStore(WriteBehind.builder(STORE, _ -> {}), "worker")
        .addSink("sink", OUT, new ByteArraySerializer(), new ByteArraySerializer(), "worker");
  }

  @SuppressWarnings("unchecked") // it is that consumer
  private Consumer<byte[], byte[]> front(Consumer<byte[], byte[]> whole) {
    return (Consumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            Consumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (_, method, arguments) -> {
              calls.add(method.getName());
              try {
                return method.invoke(whole, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private List<String> values() {
    return records(OUT).stream().map(record -> new String(record.value(), UTF_8)).toList();
  }

  private List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka())) {
      reader.assign(List.of(new TopicPartition(topic, 0)));
      while (!reader.isAtEnds()) {
        reader.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  private KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(kafka(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private Properties settings(String protocol, String disk) {
    Properties settings = new Properties();
    settings.putAll(kafka());
    settings.put("application.id", "promises");
    settings.put("group.protocol", protocol);
    settings.put("processing.guarantee", "exactly_once_v2");
    settings.put("state.dir", state.resolve(disk).toString());
    settings.put("commit.interval.ms", "100");
    settings.put("auto.offset.reset", "earliest");
    return settings;
  }

  private Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }
}

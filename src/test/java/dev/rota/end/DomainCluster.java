package dev.rota.end;

import static org.awaitility.Awaitility.await;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.Registry;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.stream.TaskSettings;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.testing.LedgerRecords;
import dev.rota.testing.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A cluster with the topics of a domain, and what the tests do with it. */
class DomainCluster implements AutoCloseable {
  private static final Duration BEAT = Duration.ofMillis(100);

  private final Domain domain;
  private final TestCluster cluster;
  private final int partitions;

  /** Stays connected: a transaction is open for seconds, and a busy machine connects slowly. */
  private Admin looking;

  /** A fresh cluster, every topic of the domain with so many partitions. */
  DomainCluster(Domain domain, int partitions) {
    this(domain, partitions, TestCluster.start());
  }

  /** The same on a cluster that others use, too. */
  DomainCluster(Domain domain, int partitions, TestCluster cluster) {
    this.domain = domain;
    this.cluster = cluster;
    this.partitions = partitions;
    createTopics();
  }

  final void createTopics() {
    try (Admin admin = admin()) {
      MissingTopics.create(admin, RequiredTopics.of(domain), partitions, (short) 1);
    }
  }

  /** The names of all topics of the domain. */
  final List<String> topics() {
    return RequiredTopics.of(domain).stream().map(TopicSpec::name).toList();
  }

  /** What lies on these topics is gone, as if they were new. */
  final void empty(List<String> topics) throws Exception {
    cluster.empty(topics, this::createTopics);
  }

  final String bootstrap() {
    return cluster.bootstrap();
  }

  String registry() {
    return cluster.registryUrl();
  }

  /** What every client needs. */
  final Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", bootstrap());
  }

  final Admin admin() {
    return Admin.create(kafka());
  }

  /** Returns true if the topic has records that are not committed. */
  final boolean isOpen(String topic) throws Exception {
    looking = looking == null ? admin() : looking;
    // In this order: what was there at the first look and is not committed at the second is open.
    Map<TopicPartition, Long> written = ends(looking, topic, IsolationLevel.READ_UNCOMMITTED);
    Map<TopicPartition, Long> committed = ends(looking, topic, IsolationLevel.READ_COMMITTED);
    return written.keySet().stream().anyMatch(one -> committed.get(one) < written.get(one));
  }

  private Map<TopicPartition, Long> ends(Admin admin, String topic, IsolationLevel isolation)
      throws Exception {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (int i = 0; i < partitions; i++) {
      asked.put(new TopicPartition(topic, i), OffsetSpec.latest());
    }
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin
        .listOffsets(asked, new ListOffsetsOptions(isolation))
        .all()
        .get()
        .forEach((partition, info) -> ends.put(partition, info.offset()));
    return ends;
  }

  /** Runs the road until that holds, and stops it in order. */
  void decide(Path stateDir, int threads, Callable<Boolean> until) throws Exception {
    decide(stateDir, threads, Map.of(), until);
  }

  /**
   * As above.
   *
   * @param values more settings of the values' serializers
   */
  void decide(Path stateDir, int threads, Map<String, Object> values, Callable<Boolean> until)
      throws Exception {
    try (DomainStreams streams =
        road(stateDir, threads, values, Map.of(), CheckpointSchedule.DEFAULT)) {
      await().failFast("the road stopped by itself", () -> streams.stopped().isDone()).until(until);
    }
  }

  /**
   * As above, with rows handed over at these checkpoints.
   *
   * @param until is asked with the running road
   */
  void decide(
      Path stateDir,
      Map<String, Object> settings,
      CheckpointSchedule checkpoints,
      Predicate<DomainStreams> until)
      throws Exception {
    try (DomainStreams streams = road(stateDir, 1, Map.of(), settings, checkpoints)) {
      await()
          .failFast("the road stopped by itself", () -> streams.stopped().isDone())
          .until(() -> until.test(streams));
    }
  }

  private DomainStreams road(
      Path stateDir,
      int threads,
      Map<String, Object> values,
      Map<String, Object> settings,
      CheckpointSchedule checkpoints)
      throws Exception {
    Map<String, Object> serdes = new HashMap<>(values);
    serdes.put("schema.registry.url", registry());
    DomainStreams streams = start(stateDir, threads, serdes, settings, checkpoints);
    streams.awaitRunning(Patience.MAX);
    return streams;
  }

  /** Starts the road, which may stop by itself. */
  DomainStreams start(Path stateDir, CheckpointSchedule checkpoints) {
    return start(stateDir, 1, Map.of("schema.registry.url", registry()), Map.of(), checkpoints);
  }

  private DomainStreams start(
      Path stateDir,
      int threads,
      Map<String, Object> serdes,
      Map<String, Object> settings,
      CheckpointSchedule checkpoints) {
    return DomainStreams.start(
        domain,
        new StreamsSettings(
            "rota",
            kafka(),
            settings,
            ValueSerde.avro(serdes),
            stateDir,
            threads,
            false,
            new TaskSettings(
                RequiredTopics.INPUT_BYTES_DEFAULT,
                BEAT,
                LaneLimits.DEFAULT,
                RulesAdoption.NEWEST,
                checkpoints)));
  }

  /** A producer as an application would have one: our serializer, large batches. */
  KafkaProducer<byte[], Object> producer() {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", registry()), false);
    Map<String, Object> configs = new HashMap<>(kafka());
    configs.put("linger.ms", 20);
    configs.put("batch.size", 1 << 18);
    return new KafkaProducer<>(configs, new ByteArraySerializer(), values);
  }

  /** What consumers see of a topic, partition by partition. */
  List<ConsumerRecord<byte[], byte[]>> committed(String topic) {
    return Committed.records(bootstrap(), topic);
  }

  /** The turns of the ledger. */
  List<TurnEntry> turns() {
    return LedgerRecords.turns(committed(RequiredTopics.ledger(domain.name())));
  }

  /** The same, as generated records. */
  <T> List<T> values(String topic, Class<T> kind) {
    List<T> values = new ArrayList<>();
    try (AvroDeserializer reader = new AvroDeserializer()) {
      reader.configure(
          Map.of("schema.registry.url", registry(), "specific.avro.reader", true), false);
      for (ConsumerRecord<byte[], byte[]> record : committed(topic)) {
        values.add(kind.cast(reader.deserialize(topic, record.headers(), record.value())));
      }
    }
    return values;
  }

  AuditReport audit() throws InterruptedException {
    try (Registry registry = Registry.open(Map.of("schema.registry.url", registry()));
        var audit =
            new DomainAudit(domain, kafka(), new DomainAudit.Witnesses(null, registry, null))) {
      return audit.run(2);
    }
  }

  @Override
  public void close() {
    if (looking != null) {
      looking.close();
    }
    cluster.close();
  }
}

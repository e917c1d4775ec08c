package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.past.AbandonedTransactions;
import dev.rota.road.stream.past.LedgerEnds;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.topics.DomainTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.rights.RequiredRights;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Settings of a domain's Kafka Streams application. None of them changes a decision, but which
 * rules decide it.
 *
 * @param applicationId prefix of consumer group, transactional ids and changelogs
 * @param kafka for every client: {@code bootstrap.servers}, security, and other client settings
 * @param streams for Kafka Streams, with prefixes {@code producer.} and {@code consumer.}
 * @param values how records are written and read
 * @param stateDir directory of the state stores
 * @param threads per domain
 * @param trimmed true: retention may delete inputs and history
 * @param task of each task
 */
public record StreamsSettings(
    String applicationId,
    Map<String, Object> kafka,
    Map<String, Object> streams,
    ValueSerde values,
    Path stateDir,
    int threads,
    boolean trimmed,
    TaskSettings task) {
  // A crash is detected after this time, the least that brokers grant by default. A planned stop
  // leaves the group at once.
  private static final int SESSION_MILLIS = 6_000;
  // Members learn of a rebalance with their next heartbeat.
  private static final int HEARTBEAT_MILLIS = 1_000;
  // Until a fetch that is under way ends, nothing is fetched of a partition that was just taken
  // over, and its task waits.
  private static final int FETCH_WAIT_MILLIS = 100;
  // A request without an answer is sent again after this time, so a frozen broker costs seconds.
  private static final int REQUEST_MILLIS = 5_000;
  // Kafka's own default, for transactions that last minutes.
  private static final int REQUEST_MILLIS_MAX = 30_000;
  // What one request fetches must arrive within that time. Kafka's defaults ask for 50 MiB in 30 s.
  private static final int FETCH_BYTES = 8 << 20;
  // Waiting for a schema happens inside a transaction. It must be shorter than the transaction
  // time-out, or the broker aborts the transaction and the same wait starts again.
  private static final int SCHEMA_MILLIS = Domain.TURN_MAX_MILLIS / 2;
  private static final int COMMIT_MILLIS = 100;
  // As Kafka Streams has it.
  private static final long POLL_MILLIS_MAX = 100;
  // With less lag an instance gets the task at once and restores the rest in about a second: a
  // record has up to 512 KiB of rows, and each checkpoint has a marker, too. With 0, a replica must
  // be fully caught up first, which hardly happens while the task works.
  private static final long RECOVERY_LAG_RECORDS = 200;
  // An instance with more lag is warmed up beside the owner, and checked at this interval.
  private static final int PROBING_MILLIS = 60_000;
  // A commit flushes at once, so lingering only fills batches between commits.
  private static final int LINGER_MILLIS = 20;
  // A turn writes five records. Small batches would need a request each.
  private static final int BATCH_BYTES = 128 * 1024;
  // Kafka's clients would wait forever for an identity provider that accepts and does not answer.
  private static final int LOGIN_MILLIS = 10_000;

  public StreamsSettings {
    kafka = limitedLogin(kafka);
  }

  /**
   * Serializer and deserializer of values.
   *
   * @param registry for both: {@code schema.registry.url} and the like
   * @param serializer its class name
   * @param deserializer its class name
   */
  public record ValueSerde(Map<String, Object> registry, String serializer, String deserializer) {
    /** Rota's own. */
    public static ValueSerde avro(Map<String, Object> registry) {
      return new ValueSerde(
          registry, AvroSerializer.class.getName(), AvroDeserializer.class.getName());
    }
  }

  /** With the default limits of lanes and inputs; inputs and history are kept. */
  public StreamsSettings(
      String applicationId,
      Map<String, Object> kafka,
      Map<String, Object> streams,
      ValueSerde values,
      Path stateDir,
      int threads,
      Duration beat) {
    this(applicationId, kafka, streams, values, stateDir, threads, false, TaskSettings.usual(beat));
  }

  /**
   * The same, and the other processes of the group learn this address.
   *
   * @param server host and port; one that is given already stays
   */
  public StreamsSettings servedAt(String server) {
    Map<String, Object> more = new HashMap<>(streams);
    more.putIfAbsent(StreamsConfig.APPLICATION_SERVER_CONFIG, server);
    return new StreamsSettings(
        applicationId, kafka, more, values, stateDir, threads, trimmed, task);
  }

  /** The same limits for all clients: those that differ in one would log in each on its own. */
  private static Map<String, Object> limitedLogin(Map<String, Object> kafka) {
    if (!String.valueOf(kafka.get("security.protocol")).startsWith("SASL")) {
      return kafka;
    }
    Map<String, Object> limited = new HashMap<>(kafka);
    limited.putIfAbsent(SaslConfigs.SASL_LOGIN_CONNECT_TIMEOUT_MS, LOGIN_MILLIS);
    limited.putIfAbsent(SaslConfigs.SASL_LOGIN_READ_TIMEOUT_MS, LOGIN_MILLIS);
    return limited;
  }

  /** Kafka Streams' settings for one domain: Rota's defaults, overridden by given ones. */
  public Properties streams(Domain domain) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId(domain.name()));
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
    // With the record cache on and lag allowed, a rebalance can lose state (KAFKA-12540).
    properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    properties.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, RECOVERY_LAG_RECORDS);
    properties.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, PROBING_MILLIS);
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    // There is no global store. Without this, Kafka Streams warns at every start.
    properties.put("processing.exception.handler.global.enabled", true);
    properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, RocksDbBounds.class);
    properties.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, UnsendableOutput.class);
    consumer(properties, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
    consumer(properties, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MILLIS);
    consumer(properties, ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    allConsumers(properties, ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    allConsumers(properties, ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    producer(
        properties,
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
        Math.min(domain.turnMaxMillis() / 2, REQUEST_MILLIS_MAX));
    // The broker aborts a killed process's transaction after this time, and its partitions wait
    // until then. A turn that takes longer would be aborted and repeated forever.
    producer(properties, ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, domain.turnMaxMillis());
    producer(properties, ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
    producer(properties, ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    producer(properties, ProducerConfig.COMPRESSION_TYPE_CONFIG, domain.compression());
    producer(properties, ProducerConfig.COMPRESSION_GZIP_LEVEL_CONFIG, RequiredTopics.GZIP_LEVEL);
    producer(properties, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, RequiredTopics.WRITTEN_BYTES_MAX);
    properties.putAll(kafka);
    properties.putAll(streams);
    properties.putIfAbsent(StreamsConfig.POLL_MS_CONFIG, pollMillis(properties));
    return properties;
  }

  /**
   * A thread commits between two polls. One that waited for records longer than the commit interval
   * would keep back what it has decided.
   */
  private static long pollMillis(Properties properties) {
    String interval = StreamsConfig.COMMIT_INTERVAL_MS_CONFIG;
    Object commit = ConfigDef.parseType(interval, properties.get(interval), ConfigDef.Type.LONG);
    return Math.max(1, Math.min(POLL_MILLIS_MAX, (long) commit));
  }

  /** The consumer group of a domain, and the prefix of its transactional ids and changelogs. */
  public String applicationId(String domain) {
    return RequiredTopics.group(applicationId, domain);
  }

  /** The topic with the rows of a domain's state. */
  public String changelog(Domain domain) {
    return applicationId(domain.name()) + "-" + DomainTopology.store(domain) + "-changelog";
  }

  /** The rights that its clients need. */
  RequiredRights rights(Domain domain) {
    return new RequiredRights(
        TopicRole.ENGINE, RightsTable.of(TopicRole.ENGINE, domain, applicationId), kafka);
  }

  /** The topics of a domain, not checked yet. */
  DomainTopics topics(Domain domain) {
    String bootstrap = String.valueOf(kafka.get("bootstrap.servers"));
    return new DomainTopics(domain, bootstrap, changelog(domain), trimmed);
  }

  /** What a domain's ledger holds. */
  PastLedger past(Domain domain) {
    return new LedgerEnds(
        kafka, RequiredTopics.ledger(domain.name()), besides(domain), task.checkpoints().kept());
  }

  /** What former owners of a domain's partitions left open. */
  AbandonedTransactions abandoned(Domain domain) {
    List<String> written = besides(domain);
    written.add(RequiredTopics.ledger(domain.name()));
    return new AbandonedTransactions(kafka, applicationId(domain.name()), written);
  }

  /** The topics that a task writes besides the ledger. */
  private List<String> besides(Domain domain) {
    List<String> besides = new ArrayList<>(List.of(changelog(domain)));
    domain.wire().channels().forEach(channel -> besides.add(channel.topic(domain.name())));
    return besides;
  }

  /** Returns a new, configured serializer of values. */
  @SuppressWarnings("unchecked") // used only for values
  public Serializer<Object> newSerializer() {
    Serializer<Object> serializer = instance(values.serializer, Serializer.class);
    serializer.configure(valueConfigs(), false);
    return serializer;
  }

  /** Returns a new, configured deserializer of values. */
  @SuppressWarnings("unchecked") // used only for values
  public Deserializer<Object> newDeserializer() {
    Deserializer<Object> deserializer = instance(values.deserializer, Deserializer.class);
    deserializer.configure(valueConfigs(), false);
    return deserializer;
  }

  private Map<String, Object> valueConfigs() {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.putAll(values.registry);
    // Rota reads generated classes. Another serde would return generic records by default.
    configs.putIfAbsent("specific.avro.reader", true);
    configs.putIfAbsent("rota.unknown.schema.wait.ms", SCHEMA_MILLIS);
    return configs;
  }

  private static <T> T instance(String className, Class<T> kind) {
    try {
      return Utils.newInstance(className, kind);
    } catch (ClassNotFoundException e) {
      throw new UnfitCluster(
          "the class "
              + className
              + " is not on the class path; add its jar, or build with the profile 'confluent'",
          e);
    }
  }

  private void consumer(Properties properties, String key, Object value) {
    if (!isGiven(key) && !isGiven(StreamsConfig.consumerPrefix(key))) {
      properties.put(StreamsConfig.mainConsumerPrefix(key), value);
    }
  }

  /** Sets a default of those that read inputs, and of those that restore rows. */
  private void allConsumers(Properties properties, String key, Object value) {
    if (!isGiven(key)) {
      properties.put(StreamsConfig.consumerPrefix(key), value);
    }
  }

  private void producer(Properties properties, String key, Object value) {
    if (!isGiven(key)) {
      properties.put(StreamsConfig.producerPrefix(key), value);
    }
  }

  /** A default under a longer prefix would override a given value under a shorter one. */
  private boolean isGiven(String key) {
    return kafka.containsKey(key) || streams.containsKey(key);
  }
}

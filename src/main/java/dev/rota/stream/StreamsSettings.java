package dev.rota.stream;

import dev.rota.domain.Domain;
import dev.rota.topics.Topics;
import dev.rota.topics.UnfitCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsConfig;

/**
 * What a road is told from outside. None of it changes a decision.
 *
 * @param applicationId the prefix of the consumer group, the transactions and the changelogs
 * @param kafka for every client: {@code bootstrap.servers}, security, and what is passed through
 * @param streams for Kafka Streams, its {@code producer.} and {@code consumer.} prefixes included
 * @param registry for the serializers: {@code schema.registry.url} and its like
 * @param serializer class name of the value serializer
 * @param deserializer class name of the value deserializer
 * @param stateDir where the stores lie
 * @param threads per domain
 * @param beat of the metronome
 */
public record StreamsSettings(
    String applicationId,
    Map<String, Object> kafka,
    Map<String, Object> streams,
    Map<String, Object> registry,
    String serializer,
    String deserializer,
    Path stateDir,
    int threads,
    Duration beat) {
  // A crash is noticed after the session; a planned stop leaves the group and waits for nothing.
  private static final int SESSION_MILLIS = 10_000;
  // Others hear with their next heartbeat that somebody has left or joined, and wait as long.
  private static final int HEARTBEAT_MILLIS = 1_000;
  // A schema that is just being registered is waited for inside a transaction: shorter than that
  // may stay open, or the broker aborts it and the same wait begins again.
  private static final int SCHEMA_MILLIS = Domain.TURN_MAX_MILLIS / 2;
  private static final int COMMIT_MILLIS = 100;
  // Who lags no further behind gets the task at once and restores the rest, in half a second. With
  // 0 it would have to miss nothing at all, and a task at work hardly leaves such a moment.
  private static final long RECOVERY_LAG_RECORDS = 100_000;
  // Who lags further is warmed up beside the owner; so often it is asked whether it has caught up.
  private static final int PROBING_MILLIS = 60_000;
  // A commit sends what is left at once, so lingering only fills batches in between.
  private static final int LINGER_MILLIS = 20;
  // A turn writes five records, and small batches would each be a request of their own.
  private static final int BATCH_BYTES = 128 * 1024;
  // A ledger is kept for ever, and its entries look alike. Every client reads gzip with its
  // defaults, kafkajs nothing else. Higher levels cost twice as much and save 4 % more.
  private static final String COMPRESSION = "gzip";
  private static final int GZIP_LEVEL = 1;

  /** Kafka Streams' settings for one domain: ours, then what was passed through. */
  public Properties streams(Domain<?, ?, ?> domain) {
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
    // There is no global store; without this, Kafka Streams warns at every start that there might
    // be.
    properties.put("processing.exception.handler.global.enabled", true);
    properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, RocksDbBounds.class);
    consumer(properties, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
    consumer(properties, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MILLIS);
    // Nobody aborts a killed process's open transaction before this, and until then its partitions
    // stand still; but a turn that takes longer would be aborted, and come again for ever.
    producer(properties, ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, domain.turnMaxMillis());
    producer(properties, ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
    producer(properties, ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    producer(properties, ProducerConfig.COMPRESSION_TYPE_CONFIG, COMPRESSION);
    producer(properties, ProducerConfig.COMPRESSION_GZIP_LEVEL_CONFIG, GZIP_LEVEL);
    producer(properties, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.WRITTEN_BYTES_MAX);
    properties.putAll(kafka);
    properties.putAll(streams);
    return properties;
  }

  /** The consumer group of a domain, and the prefix of its transactions and changelogs. */
  public String applicationId(String domain) {
    return applicationId + "-" + domain;
  }

  /** A serializer of values, configured. */
  @SuppressWarnings("unchecked") // a serializer of values is asked for nothing else
  public Serializer<Object> newSerializer() {
    Serializer<Object> values = instance(serializer, Serializer.class);
    values.configure(valueConfigs(), false);
    return values;
  }

  /** A deserializer of values, configured: it makes generated records. */
  @SuppressWarnings("unchecked") // a deserializer of values is asked for nothing else
  public Deserializer<Object> newDeserializer() {
    Deserializer<Object> values = instance(deserializer, Deserializer.class);
    values.configure(valueConfigs(), false);
    return values;
  }

  private Map<String, Object> valueConfigs() {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.putAll(registry);
    // Rota's own records have generated classes; a foreign serde may hand out generic ones.
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

  private void producer(Properties properties, String key, Object value) {
    if (!isGiven(key)) {
      properties.put(StreamsConfig.producerPrefix(key), value);
    }
  }

  /** Under a longer prefix our default would beat what was given under a shorter one. */
  private boolean isGiven(String key) {
    return kafka.containsKey(key) || streams.containsKey(key);
  }
}

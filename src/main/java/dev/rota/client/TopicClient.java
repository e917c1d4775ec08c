package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.registry.RegistryOutage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads committed records of some partitions without a consumer group, and sends inputs. One thread
 * reads; any may send.
 */
final class TopicClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicClient.class);

  /** It has no group to leave: a fetch that still waits for records need not be waited for. */
  private static final Duration CLOSE_READING = Duration.ofMillis(20);

  private static final Duration CLOSE_SENDING = Duration.ofSeconds(1);

  private final String name;
  private final Object brokers;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], Object> producer;
  private final Deserializer<Object> values;
  private final Predicate<String> keys;
  private final Queue<ConsumerRecord<byte[], byte[]>> read = new ArrayDeque<>();
  private Map<TopicPartition, Long> ends = Map.of();

  /**
   * Connects when it is first used.
   *
   * @param name of the client, for the log
   * @param keys of the records that are decoded; others are skipped
   */
  TopicClient(TopicAccess access, String name, Predicate<String> keys) {
    this.name = name;
    this.keys = keys;
    brokers = access.kafka().get("bootstrap.servers");
    values = access.deserializer();
    Map<String, Object> reading = new HashMap<>(access.kafka());
    reading.put("isolation.level", "read_committed");
    reading.put("enable.auto.commit", false);
    reading.put("auto.offset.reset", "earliest");
    reading.put("allow.auto.create.topics", false);
    reading.remove("group.id");
    reading.remove("group.instance.id");
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    consumer = new KafkaConsumer<>(reading, bytes, bytes);
    Map<String, Object> sending = new HashMap<>(access.kafka());
    sending.put("acks", "all");
    producer = new KafkaProducer<>(sending, new ByteArraySerializer(), access.serializer());
  }

  /**
   * All partitions of these topics.
   *
   * @throws UnknownTopicOrPartitionException if one does not exist
   */
  List<TopicPartition> all(String... topics) {
    return Stream.of(topics)
        .flatMap(topic -> infos(topic).stream())
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  /** The lane's partition of the topic. */
  TopicPartition of(String topic, String lane) {
    return new TopicPartition(topic, TopicNames.partition(lane, infos(topic).size()));
  }

  private List<PartitionInfo> infos(String topic) {
    try {
      List<PartitionInfo> infos = consumer.partitionsFor(topic);
      if (infos != null && !infos.isEmpty()) {
        return infos;
      }
    } catch (TimeoutException e) {
      throw new TimeoutException(
          "no broker of bootstrap.servers=%s answers about the topic %s: check the address and the"
                  .formatted(brokers, topic)
              + " brokers; it waits for default.api.timeout.ms",
          e);
    }
    throw new UnknownTopicOrPartitionException(
        "there is no topic " + topic + "; create it with 'rota topics create'");
  }

  /**
   * Reads these from the first record on and those from now on. What was read before is dropped.
   */
  void assign(Collection<TopicPartition> whole, Collection<TopicPartition> fromNow) {
    read.clear();
    List<TopicPartition> both = Stream.concat(whole.stream(), fromNow.stream()).toList();
    consumer.assign(both);
    if (!whole.isEmpty()) { // to Kafka, none means all
      consumer.seekToBeginning(whole);
    }
    if (!fromNow.isEmpty()) {
      consumer.seekToEnd(fromNow);
    }
    both.forEach(consumer::position); // resolves it now, not at the first poll
    ends = new HashMap<>(consumer.endOffsets(both));
  }

  /** Goes to the first record that is not older, or to what will be next. */
  void seek(TopicPartition partition, long timestampMillis) {
    long end = consumer.endOffsets(List.of(partition)).get(partition); // before it looks for it
    OffsetAndTimestamp first =
        consumer.offsetsForTimes(Map.of(partition, timestampMillis)).get(partition);
    consumer.seek(partition, first == null ? end : first.offset());
  }

  /** True if every partition is read up to where it ended when it was assigned. */
  boolean isAtEnds() {
    return ends.entrySet().stream()
        .allMatch(one -> consumer.position(one.getKey()) >= one.getValue());
  }

  /**
   * Hears each record of the keys once. A value that nobody can decode is skipped. The value of a
   * tombstone is null.
   *
   * @throws KafkaException if the registry is away; then the record is heard at the next call
   */
  void poll(Duration limit, BiConsumer<ConsumerRecord<byte[], byte[]>, Object> heard) {
    if (read.isEmpty()) {
      consumer.poll(limit).forEach(read::add);
    }
    for (; !read.isEmpty(); read.remove()) {
      ConsumerRecord<byte[], byte[]> record = read.peek();
      if (record.key() == null || !keys.test(key(record))) {
        continue;
      }
      if (record.value() == null) {
        heard.accept(record, null);
        continue;
      }
      Object value = value(record);
      if (value != null) {
        heard.accept(record, value);
      }
    }
  }

  static String key(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.key(), UTF_8);
  }

  private Object value(ConsumerRecord<byte[], byte[]> record) {
    try {
      return values.deserialize(record.topic(), record.headers(), record.value());
    } catch (RuntimeException e) {
      RegistryOutage.in(e)
          .ifPresent(
              away -> {
                throw away;
              });
      LOG.warn(
          "{}: the record at offset {} of {}-{} cannot be decoded, and is skipped: {}",
          name,
          record.offset(),
          record.topic(),
          record.partition(),
          e.toString());
      return null;
    }
  }

  /** A header's text; empty: there is none. */
  static String header(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null ? "" : new String(header.value(), UTF_8);
  }

  /** The header of an output that names its input: {@code topic/partition/offset}. */
  static String source(ConsumerRecord<byte[], byte[]> record) {
    return header(record.headers(), "rota.source");
  }

  /** The offset in a source; negative: it is none. */
  static long offset(String source) {
    return source.isEmpty() ? -1 : Long.parseLong(source.substring(source.lastIndexOf('/') + 1));
  }

  /** Sends and goes on. A fault is logged. */
  void send(String topic, String lane, Object value) {
    send(topic, lane, value, () -> {});
  }

  /**
   * Sends and goes on.
   *
   * @param lost called by another thread if it could not be sent; a fault is logged as well
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the callback gets the result
  void send(String topic, String lane, Object value, Runnable lost) {
    producer.send(
        new ProducerRecord<>(topic, lane.getBytes(UTF_8), value),
        (at, e) -> {
          if (e != null) {
            LOG.warn("{}: a record could not be sent to {}: {}", name, topic, e.getMessage());
            lost.run();
          }
        });
  }

  /**
   * Sends and waits until it is on the topic.
   *
   * @return the source that outputs of it will name
   * @throws KafkaException if it cannot be sent
   */
  String sendNow(String topic, String lane, Object value) {
    try {
      RecordMetadata at =
          producer.send(new ProducerRecord<>(topic, lane.getBytes(UTF_8), value)).get();
      return at.topic() + "/" + at.partition() + "/" + at.offset();
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException fault ? fault : new KafkaException(e.getCause());
    }
  }

  @Override
  public void close() {
    producer.close(CLOSE_SENDING);
    consumer.close(CloseOptions.timeout(CLOSE_READING));
    values.close();
  }
}

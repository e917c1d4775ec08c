package dev.rota.road.logs;

import dev.rota.kernel.domain.Domain;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.CoPartitioning;
import dev.rota.road.topics.RequiredTopics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** A domain's topics on a cluster. */
public final class KafkaLogs implements TopicLogs {
  private static final Duration POLL = Duration.ofMillis(500);

  /**
   * Readers take turns, and each record is looked at once: what few polls bring is still in the
   * processor's cache by then. With Kafka's 500 an audit takes a fifth more CPU.
   */
  private static final int POLL_RECORDS = 64;

  private final Map<String, Object> kafka;
  private final Admin admin;
  private final TopicLayout layout;

  /**
   * Describes the topics.
   *
   * @param kafka {@code bootstrap.servers} and other consumer settings
   * @throws dev.rota.road.topics.UnfitCluster if a topic is missing
   */
  public KafkaLogs(Domain domain, Map<String, Object> kafka) {
    this(domain, kafka, List.of());
  }

  /** The same, with these topics of others if they exist. */
  public KafkaLogs(Domain domain, Map<String, Object> kafka, List<String> others) {
    this(
        kafka,
        admin -> {
          String bootstrap = String.valueOf(kafka.get("bootstrap.servers"));
          Map<String, TopicDescription> topics =
              new TreeMap<>(CoPartitioning.describe(admin, domain, bootstrap));
          find(admin, RequiredTopics.checkpoints(domain.name()))
              .ifPresent(topic -> topics.put(topic.name(), topic));
          others.forEach(
              name -> find(admin, name).ifPresent(topic -> topics.put(topic.name(), topic)));
          return topics;
        });
  }

  /** A topic that may exist. Where there is none, nobody may know. */
  private static Optional<TopicDescription> find(Admin admin, String topic) {
    try {
      return Optional.of(describe(admin, topic));
    } catch (UnknownTopicOrPartitionException | AuthorizationException _) {
      return Optional.empty();
    }
  }

  private static TopicDescription describe(Admin admin, String topic) {
    return get(admin.describeTopics(List.of(topic)).topicNameValues().get(topic));
  }

  public KafkaLogs(
      Map<String, Object> kafka, Function<Admin, Map<String, TopicDescription>> describe) {
    this.kafka = new HashMap<>(kafka);
    this.kafka.put("auto.offset.reset", "none");
    // A reader is opened for each partition of each topic: nobody looks at the metrics of so many.
    this.kafka.putIfAbsent("enable.metrics.push", false);
    this.kafka.putIfAbsent("metric.reporters", List.of());
    this.kafka.putIfAbsent("max.poll.records", POLL_RECORDS);
    this.admin = Admin.create(kafka);
    try {
      Map<String, TopicLayout.Topic> topics = new TreeMap<>();
      describe
          .apply(admin)
          .forEach(
              (name, topic) ->
                  topics.put(
                      name,
                      new TopicLayout.Topic(
                          topic.topicId().toString(), topic.partitions().size())));
      layout = new TopicLayout(get(admin.describeCluster().clusterId()), topics);
    } catch (RuntimeException e) {
      admin.close(Duration.ZERO);
      throw e;
    }
  }

  @Override
  public TopicLayout layout() {
    return layout;
  }

  @Override
  public String id(String topic) {
    try {
      return describe(admin, topic).topicId().toString();
    } catch (UnknownTopicOrPartitionException _) {
      return null; // who may not look does not know that it is gone
    }
  }

  @Override
  public Log open(TopicPartition partition) {
    return partition.partition() < layout.partitions(partition.topic())
        ? new KafkaLog(partition)
        : new NoLog();
  }

  @Override
  public long begin(TopicPartition partition) {
    return offset(partition, OffsetSpec.earliest());
  }

  @Override
  public long end(TopicPartition partition) {
    return offset(partition, OffsetSpec.latest());
  }

  private long offset(TopicPartition partition, OffsetSpec which) {
    return partition.partition() < layout.partitions(partition.topic())
        ? get(ask(partition, which, IsolationLevel.READ_COMMITTED))
        : 0;
  }

  /** Asks the client that is there, which costs less than to begin to read. */
  private KafkaFuture<Long> ask(
      TopicPartition partition, OffsetSpec which, IsolationLevel isolation) {
    return admin
        .listOffsets(Map.of(partition, which), new ListOffsetsOptions(isolation))
        .partitionResult(partition)
        .thenApply(ListOffsetsResult.ListOffsetsResultInfo::offset);
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    try {
      get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
          .forEach(
              (partition, offset) -> {
                if (offset != null) {
                  offsets.put(partition, offset.offset());
                }
              });
      return offsets;
    } catch (GroupIdNotFoundException _) {
      return Map.of();
    }
  }

  private static <T> T get(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException kafka
          ? kafka
          : new KafkaException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
  }

  /** A partition, read by a consumer of its own from the first record on that somebody wants. */
  private final class KafkaLog implements Log {
    private final TopicPartition partition;
    private final long begin;
    private final long end;
    private long start;

    /** Null before the first poll. */
    private PartitionReader<byte[]> reader;

    KafkaLog(TopicPartition partition) {
      this.partition = partition;
      KafkaFuture<Long> first =
          ask(partition, OffsetSpec.earliest(), IsolationLevel.READ_COMMITTED);
      end = get(ask(partition, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED));
      begin = get(first);
      start = begin;
    }

    @Override
    public long begin() {
      return begin;
    }

    @Override
    public long retained() {
      return KafkaLogs.this.begin(partition);
    }

    @Override
    public long end() {
      return end;
    }

    @Override
    public long committed() {
      return KafkaLogs.this.end(partition);
    }

    @Override
    public long written() {
      return get(ask(partition, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED));
    }

    @Override
    public long position() {
      return reader == null ? start : reader.consumer().position(partition);
    }

    @Override
    public void seek(long offset) {
      start = offset;
      if (reader != null) {
        reader.consumer().seek(partition, offset);
      }
    }

    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll() {
      if (reader == null) {
        reader = PartitionReader.ofBytes(kafka).from(partition, start);
      }
      return reader.poll(POLL).records(partition);
    }

    @Override
    public void close() {
      if (reader != null) {
        reader.close();
      }
    }
  }

  /** A partition that the topic does not have. */
  public static final class NoLog implements Log {
    @Override
    public long begin() {
      return 0;
    }

    @Override
    public long end() {
      return 0;
    }

    @Override
    public long written() {
      return 0;
    }

    @Override
    public long position() {
      return 0;
    }

    @Override
    public void seek(long offset) {
      // There is nothing to seek.
    }

    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll() {
      return List.of();
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }
}

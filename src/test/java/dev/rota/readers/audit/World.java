package dev.rota.readers.audit;

import dev.rota.alarms.AlarmDomain;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.partitions.OfflineRecord;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** A cluster in memory: what lies on the topics of a domain, and all that can be done to it. */
final class World implements TopicLogs {
  static final String GROUP = "rota-domain";

  /** The source of tests on every domain. */
  static final String DOMAINS = "dev.rota.readers.audit.World#domains";

  private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> logs = new HashMap<>();
  private final Map<TopicPartition, Long> begins = new HashMap<>();
  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private final Map<TopicPartition, Long> stuck = new HashMap<>();
  private final Map<TopicPartition, long[]> damaged = new HashMap<>();
  private final Map<TopicPartition, Long> committed = new HashMap<>();
  private final Map<String, TopicLayout.Topic> topics = new TreeMap<>();
  private String cluster = "cluster-1";

  World(Domain domain, int partitions) {
    for (TopicSpec topic : RequiredTopics.of(domain)) {
      topics.put(topic.name(), new TopicLayout.Topic("id of " + topic.name(), partitions));
    }
  }

  private World(World other) {
    other.logs.forEach((partition, log) -> logs.put(partition, new ArrayList<>(log)));
    begins.putAll(other.begins);
    ends.putAll(other.ends);
    stuck.putAll(other.stuck);
    damaged.putAll(other.damaged);
    committed.putAll(other.committed);
    topics.putAll(other.topics);
    cluster = other.cluster;
  }

  static Stream<Domain> domains() {
    return Stream.concat(Stream.of(new AlarmDomain()), Domains.ALL.stream());
  }

  /** Audits it, on one thread. */
  AuditReport audit(Domain program, DomainAudit.Witnesses witnesses) throws Exception {
    try (DomainAudit audit = new DomainAudit(program, this, witnesses)) {
      return audit.run(1);
    }
  }

  /** Another cluster with the same records, which are exchanged and never changed. */
  World copy() {
    return new World(this);
  }

  List<ConsumerRecord<byte[], byte[]>> on(String topic, int partition) {
    return logs.computeIfAbsent(new TopicPartition(topic, partition), _ -> new ArrayList<>());
  }

  List<String> topics() {
    return List.copyOf(topics.keySet());
  }

  int partitions() {
    return layout().most();
  }

  long next(String topic, int partition) {
    List<ConsumerRecord<byte[], byte[]>> log = on(topic, partition);
    return log.isEmpty() ? 0 : log.get(log.size() - 1).offset() + 1;
  }

  void append(String topic, int partition, long millis, byte[] key, byte[] value, Headers headers) {
    on(topic, partition)
        .add(record(topic, partition, next(topic, partition), millis, key, value, headers));
  }

  static ConsumerRecord<byte[], byte[]> record(
      String topic,
      int partition,
      long offset,
      long millis,
      byte[] key,
      byte[] value,
      Headers headers) {
    return OfflineRecord.of(
        new TopicPartition(topic, partition),
        offset,
        millis,
        key,
        value,
        new RecordHeaders(headers.toArray()));
  }

  void edit(
      String topic, int partition, int place, UnaryOperator<ConsumerRecord<byte[], byte[]>> edit) {
    on(topic, partition).set(place, edit.apply(on(topic, partition).get(place)));
  }

  /** The offsets follow one another again, from 0, as when records are laid down anew. */
  void renumber(String topic, int partition) {
    List<ConsumerRecord<byte[], byte[]>> old = List.copyOf(on(topic, partition));
    on(topic, partition).clear();
    old.forEach(
        one -> append(topic, partition, one.timestamp(), one.key(), one.value(), one.headers()));
  }

  void addTopic(String topic, int count) {
    topics.put(topic, new TopicLayout.Topic("id of " + topic, count));
  }

  void addPartitions(String topic, int count) {
    topics.put(topic, new TopicLayout.Topic(topics.get(topic).id(), count));
  }

  void makeAnew(String topic) {
    topics.put(topic, new TopicLayout.Topic("another " + topics.get(topic).id(), partitions()));
  }

  void move(String other) {
    cluster = other;
  }

  /** Retention takes all before that offset. */
  void trim(String topic, int partition, long offset) {
    begins.put(new TopicPartition(topic, partition), offset);
    on(topic, partition).removeIf(one -> one.offset() < offset);
  }

  void damage(String topic, int partition, long from, long to) {
    damaged.put(new TopicPartition(topic, partition), new long[] {from, to});
  }

  /** A transaction is open from that offset on, and does not end. */
  void hang(String topic, int partition, long from, long written) {
    stuck.put(new TopicPartition(topic, partition), from);
    ends.put(new TopicPartition(topic, partition), written);
  }

  void commit(String topic, int partition, long offset) {
    committed.put(new TopicPartition(topic, partition), offset);
  }

  @Override
  public TopicLayout layout() {
    return new TopicLayout(cluster, topics);
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    return group.equals(GROUP) ? committed : Map.of();
  }

  @Override
  public Log open(TopicPartition partition) {
    return partition.partition() < layout().partitions(partition.topic())
        ? new InMemory(partition)
        : new KafkaLogs.NoLog();
  }

  @Override
  public void close() {
    // It is used again.
  }

  private final class InMemory implements Log {
    private static final int POLLED = 500;

    private final TopicPartition partition;
    private final List<ConsumerRecord<byte[], byte[]>> records;
    private long position;

    InMemory(TopicPartition partition) {
      this.partition = partition;
      records = on(partition.topic(), partition.partition());
      position = begin();
    }

    @Override
    public long begin() {
      return begins.getOrDefault(partition, 0L);
    }

    @Override
    public long end() {
      long end = Math.max(begin(), next(partition.topic(), partition.partition()));
      return Math.min(end, stuck.getOrDefault(partition, Long.MAX_VALUE));
    }

    @Override
    public long written() {
      return Math.max(end(), ends.getOrDefault(partition, 0L));
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void seek(long offset) {
      position = offset;
    }

    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll() {
      if (position < begin()) {
        throw new OffsetOutOfRangeException(Map.of(partition, position));
      }
      long[] bad = damaged.getOrDefault(partition, new long[] {-1, -1});
      if (position >= bad[0] && position < bad[1]) {
        throw new KafkaException("Record batch for partition " + partition + " is invalid");
      }
      List<ConsumerRecord<byte[], byte[]>> some = new ArrayList<>();
      long readable = stuck.getOrDefault(partition, Long.MAX_VALUE);
      for (ConsumerRecord<byte[], byte[]> one : records) {
        boolean stops = one.offset() >= bad[0] && one.offset() < bad[1];
        if (one.offset() < position || one.offset() >= readable) {
          continue;
        }
        if (stops || some.size() == POLLED) {
          break;
        }
        some.add(one);
      }
      if (!some.isEmpty()) {
        position = some.get(some.size() - 1).offset() + 1;
      } else if (!stuck.containsKey(partition)) {
        position = end();
      }
      return some;
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}

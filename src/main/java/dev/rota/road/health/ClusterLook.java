package dev.rota.road.health;

import dev.rota.road.health.InputBacklog.Content;
import dev.rota.road.health.InputBacklog.Unseen;
import dev.rota.road.partitions.PartitionReader;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** Asks a cluster how far inputs reach, and how far a group has taken them. */
final class ClusterLook implements AutoCloseable {
  static final int ANSWER_MILLIS = 3_000;

  /** Behind the first answer, others wait no longer for brokers that may be gone. */
  private static final int LAST_MILLIS = 2_000;

  private static final Duration POLL = Duration.ofMillis(50);
  private static final int INTO_MILLIS = 2_000;

  private final Map<String, Object> kafka;
  private final Admin admin;

  /** Null until something is to be looked into. */
  private PartitionReader<byte[]> reader;

  private boolean closed;

  ClusterLook(Map<String, Object> kafka, Admin admin) {
    this.kafka = new HashMap<>(kafka);
    this.kafka.put("default.api.timeout.ms", ANSWER_MILLIS);
    this.kafka.put("request.timeout.ms", ANSWER_MILLIS);
    this.kafka.put("fetch.max.wait.ms", 5);
    this.kafka.putIfAbsent("enable.metrics.push", false);
    this.kafka.putIfAbsent("metric.reporters", List.of());
    this.admin = admin;
  }

  /**
   * Answers by partition, and why there is none.
   *
   * @param failures of those that have no offset
   */
  record Offsets(Map<TopicPartition, Long> known, Map<TopicPartition, KafkaException> failures) {}

  /** The ends of committed records. One partition without a leader does not hold up the others. */
  Offsets ends(Collection<TopicPartition> partitions) {
    return offsets(partitions, OffsetSpec.latest());
  }

  /** The first offsets that are retained. */
  Offsets begins(Collection<TopicPartition> partitions) {
    return offsets(partitions, OffsetSpec.earliest());
  }

  private Offsets offsets(Collection<TopicPartition> partitions, OffsetSpec which) {
    Offsets offsets = new Offsets(new HashMap<>(), new HashMap<>());
    if (partitions.isEmpty()) {
      return offsets;
    }
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    partitions.forEach(one -> asked.put(one, which));
    ListOffsetsResult found =
        admin.listOffsets(
            asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(ANSWER_MILLIS));
    awaitFirst(partitions.stream().map(found::partitionResult).toList());
    long last = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_MILLIS);
    for (TopicPartition one : partitions) {
      long left = TimeUnit.NANOSECONDS.toMillis(last - System.nanoTime());
      try {
        offsets.known.put(one, get(found.partitionResult(one), Math.max(0, left)).offset());
      } catch (KafkaException e) {
        offsets.failures.put(one, e);
      }
    }
    return offsets;
  }

  /** Waits for one answer, whatever it is. */
  private static void awaitFirst(List<? extends KafkaFuture<?>> answers) {
    try {
      CompletableFuture<?>[] all =
          answers.stream()
              .map(one -> one.toCompletionStage().toCompletableFuture())
              .toArray(CompletableFuture<?>[]::new);
      var _ = CompletableFuture.anyOf(all).get(ANSWER_MILLIS + 1_000, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException _) {
      // Each answer says it itself.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * What the group has committed; empty if there is no such group.
   *
   * @param millis how long it waits
   */
  Map<TopicPartition, Long> committed(String group, int millis) {
    Map<TopicPartition, Long> committed = new HashMap<>();
    try {
      Map<TopicPartition, OffsetAndMetadata> said =
          get(
              admin
                  .listConsumerGroupOffsets(
                      group, new ListConsumerGroupOffsetsOptions().timeoutMs(millis))
                  .partitionsToOffsetAndMetadata());
      said.forEach(
          (partition, offset) -> {
            if (offset != null) {
              committed.put(partition, offset.offset());
            }
          });
    } catch (GroupIdNotFoundException _) {
      // Nothing was ever taken by it.
    }
    return committed;
  }

  /**
   * Looks into gaps: the first batch of each tells whether there is a record.
   *
   * @param millis how long it waits, if that is not too long
   * @return why not into all of them; the others are looked into
   */
  synchronized Optional<AuthorizationException> into(
      Map<TopicPartition, Unseen> gaps, InputBacklog backlog, int millis) {
    Map<TopicPartition, Unseen> left = new HashMap<>(gaps);
    AuthorizationException refusal = null;
    while (!left.isEmpty() && !closed) {
      try {
        read(left, backlog, millis);
        break;
      } catch (TopicAuthorizationException e) {
        refusal = e;
        Set<TopicPartition> hidden = new HashSet<>(left.keySet());
        hidden.removeIf(one -> !e.unauthorizedTopics().contains(one.topic()));
        if (hidden.isEmpty()) {
          hidden.addAll(left.keySet()); // it is not said which
        }
        hidden.forEach(backlog::hidden);
        left.keySet().removeAll(hidden);
      }
    }
    return Optional.ofNullable(refusal);
  }

  private void read(Map<TopicPartition, Unseen> left, InputBacklog backlog, int millis) {
    if (reader == null) {
      reader = PartitionReader.ofBytes(kafka);
    }
    reader.consumer().assign(left.keySet());
    reader.consumer().resume(left.keySet()); // as they may have been seen before
    left.forEach((one, gap) -> reader.consumer().seek(one, gap.from()));
    int most = Math.min(millis, INTO_MILLIS);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(most);
    while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
      var some = reader.poll(POLL);
      left.entrySet()
          .removeIf(
              one -> isSeen(one.getKey(), one.getValue(), some.records(one.getKey()), backlog));
    }
  }

  private boolean isSeen(
      TopicPartition input,
      Unseen gap,
      List<ConsumerRecord<byte[], byte[]>> records,
      InputBacklog backlog) {
    long position = reader.consumer().position(input);
    if (records.isEmpty() && position < gap.to()) {
      return false;
    }
    ConsumerRecord<byte[], byte[]> first = records.isEmpty() ? null : records.get(0);
    backlog.found(
        input,
        first == null
            ? new Content(position, 0, 0, 0)
            : new Content(position, records.size(), first.offset(), first.timestamp()));
    reader.consumer().pause(List.of(input));
    return true;
  }

  /** Waits for an answer. Throws Kafka's exception unwrapped. */
  static <T> T get(KafkaFuture<T> answer) {
    return get(answer, ANSWER_MILLIS + 1_000);
  }

  static <T> T get(KafkaFuture<T> answer, long millis) {
    try {
      return answer.get(millis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException kafka
          ? kafka
          : new KafkaException(e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new org.apache.kafka.common.errors.TimeoutException("Kafka does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (reader != null) {
      reader.close();
    }
  }
}

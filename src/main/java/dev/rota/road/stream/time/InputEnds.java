package dev.rota.road.stream.time;

import dev.rota.road.partitions.PartitionReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Asks the brokers how far the inputs of a domain reach, and how far its group has read them. */
final class InputEnds implements PartitionBeat.Log, AutoCloseable {
  private static final int ANSWER_MAX_MILLIS = 5_000;
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration LOOK_MAX = Duration.ofSeconds(2);

  private final Map<String, Object> kafka;
  private final String group;
  private final Admin admin;

  InputEnds(Map<String, Object> kafka, String group) {
    this.kafka = kafka;
    this.group = group;
    this.admin = Admin.create(kafka);
  }

  /**
   * Asks for the ends of the inputs of these partitions: the offsets after every acknowledged
   * record, those of open transactions and those behind them too. One partition without a leader
   * does not hold up the others.
   */
  Map<PartitionBeat, CompletableFuture<long[]>> ask(List<PartitionBeat> beats) {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    beats.forEach(
        beat -> beat.inputPartitions().forEach(input -> asked.put(input, OffsetSpec.latest())));
    ListOffsetsResult found =
        admin.listOffsets(
            asked,
            new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED).timeoutMs(ANSWER_MAX_MILLIS));
    CompletableFuture<Map<TopicPartition, OffsetAndMetadata>> committed =
        beats.stream().anyMatch(PartitionBeat::isUnknown)
            ? admin
                .listConsumerGroupOffsets(
                    group, new ListConsumerGroupOffsetsOptions().timeoutMs(ANSWER_MAX_MILLIS))
                .partitionsToOffsetAndMetadata()
                .toCompletionStage()
                .toCompletableFuture()
            : CompletableFuture.completedFuture(Map.of());
    Map<PartitionBeat, CompletableFuture<long[]>> answers = new HashMap<>();
    beats.forEach(beat -> answers.put(beat, answer(beat, found, committed)));
    return answers;
  }

  private static CompletableFuture<long[]> answer(
      PartitionBeat beat,
      ListOffsetsResult found,
      CompletableFuture<Map<TopicPartition, OffsetAndMetadata>> committed) {
    List<TopicPartition> inputs = beat.inputPartitions();
    List<CompletableFuture<ListOffsetsResult.ListOffsetsResultInfo>> ends =
        inputs.stream()
            .map(input -> found.partitionResult(input).toCompletionStage().toCompletableFuture())
            .toList();
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
        .thenCombine(
            committed,
            (_, offsets) -> {
              for (int input = 0; input < inputs.size(); input++) {
                OffsetAndMetadata offset = offsets.get(inputs.get(input));
                if (offset != null) {
                  beat.committed(input, offset.offset());
                }
              }
              return ends.stream().mapToLong(end -> end.join().offset()).toArray();
            });
  }

  @Override
  public boolean isEmpty(TopicPartition input, long from, long to) {
    Map<String, Object> prompt = new HashMap<>(kafka);
    prompt.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MAX_MILLIS);
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(prompt)) {
      reader.assign(List.of(input));
      if (reader.ends().get(input) < to) {
        return false; // a transaction is open
      }
      reader.consumer().seek(input, from);
      long deadline = System.nanoTime() + LOOK_MAX.toNanos();
      while (System.nanoTime() - deadline < 0) {
        if (!reader.poll(POLL).isEmpty()) {
          return false;
        }
        if (reader.consumer().position(input) >= to) {
          return true;
        }
      }
      return false;
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}

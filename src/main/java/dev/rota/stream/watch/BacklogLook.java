package dev.rota.stream.watch;

import dev.rota.topics.Answer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Asks the cluster how far the inputs of the owned partitions are decided. */
record BacklogLook(
    String group, List<String> inputs, Supplier<Set<Integer>> owned, Backlog backlog) {
  void look(Admin admin) {
    Set<Integer> partitions = owned.get();
    List<TopicPartition> asked = Backlog.of(inputs, partitions);
    // The ends first: what is committed in between must not look like a backlog.
    Map<TopicPartition, Long> ends = offsets(admin, asked, OffsetSpec.latest());
    Map<TopicPartition, Long> committed = new HashMap<>(committed(admin));
    List<TopicPartition> never = asked.stream().filter(one -> !committed.containsKey(one)).toList();
    committed.putAll(offsets(admin, never, OffsetSpec.earliest()));
    backlog.see(partitions, committed, ends);
  }

  private Map<TopicPartition, Long> committed(Admin admin) {
    return get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .entrySet()
        .stream()
        .filter(one -> one.getValue() != null)
        .collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue().offset()));
  }

  private static Map<TopicPartition, Long> offsets(
      Admin admin, List<TopicPartition> partitions, OffsetSpec which) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    if (!partitions.isEmpty()) {
      get(admin
              .listOffsets(
                  partitions.stream().collect(Collectors.toMap(one -> one, one -> which)),
                  new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
              .all())
          .forEach((partition, offset) -> offsets.put(partition, offset.offset()));
    }
    return offsets;
  }

  private static <T> T get(KafkaFuture<T> answer) {
    return Answer.of(answer, "the inputs' offsets are not known");
  }
}

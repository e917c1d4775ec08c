package dev.rota.faults;

import static java.util.stream.Collectors.toCollection;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Who decides which partitions, as the group tells under either protocol. */
record Shares(Admin admin, String group) {
  /** What is common to both protocols. */
  private record Members(GroupState state, List<Member> all, int coordinator) {}

  private record Member(String client, Stream<Integer> partitions) {}

  private Members describe() throws Exception {
    try {
      return ofConsumers(
          admin.describeConsumerGroups(List.of(group)).describedGroups().get(group).get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return ofStreams(
            admin.describeStreamsGroups(List.of(group)).describedGroups().get(group).get());
      }
      throw e;
    }
  }

  private static Members ofConsumers(ConsumerGroupDescription said) {
    return new Members(
        said.groupState(),
        said.members().stream()
            .map(
                one ->
                    new Member(
                        one.clientId(),
                        one.assignment().topicPartitions().stream().map(TopicPartition::partition)))
            .toList(),
        said.coordinator().id());
  }

  private static Members ofStreams(StreamsGroupDescription said) {
    return new Members(
        said.groupState(),
        said.members().stream()
            .map(
                one ->
                    new Member(
                        one.clientId(),
                        one.assignment().activeTasks().stream()
                            .flatMap(task -> task.partitions().stream())))
            .toList(),
        said.coordinator().id());
  }

  /** Whether nobody is joining or leaving. */
  boolean stable() throws Exception {
    return describe().state() == GroupState.STABLE;
  }

  /** Whether the engine of that name is a member. */
  boolean has(String engine) throws Exception {
    return describe().all().stream().anyMatch(one -> one.client().startsWith(engine));
  }

  /** The partitions of the engine of that name. */
  Set<Integer> of(String engine) throws Exception {
    return describe().all().stream()
        .filter(one -> one.client().startsWith(engine))
        .flatMap(Member::partitions)
        .collect(toCollection(TreeSet::new));
  }

  /** The broker that coordinates the group. */
  int coordinator() throws Exception {
    return describe().coordinator();
  }
}

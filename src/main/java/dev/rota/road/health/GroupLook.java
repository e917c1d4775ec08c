package dev.rota.road.health;

import static dev.rota.road.health.ClusterLook.get;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeStreamsGroupsOptions;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Asks a cluster who of a group has which partition, under either protocol. */
final class GroupLook {
  /** Partitions are on their way from one member to another. */
  private static final Set<GroupState> MOVING =
      EnumSet.of(
          GroupState.PREPARING_REBALANCE,
          GroupState.COMPLETING_REBALANCE,
          GroupState.ASSIGNING,
          GroupState.RECONCILING);

  private final Admin admin;
  private final String group;
  private boolean streams;

  GroupLook(Admin admin, String group) {
    this.admin = admin;
    this.group = group;
  }

  /** What the group says: who has a partition, and what is so of the others. */
  record Owners(Map<Integer, PartitionOwner> members, PartitionOwner others) {
    PartitionOwner of(int partition) {
      return members.getOrDefault(partition, others);
    }
  }

  /**
   * Asks. The protocol that was right is asked first the next time.
   *
   * @param millis how long it waits
   */
  Owners look(int millis) {
    for (int i = 0; i < 2; i++) {
      try {
        return streams ? ofStreams(millis) : ofConsumers(millis);
      } catch (GroupIdNotFoundException e) {
        streams = !streams; // so answers a group of the other kind too
      }
    }
    return new Owners(Map.of(), nobody("there is no group " + group));
  }

  private Owners ofConsumers(int millis) {
    ConsumerGroupDescription said =
        get(
            admin
                .describeConsumerGroups(
                    List.of(group), new DescribeConsumerGroupsOptions().timeoutMs(millis))
                .describedGroups()
                .get(group));
    Map<Integer, PartitionOwner> members = new HashMap<>();
    said.members()
        .forEach(
            one -> {
              List<Integer> partitions =
                  one.assignment().topicPartitions().stream()
                      .map(TopicPartition::partition)
                      .toList();
              put(members, one.clientId(), one.host(), partitions);
            });
    return new Owners(members, others(said.groupState(), said.members().size()));
  }

  private Owners ofStreams(int millis) {
    StreamsGroupDescription said =
        get(
            admin
                .describeStreamsGroups(
                    List.of(group), new DescribeStreamsGroupsOptions().timeoutMs(millis))
                .describedGroups()
                .get(group));
    Map<Integer, PartitionOwner> members = new HashMap<>();
    said.members()
        .forEach(
            one -> {
              List<Integer> partitions = new ArrayList<>();
              one.assignment().activeTasks().forEach(task -> partitions.addAll(task.partitions()));
              put(members, one.clientId(), one.clientHost(), partitions);
            });
    return new Owners(members, others(said.groupState(), said.members().size()));
  }

  private static void put(
      Map<Integer, PartitionOwner> members, String client, String host, List<Integer> partitions) {
    String words = client.replaceFirst("-consumer$", "") + " at " + host.replaceFirst("^/", "");
    partitions.forEach(
        one -> members.put(one, new PartitionOwner(PartitionOwner.Kind.MEMBER, words)));
  }

  private PartitionOwner others(GroupState state, int members) {
    if (members > 0 && MOVING.contains(state)) {
      return new PartitionOwner(
          PartitionOwner.Kind.MOVING, "the group " + group + " moves its partitions");
    }
    return nobody(
        members == 0
            ? "the group " + group + " has no member"
            : "none of the %d members of the group %s has it".formatted(members, group));
  }

  private static PartitionOwner nobody(String why) {
    return new PartitionOwner(PartitionOwner.Kind.NOBODY, why);
  }
}

package dev.rota.road.health;

import static dev.rota.road.health.ClusterLook.get;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeStreamsGroupsOptions;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Asks a cluster who of a group has which partition, under either protocol. */
final class GroupLook {
  /** Kafka's client says itself that an answer is late. */
  private static final int LATE_MILLIS = 1_000;

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
    return members(millis)
        .map(this::owners)
        .orElseGet(() -> new Owners(Map.of(), nobody("there is no group " + group)));
  }

  /** Asks; empty if there is no such group. */
  Optional<GroupMembers> members(int millis) {
    for (int i = 0; i < 2; i++) {
      try {
        return Optional.of(streams ? ofStreams(millis) : ofConsumers(millis));
      } catch (GroupIdNotFoundException _) {
        streams = !streams; // so answers a group of the other kind too
      }
    }
    return Optional.empty();
  }

  private GroupMembers ofConsumers(int millis) {
    ConsumerGroupDescription said =
        get(
            admin
                .describeConsumerGroups(
                    List.of(group), new DescribeConsumerGroupsOptions().timeoutMs(millis))
                .describedGroups()
                .get(group),
            millis + LATE_MILLIS);
    List<GroupMembers.Member> members = new ArrayList<>();
    said.members()
        .forEach(
            one ->
                members.add(
                    GroupMembers.Member.of(
                        one.clientId(),
                        one.host(),
                        one.assignment().topicPartitions().stream()
                            .map(TopicPartition::partition)
                            .toList())));
    return new GroupMembers(said.groupState(), said.type().toString(), members);
  }

  private GroupMembers ofStreams(int millis) {
    StreamsGroupDescription said =
        get(
            admin
                .describeStreamsGroups(
                    List.of(group), new DescribeStreamsGroupsOptions().timeoutMs(millis))
                .describedGroups()
                .get(group),
            millis + LATE_MILLIS);
    List<GroupMembers.Member> members = new ArrayList<>();
    said.members()
        .forEach(
            one ->
                members.add(
                    GroupMembers.Member.of(
                        one.clientId(),
                        one.clientHost(),
                        partitions(one.assignment().activeTasks()))));
    return new GroupMembers(said.groupState(), GroupType.STREAMS.toString(), members);
  }

  private static List<Integer> partitions(List<StreamsGroupMemberAssignment.TaskIds> tasks) {
    return tasks.stream().flatMap(task -> task.partitions().stream()).toList();
  }

  private Owners owners(GroupMembers said) {
    Map<Integer, PartitionOwner> owners = new HashMap<>();
    for (GroupMembers.Member member : said.members()) {
      var owner = new PartitionOwner(PartitionOwner.Kind.MEMBER, member.words());
      member.partitions().forEach(one -> owners.put(one, owner));
    }
    return new Owners(owners, others(said));
  }

  private PartitionOwner others(GroupMembers said) {
    int members = said.members().size();
    if (said.isMoving()) {
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

package dev.rota.faults;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;

/** Who decides which partitions, as the consumer group tells. */
record Shares(Admin admin, String group) {
  private ConsumerGroupDescription describe() throws Exception {
    return admin.describeConsumerGroups(List.of(group)).describedGroups().get(group).get();
  }

  /** Whether nobody is joining or leaving. */
  boolean stable() throws Exception {
    return describe().groupState() == GroupState.STABLE;
  }

  /** Whether the engine of that name is a member. */
  boolean has(String engine) throws Exception {
    return describe().members().stream().anyMatch(one -> one.clientId().startsWith(engine));
  }

  /** The partitions of the engine of that name. */
  Set<Integer> of(String engine) throws Exception {
    Set<Integer> partitions = new TreeSet<>();
    describe().members().stream()
        .filter(one -> one.clientId().startsWith(engine))
        .flatMap(one -> one.assignment().topicPartitions().stream())
        .map(TopicPartition::partition)
        .forEach(partitions::add);
    return partitions;
  }

  /** The broker that coordinates the group. */
  int coordinator() throws Exception {
    return describe().coordinator().id();
  }
}

package dev.rota.app.doctor;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.road.topics.ExistingTopic;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** Whether every partition of a domain has its leader and its replicas. */
final class ReplicasCheck implements DoctorCheck {
  static final int REPLICAS_MIN = 3;

  @Override
  public String id() {
    return "topics.replicas";
  }

  @Override
  public boolean isOfDomain() {
    return true;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    ClusterAdmin cluster = at.cluster();
    List<DoctorFinding> found = new ArrayList<>();
    List<String> names =
        new ArrayList<>(
            RequiredTopics.withKept(at.domain()).stream().map(TopicSpec::name).toList());
    names.add(at.streams().changelog(at.domain()));
    Map<String, Integer> replicas = new TreeMap<>();
    int partitions = 0;
    for (String name : names) {
      try {
        for (TopicDescription topic : cluster.describe(List.of(name)).values()) {
          partitions += topic.partitions().size();
          replicas.put(name, topic.partitions().get(0).replicas().size());
          found.addAll(judge(topic, leastInSync(cluster, name), at.bootstrap()));
        }
      } catch (TopicAuthorizationException hidden) {
        // The rights and the plan say so of each topic.
      }
    }
    few(replicas, brokers(cluster)).ifPresent(found::add);
    if (found.isEmpty()) {
      found.add(
          partitions == 0
              ? DoctorFinding.unknown("there is no topic that may be seen; see topics.plan")
              : DoctorFinding.ok(
                  "%d partitions have their leaders and all replicas in sync"
                      .formatted(partitions)));
    }
    return found;
  }

  static int brokers(ClusterAdmin cluster) {
    return cluster.get(cluster.admin().describeCluster().nodes()).size();
  }

  /** Judges how many replicas topics have, by name: three, if there are as many brokers. */
  static Optional<DoctorFinding> few(Map<String, Integer> replicas, int brokers) {
    int least = Math.min(REPLICAS_MIN, brokers);
    String few =
        replicas.entrySet().stream()
            .filter(one -> one.getValue() < least)
            .map(one -> "%s has %d".formatted(one.getKey(), one.getValue()))
            .collect(Collectors.joining(", "));
    return few.isEmpty()
        ? Optional.empty()
        : Optional.of(
            DoctorFinding.warn(
                "of %d replicas that %d brokers could have, %s: the loss of a broker stops all decisions"
                    .formatted(least, brokers, few),
                "give each partition %d replicas by kafka-reassign-partitions.sh".formatted(least),
                "then run 'rota topics check' for min.insync.replicas"));
  }

  /** What must be in sync for a write; 1 if it may not be seen. */
  private static int leastInSync(ClusterAdmin cluster, String topic) {
    try {
      var setting = cluster.config(topic).get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
      return setting == null ? 1 : Integer.parseInt(setting.value());
    } catch (TopicAuthorizationException hidden) {
      return 1;
    }
  }

  /** Judges a topic whose settings are known. */
  static List<DoctorFinding> judge(
      TopicDescription topic, ExistingTopic settings, String bootstrap) {
    String least = settings.settings().get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
    return judge(topic, least == null ? 1 : Integer.parseInt(least), bootstrap);
  }

  /**
   * Judges where a topic's partitions lie. Equal faults of partitions are one finding.
   *
   * @param leastInSync replicas without which nothing is written
   */
  static List<DoctorFinding> judge(TopicDescription topic, int leastInSync, String bootstrap) {
    List<Integer> offline = new ArrayList<>();
    List<Integer> closed = new ArrayList<>();
    List<Integer> behind = new ArrayList<>();
    for (TopicPartitionInfo one : topic.partitions()) {
      if (one.leader() == null || one.leader().isEmpty()) {
        offline.add(one.partition());
      } else if (one.isr().size() < leastInSync) {
        closed.add(one.partition());
      } else if (one.isr().size() < one.replicas().size()) {
        behind.add(one.partition());
      }
    }
    String look =
        "start the brokers that are away: kafka-topics.sh --bootstrap-server %s --describe --topic %s"
            .formatted(bootstrap, topic.name());
    List<DoctorFinding> found = new ArrayList<>();
    if (!offline.isEmpty()) {
      found.add(
          DoctorFinding.fail(
              named(topic.name(), offline) + " has no leader: it is neither read nor written",
              look));
    }
    if (!closed.isEmpty()) {
      found.add(
          DoctorFinding.fail(
              named(topic.name(), closed)
                  + " has fewer than %d replicas in sync: it is not written".formatted(leastInSync),
              look));
    }
    if (!behind.isEmpty()) {
      found.add(
          DoctorFinding.warn(
              named(topic.name(), behind) + " has replicas that are not in sync", look));
    }
    return found;
  }

  private static String named(String topic, List<Integer> partitions) {
    return partitions.size() == 1
        ? "%s/%d".formatted(topic, partitions.get(0))
        : "each of %s/%s".formatted(topic, partitions);
  }
}

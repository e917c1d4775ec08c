package dev.rota.app.doctor;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.road.topics.ExistingTopic;
import dev.rota.road.topics.TopicDifference;
import dev.rota.road.topics.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.ResourceType;

/** Whether transactions and offsets survive the loss of a broker. */
final class InternalTopicsCheck implements DoctorCheck {
  private static final int REPLICAS_MIN = 3;

  /** By the broker's setting for how many replicas a new one gets. */
  private static final Map<String, String> TOPICS =
      Map.of(
          "__transaction_state", "transaction.state.log.replication.factor",
          "__consumer_offsets", "offsets.topic.replication.factor");

  @Override
  public String id() {
    return "cluster.internal-topics";
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    List<DoctorFinding> found = new ArrayList<>();
    for (String topic : TOPICS.keySet().stream().sorted().toList()) {
      try {
        TopicDescription there = at.cluster().describe(List.of(topic)).get(topic);
        if (there == null) {
          found.addAll(planned(at, topic));
        } else {
          found.addAll(existing(at, there));
        }
      } catch (TopicAuthorizationException _) {
        found.add(
            DoctorFinding.of(
                DoctorFinding.Verdict.UNKNOWN,
                at.lacking(
                    DoctorContext.right(ResourceType.TOPIC, topic, AclOperation.DESCRIBE),
                    DoctorContext.right(
                        ResourceType.TOPIC, topic, AclOperation.DESCRIBE_CONFIGS))));
      }
    }
    return found;
  }

  private static List<DoctorFinding> existing(DoctorContext at, TopicDescription there) {
    ExistingTopic topic = ExistingTopic.of(there, at.cluster().config(there.name()));
    List<DoctorFinding> found = new ArrayList<>();
    few(topic.name(), topic.replicas(), brokers(at.cluster())).ifPresent(found::add);
    for (TopicDifference one :
        TopicDifference.of(new TopicSpec(topic.name(), false, Map.of()), topic)) {
      boolean fatal = one.weight() == TopicDifference.Weight.FATAL;
      found.add(
          new DoctorFinding(
              fatal ? DoctorFinding.Verdict.FAIL : DoctorFinding.Verdict.WARN,
              "%s has %s=%s, expected %s"
                  .formatted(one.topic(), one.setting(), one.found(), one.needed()),
              List.of(one.remedy(at.bootstrap()))));
    }
    if (found.isEmpty()) {
      found.add(
          DoctorFinding.ok(
              "%s has %d replica%s of each partition"
                  .formatted(topic.name(), topic.replicas(), topic.replicas() == 1 ? "" : "s")));
    }
    return found;
  }

  private static int brokers(ClusterAdmin cluster) {
    return cluster.get(cluster.admin().describeCluster().nodes()).size();
  }

  /** Judges how many replicas a topic has: three, if there are as many brokers. */
  static Optional<DoctorFinding> few(String topic, int replicas, int brokers) {
    int least = Math.min(REPLICAS_MIN, brokers);
    return replicas >= least
        ? Optional.empty()
        : Optional.of(
            DoctorFinding.warn(
                "of %d replicas that %d brokers could have, %s has %d: the loss of a broker stops all decisions"
                    .formatted(least, brokers, topic, replicas),
                "give each partition %d replicas by kafka-reassign-partitions.sh".formatted(least),
                "then run 'rota topics check' for min.insync.replicas"));
  }

  /** Brokers make them when they are needed first. */
  private static List<DoctorFinding> planned(DoctorContext at, String topic) {
    String setting = TOPICS.get(topic);
    int brokers = brokers(at.cluster());
    int least = Math.min(REPLICAS_MIN, brokers);
    return List.of(
        at.brokers()
            .less(setting, least)
            .map(
                less ->
                    DoctorFinding.warn(
                        "%s is not there yet, and %s".formatted(topic, less),
                        "set %s=%d in server.properties of each broker, and restart it"
                            .formatted(setting, least)))
            .or(
                () ->
                    at.brokers()
                        .where(setting, value -> Integer.parseInt(value) > brokers)
                        .map(
                            more ->
                                DoctorFinding.fail(
                                    "%s cannot be made: %s, and there are %d brokers"
                                        .formatted(topic, more, brokers),
                                    "add brokers, or set " + setting + "=" + brokers)))
            .orElseGet(
                () ->
                    DoctorFinding.ok(
                        "%s is not there yet; %s=%s"
                            .formatted(topic, setting, at.brokers().values(setting)))));
  }
}

package dev.rota.road.topics;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * A topic as the cluster has it.
 *
 * @param id another one after the topic was deleted and created again
 * @param settings effective values, including the broker's defaults
 */
public record ExistingTopic(
    String name, Uuid id, int partitions, int replicas, Map<String, String> settings) {
  public static ExistingTopic of(TopicDescription topic, Config config) {
    Map<String, String> settings = new HashMap<>();
    config.entries().forEach(entry -> settings.put(entry.name(), entry.value()));
    return new ExistingTopic(
        topic.name(),
        topic.topicId(),
        topic.partitions().size(),
        topic.partitions().get(0).replicas().size(),
        settings);
  }

  /**
   * Returns those of the topics that exist, sorted by name.
   *
   * @throws KafkaException if the cluster does not answer, or does not permit the question
   */
  public static Map<String, ExistingTopic> find(Admin admin, Collection<String> names) {
    Map<String, TopicDescription> topics = present(admin.describeTopics(names).topicNameValues());
    Set<ConfigResource> resources =
        topics.keySet().stream()
            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
            .collect(Collectors.toSet());
    Map<String, ExistingTopic> found = new TreeMap<>();
    present(admin.describeConfigs(resources).values())
        .forEach((topic, config) -> found.put(topic.name(), of(topics.get(topic.name()), config)));
    return found;
  }

  /** Leaves out what does not exist. */
  private static <K, V> Map<K, V> present(Map<K, KafkaFuture<V>> answers) {
    Map<K, V> present = new HashMap<>();
    answers.forEach(
        (name, answer) -> {
          try {
            present.put(name, AdminAnswer.of(answer, "cannot describe topic " + name));
          } catch (KafkaException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
              throw e;
            }
          }
        });
    return present;
  }
}

package dev.rota.road.logs;

import java.util.Map;

/**
 * The topics of a domain on their cluster.
 *
 * @param clusterId Kafka's own
 * @param topics by name
 */
public record TopicLayout(String clusterId, Map<String, Topic> topics) {
  /**
   * A topic.
   *
   * @param id a topic that is deleted and created again has another
   * @param partitions how many
   */
  public record Topic(String id, int partitions) {}

  /** How many it has; 0: it does not exist. */
  public int partitions(String topic) {
    return topics.containsKey(topic) ? topics.get(topic).partitions() : 0;
  }

  public int most() {
    return topics.values().stream().mapToInt(Topic::partitions).max().orElse(0);
  }
}

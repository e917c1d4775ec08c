package dev.rota.audit;

import java.util.Map;

/**
 * The topics of a domain on their cluster.
 *
 * @param clusterId Kafka's own
 * @param topics by name
 */
record Layout(String clusterId, Map<String, Topic> topics) {
  /**
   * A topic.
   *
   * @param id a topic that is deleted and created again has another
   * @param partitions how many
   */
  record Topic(String id, int partitions) {}

  int partitions(String topic) {
    return topics.get(topic).partitions();
  }

  int most() {
    return topics.values().stream().mapToInt(Topic::partitions).max().orElse(0);
  }
}

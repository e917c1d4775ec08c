package dev.rota.road.topics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;

/**
 * A setting of a topic that is not as required.
 *
 * @param needed the value that the command sets
 * @param weight what follows from it
 */
public record TopicDifference(
    String topic, String setting, String found, String needed, Weight weight) {
  /** What follows from a difference. */
  public enum Weight {
    /** Records would be lost, changed or not written. Rota does not run. */
    FATAL,
    /** Old records are deleted. Rota runs only if the operator wants that. */
    TRIMS,
    /** Less safe than it could be. */
    TOLERATED
  }

  /** Returns the differences of a topic, sorted by setting. */
  public static List<TopicDifference> of(TopicSpec wanted, ExistingTopic topic) {
    return new TreeMap<>(wanted.configs(topic.replicas()))
        .entrySet().stream().flatMap(one -> of(topic, one)).toList();
  }

  private static Stream<TopicDifference> of(ExistingTopic topic, Map.Entry<String, String> wanted) {
    String setting = wanted.getKey();
    String found = topic.settings().get(setting);
    if (found == null || found.equals(wanted.getValue())) {
      return Stream.empty(); // a broker without that setting cannot violate it
    }
    Weight weight = weigh(setting, found, wanted.getValue(), topic.replicas());
    return weight == null
        ? Stream.empty()
        : Stream.of(new TopicDifference(topic.name(), setting, found, wanted.getValue(), weight));
  }

  /** Returns null if the found value is as good as the needed one. */
  private static Weight weigh(String setting, String found, String needed, int replicas) {
    return switch (setting) {
      case TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG ->
          Weight.FATAL;
      case TopicConfig.RETENTION_MS_CONFIG, TopicConfig.RETENTION_BYTES_CONFIG -> Weight.TRIMS;
      case TopicConfig.MAX_MESSAGE_BYTES_CONFIG ->
          Long.parseLong(found) < Long.parseLong(needed) ? Weight.FATAL : null;
      case TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG -> {
        long least = Long.parseLong(found);
        // With more than there are, nothing can be written.
        yield least > replicas
            ? Weight.FATAL
            : least < Long.parseLong(needed) ? Weight.TOLERATED : null;
      }
      default -> Weight.TOLERATED;
    };
  }

  /** Names topic, setting, found and needed value. */
  public String what() {
    return "the topic %s has %s=%s, which must be %s".formatted(topic, setting, found, needed);
  }

  /** The command that mends it. */
  public String remedy(String bootstrap) {
    return ("kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name %s"
            + " --add-config %s=%s")
        .formatted(bootstrap, topic, setting, needed);
  }
}

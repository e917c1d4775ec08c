package dev.rota.road.topics;

import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;

/**
 * A topic.
 *
 * @param input true: others write it and the domain decides what it holds
 * @param configs required whatever the number of replicas
 * @param begun what it is created with besides, which may be changed later
 */
public record TopicSpec(
    String name, boolean input, Map<String, String> configs, Map<String, String> begun) {
  public TopicSpec(String name, boolean input, Map<String, String> configs) {
    this(name, input, configs, Map.of());
  }

  /** Returns true for a topic that need not exist: of kept checkpoints, holds or replays. */
  public boolean isOptional() {
    return name.endsWith(RequiredTopics.CHECKPOINTS)
        || name.endsWith(RequiredTopics.HELD)
        || name.endsWith(RequiredTopics.REPLAYED);
  }

  /**
   * The required settings with this many replicas.
   *
   * @param replicas -1: unknown
   */
  public Map<String, String> configs(int replicas) {
    return replicas < 1
        ? configs
        : RequiredTopics.all(
            configs,
            Map.of(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, RequiredTopics.majority(replicas)));
  }

  /** The settings that it is created with, with this many replicas. */
  public Map<String, String> created(int replicas) {
    return RequiredTopics.all(configs(replicas), begun);
  }
}

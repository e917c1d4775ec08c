package dev.rota.topics;

import dev.rota.domain.Domain;
import dev.rota.domain.Input;
import dev.rota.domain.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;

/** The topics of a domain and their required settings. */
public final class Topics {
  /** The broker refuses records whose timestamps are further ahead of its clock. */
  private static final String CLOCK_AHEAD_MAX_MILLIS = "60000";

  // An audit needs the whole history: no compaction, no retention limit. This includes inputs:
  // a record with an old timestamp would be deleted before it is decided.
  private static final Map<String, String> KEPT =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_DELETE,
          TopicConfig.RETENTION_MS_CONFIG,
          "-1");

  /**
   * The largest record that a domain writes, in bytes. A ledger entry contains its input, a dead
   * letter adds headers, a row may have most of it. The largest input must leave room for them, or
   * it would block its partition forever.
   */
  public static final int WRITTEN_BYTES_MAX = 16 << 20;

  // Nothing that is decided may be refused for its time, whatever the broker's clock shows.
  public static final Map<String, String> WRITTEN =
      Map.of(
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          Integer.toString(WRITTEN_BYTES_MAX),
          TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
          Long.toString(Long.MAX_VALUE));

  /** Readers need only the last record of each key. */
  private static final Map<String, String> COMPACTED =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_COMPACT,
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          Integer.toString(WRITTEN_BYTES_MAX),
          TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
          Long.toString(Long.MAX_VALUE));

  /** A record of it is of use for seconds. The broker stamps it, so its clock is known from it. */
  private static final Map<String, String> TIME =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_DELETE,
          TopicConfig.RETENTION_MS_CONFIG,
          "3600000",
          TopicConfig.SEGMENT_MS_CONFIG,
          "3600000",
          TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
          "LogAppendTime");

  private Topics() {}

  /**
   * A topic.
   *
   * @param input true: others write it and the domain decides what it holds
   * @param configs other than the broker's defaults
   */
  public record Spec(String name, boolean input, Map<String, String> configs) {}

  public static String ledger(String domain) {
    return domain + "-ledger";
  }

  /** The topic by which time comes to the domain's tasks. Nobody else needs it. */
  public static String time(String domain) {
    return domain + "-time";
  }

  /** Inputs, then the ledger, then outputs, then time. All have as many partitions. */
  public static List<Spec> of(Domain<?, ?, ?> domain) {
    List<Spec> specs = new ArrayList<>();
    for (Input input : domain.wire().inputs()) {
      Map<String, String> configs = new LinkedHashMap<>(KEPT);
      configs.put(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, CLOCK_AHEAD_MAX_MILLIS);
      specs.add(new Spec(input.topic(), true, configs));
    }
    Map<String, String> written = new LinkedHashMap<>(KEPT);
    written.putAll(WRITTEN);
    specs.add(new Spec(ledger(domain.name()), false, written));
    for (Output.Channel channel : domain.wire().channels()) {
      Map<String, String> configs = channel.isCompacted() ? COMPACTED : written;
      specs.add(new Spec(channel.topic(domain.name()), false, configs));
    }
    specs.add(new Spec(time(domain.name()), false, TIME));
    return specs;
  }
}

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
  public static final int WRITTEN_BYTES_MAX = Output.RECORD_BYTES_MAX;

  /** The largest input that may be allowed, in bytes. Half of a record is left for all else. */
  public static final int INPUT_BYTES_CEILING = WRITTEN_BYTES_MAX / 2;

  /** The least that the limit of inputs may be, in bytes. */
  public static final int INPUT_BYTES_FLOOR = 1024;

  /** The largest input by default, in bytes: four times what a topic takes by default. */
  public static final int INPUT_BYTES_DEFAULT = 4 << 20;

  public static final Map<String, String> WRITTEN =
      Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(WRITTEN_BYTES_MAX));

  /** Readers need only the last record of each key. */
  private static final Map<String, String> COMPACTED =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_COMPACT,
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          Integer.toString(WRITTEN_BYTES_MAX));

  private Topics() {}

  /**
   * A topic.
   *
   * @param input true: the domain reads it
   * @param configs other than the broker's defaults
   */
  public record Spec(String name, boolean input, Map<String, String> configs) {}

  public static String ledger(String domain) {
    return domain + "-ledger";
  }

  /** Inputs, then the ledger, then outputs. All have the same number of partitions. */
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
    return specs;
  }
}

package dev.rota.road.topics;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.TopicConfig;

/** The topics of a domain and their required settings. {@link TopicDifference} judges others. */
public final class RequiredTopics {
  /** The broker refuses records whose timestamps are further ahead of its clock. */
  public static final int CLOCK_AHEAD_MAX_MILLIS = 60_000;

  /**
   * The largest record that a domain writes, in bytes. A ledger entry contains its input, a dead
   * letter adds headers, a row may have most of it. The largest input must leave room for them, or
   * it would block its partition forever.
   */
  public static final int WRITTEN_BYTES_MAX = Output.RECORD_BYTES_MAX;

  /** The least that the limit of inputs may be, in bytes. */
  public static final int INPUT_BYTES_FLOOR = 1024;

  /** The largest input by default, in bytes: four times what a topic takes by default. */
  public static final int INPUT_BYTES_DEFAULT = 4 << 20;

  /** Higher levels cost twice as much and save 4 % more. */
  public static final int GZIP_LEVEL = 1;

  // Nothing that is decided may be refused for its time, whatever the broker's clock shows.
  public static final Map<String, String> WRITTEN =
      Map.of(
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          Integer.toString(WRITTEN_BYTES_MAX),
          TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
          Long.toString(Long.MAX_VALUE));

  // A leader that was not in sync would lack records that were acknowledged.
  private static final Map<String, String> SAFE =
      Map.of(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");

  // The timestamp is a record's time in the ledger, so the broker must not replace it.
  private static final Map<String, String> TIMED =
      Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime");

  // An audit needs the whole history: no compaction, no retention limit. This includes inputs:
  // a record with an old timestamp would be deleted before it is decided.
  private static final Map<String, String> KEPT =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_DELETE,
          TopicConfig.RETENTION_MS_CONFIG,
          "-1",
          TopicConfig.RETENTION_BYTES_CONFIG,
          "-1");

  private static final Map<String, String> COMPACTED =
      Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);

  private static final Map<String, String> FENCED =
      Map.of(
          TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
          Integer.toString(CLOCK_AHEAD_MAX_MILLIS));

  private static final Map<String, String> INPUT = all(SAFE, TIMED, KEPT, FENCED);
  private static final Map<String, String> OUTPUT = all(SAFE, TIMED, KEPT, WRITTEN);

  /** Readers need only the last record of each key. */
  private static final Map<String, String> SNAPSHOT = all(SAFE, TIMED, COMPACTED, WRITTEN);

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

  private static final Map<String, String> ROWS = all(COMPACTED, WRITTEN);

  /** Only the last word about each key counts. */
  private static final Map<String, String> LAST_WORDS = all(SAFE, COMPACTED);

  /** Compaction would keep the last one that claims, and the first one counts. */
  private static final Map<String, String> CLAIMED = all(SAFE, KEPT);

  static final String CHECKPOINTS = "-checkpoints";
  static final String HELD = "-holds";
  static final String REPLAYED = "-replays";
  private static final String OWNERS = "-owners";

  private RequiredTopics() {}

  public static String ledger(String domain) {
    return domain + "-ledger";
  }

  /** The topic with kept checkpoints. It exists only where somebody keeps some. */
  public static String checkpoints(String domain) {
    return domain + CHECKPOINTS;
  }

  /** The topic with kept checkpoints, as it must be. */
  public static TopicSpec ofCheckpoints(String domain) {
    return new TopicSpec(checkpoints(domain), false, OUTPUT);
  }

  /** The topic that says which partitions are held. It exists where a held start was asked for. */
  public static String holds(String domain) {
    return domain + HELD;
  }

  /** The topic that says which partitions are held, as it must be. */
  public static TopicSpec ofHolds(String domain) {
    return new TopicSpec(holds(domain), false, LAST_WORDS);
  }

  /**
   * The topic that says which dead letters were sent again. It exists where some were. The
   * transactions that write it have its name.
   */
  public static String replays(String domain) {
    return domain + REPLAYED;
  }

  /** The topic that says which dead letters were sent again, as it must be. */
  public static TopicSpec ofReplays(String domain) {
    return new TopicSpec(replays(domain), false, LAST_WORDS);
  }

  /** The topic that exists while a restore of the domain is under way. */
  public static String restore(String domain) {
    return domain + "-restore";
  }

  /** The group of a domain's engines, by the application.id of all its domains. */
  public static String group(String application, String domain) {
    return application + "-" + domain;
  }

  /** The topic that says which application decides the domain. Engines create it. */
  public static String owners(String domain) {
    return domain + OWNERS;
  }

  /** The topic that says which application decides the domain, as it must be. */
  public static TopicSpec ofOwners(String domain) {
    return new TopicSpec(owners(domain), false, CLAIMED);
  }

  /** The topic by which time comes to the domain's tasks. Nobody else needs it. */
  public static String time(String domain) {
    return domain + "-time";
  }

  /** Inputs, then the ledger, then outputs, then time. All have as many partitions. */
  public static List<TopicSpec> of(Domain domain) {
    List<TopicSpec> specs = new ArrayList<>();
    for (InputTopic input : domain.wire().inputs()) {
      specs.add(new TopicSpec(input.topic(), true, INPUT));
    }
    specs.add(new TopicSpec(ledger(domain.name()), false, OUTPUT, ledgerBegun(domain)));
    for (Output.Channel channel : domain.wire().channels()) {
      specs.add(
          new TopicSpec(
              channel.topic(domain.name()), false, channel.isCompacted() ? SNAPSHOT : OUTPUT));
    }
    specs.add(new TopicSpec(time(domain.name()), false, TIME));
    return specs;
  }

  /**
   * A ledger is kept forever, and its turns look alike: what no producer compresses, brokers do.
   */
  private static Map<String, String> ledgerBegun(Domain domain) {
    return domain.compression().equals(Domain.UNCOMPRESSED)
        ? Map.of(
            TopicConfig.COMPRESSION_TYPE_CONFIG,
            Domain.GZIP,
            TopicConfig.COMPRESSION_GZIP_LEVEL_CONFIG,
            Integer.toString(GZIP_LEVEL))
        : Map.of();
  }

  /**
   * The same, that of owners, and those of checkpoints, holds and replays, which need not exist.
   */
  public static List<TopicSpec> withKept(Domain domain) {
    List<TopicSpec> specs = new ArrayList<>(of(domain));
    specs.add(ofOwners(domain.name()));
    specs.add(ofCheckpoints(domain.name()));
    specs.add(ofHolds(domain.name()));
    specs.add(ofReplays(domain.name()));
    return specs;
  }

  /** The topic with the rows of a domain's state. Kafka Streams creates it. */
  public static TopicSpec rows(String changelog) {
    return new TopicSpec(changelog, false, ROWS);
  }

  /** Where a record lies, for messages: {@code topic/partition/offset}. */
  public static String where(ConsumerRecord<?, ?> record) {
    return record.topic() + "/" + record.partition() + "/" + record.offset();
  }

  /** Of three replicas two must have a record, so that one broker may fail. */
  static String majority(int replicas) {
    return Integer.toString(replicas < 3 ? 1 : replicas / 2 + 1);
  }

  @SafeVarargs
  static Map<String, String> all(Map<String, String>... parts) {
    Map<String, String> all = new HashMap<>();
    for (Map<String, String> part : parts) {
      all.putAll(part);
    }
    return Map.copyOf(all);
  }
}

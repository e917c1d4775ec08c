package dev.rota.road.backup;

import dev.rota.kernel.domain.Domain;
import dev.rota.road.backup.BackupFault.Reason;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.AdminAnswer;
import dev.rota.road.topics.ExistingTopic;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.ProducerFencing;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicDifference;
import dev.rota.road.topics.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topics of a domain on the cluster that they are restored to. While they are written they keep
 * all that is written, as it is: no retention, no compaction, no stamps of a broker. Their own
 * settings follow when they are whole.
 */
final class RestoredTopics {
  private static final Duration GONE_MAX = Duration.ofSeconds(60);

  private static final Map<String, String> WRITING =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_DELETE,
          TopicConfig.RETENTION_MS_CONFIG,
          "-1",
          TopicConfig.RETENTION_BYTES_CONFIG,
          "-1",
          TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
          "CreateTime",
          TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
          Long.toString(Long.MAX_VALUE),
          TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG,
          Long.toString(Long.MAX_VALUE),
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          Integer.toString(2 * RequiredTopics.WRITTEN_BYTES_MAX));

  private final Admin admin;
  private final Domain domain;
  private final int asked;

  /**
   * Looks at nothing yet.
   *
   * @param asked replicas; -1: the cluster's default
   */
  RestoredTopics(Admin admin, Domain domain, int asked) {
    this.admin = admin;
    this.domain = domain;
    this.asked = asked;
  }

  /** How many replicas a topic gets; -1: nobody may know. */
  int replicas() {
    return MissingTopics.replicas(admin, asked);
  }

  /** Those of these topics that exist, with how many partitions. */
  Map<String, Integer> present(Collection<String> names) {
    Map<String, Integer> present = new TreeMap<>();
    admin
        .describeTopics(names)
        .topicNameValues()
        .forEach(
            (name, answer) -> {
              try {
                TopicDescription found = AdminAnswer.of(answer, "cannot describe topic " + name);
                present.put(name, found.partitions().size());
              } catch (KafkaException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                  throw e;
                }
              }
            });
    return present;
  }

  /** Those of these topics in which something is, or was. */
  Set<String> written(Map<String, Integer> topics) {
    Set<String> written = new HashSet<>();
    ends(topics)
        .forEach(
            (one, end) -> {
              if (end > 0) {
                written.add(one.topic());
              }
            });
    return written;
  }

  private Map<TopicPartition, Long> ends(Map<String, Integer> topics) {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    topics.forEach(
        (name, count) ->
            PartitionReader.partitions(name, count)
                .forEach(one -> asked.put(one, OffsetSpec.latest())));
    Map<TopicPartition, Long> ends = new HashMap<>();
    AdminAnswer.of(
            admin.listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)).all(),
            "the ends of the topics are not known")
        .forEach((one, info) -> ends.put(one, info.offset()));
    return ends;
  }

  /**
   * Compares the ends of all topics with those that they had.
   *
   * @throws BackupFault if one is another: somebody else has written the topic
   */
  void requireEnds(List<BackupManifest.Topic> topics) {
    Map<String, Integer> counts = new HashMap<>();
    topics.forEach(topic -> counts.put(topic.name(), topic.partitions().size()));
    Map<TopicPartition, Long> ends = ends(counts);
    for (BackupManifest.Topic topic : topics) {
      for (int i = 0; i < topic.partitions().size(); i++) {
        TopicPartition one = new TopicPartition(topic.name(), i);
        long held = topic.partitions().get(i).end();
        if (ends.get(one) != held) {
          throw new BackupFault(
              Reason.AGAIN,
              "%s ends at offset %d instead of %d: somebody else has written it"
                  .formatted(one, ends.get(one), held),
              "stop engines, producers and other restores of this cluster, delete %s, and run it"
                      .formatted(topic.name())
                  + " again");
        }
      }
    }
  }

  /** Deletes the topic without which no engine runs. It is created last. */
  void removeTime() {
    String time = RequiredTopics.time(domain.name());
    if (!present(List.of(time)).isEmpty()) {
      delete(List.of(time), List.of());
    }
  }

  /** Deletes what an attempt before this one has left half written, and creates it anew. */
  void renew(Collection<BackupManifest.Topic> topics, Collection<String> present) {
    List<String> stale =
        topics.stream().map(BackupManifest.Topic::name).filter(present::contains).toList();
    delete(stale, topics);
    List<NewTopic> fresh = new ArrayList<>();
    for (BackupManifest.Topic topic : topics) {
      Map<String, String> settings = new HashMap<>(settings(topic));
      settings.putAll(WRITING);
      fresh.add(
          new NewTopic(topic.name(), topic.partitions().size(), (short) asked).configs(settings));
    }
    create(fresh);
  }

  private void delete(List<String> stale, Collection<BackupManifest.Topic> topics) {
    if (stale.isEmpty()) {
      return;
    }
    // What such a transaction left open would end in the new topic, at an offset that is taken.
    List<String> ids =
        topics.stream()
            .filter(topic -> stale.contains(topic.name()))
            .flatMap(
                topic ->
                    PartitionReader.partitions(topic.name(), topic.partitions().size()).stream())
            .map(OffsetKeepingWriter::transactionalId)
            .toList();
    ProducerFencing.fence(
        admin, ids, new FenceProducersOptions(), "an earlier attempt cannot be ended");
    AdminAnswer.of(admin.deleteTopics(stale).all(), "the topics cannot be deleted");
    long deadline = System.nanoTime() + GONE_MAX.toNanos();
    while (!present(stale).isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new KafkaException("the topics " + stale + " are still there");
      }
      SettledEnds.pause();
    }
  }

  private void create(List<NewTopic> topics) {
    try {
      admin.createTopics(topics).all().get();
      MissingTopics.awaitLeaders(admin, topics);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InvalidConfigurationException
          || e.getCause() instanceof PolicyViolationException
          || e.getCause() instanceof InvalidReplicationFactorException) {
        throw new BackupFault(
            Reason.FOREIGN,
            "the cluster refuses a topic with its former settings: " + e.getCause().getMessage(),
            "pass --replication-factor; or take the setting out of manifest.json");
      }
      throw new KafkaException("cannot create the topics", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private Map<String, String> settings(BackupManifest.Topic topic) {
    return DomainBackup.spec(domain, topic.name())
        .map(spec -> settings(spec, topic.settings(), replicas()))
        .orElse(topic.settings());
  }

  /**
   * A topic's own settings, such as a retention limit that an operator wants, as far as an engine
   * runs with them. What it did not have, and what follows from the replicas here, is as required.
   *
   * @param replicas -1: nobody may know
   */
  static Map<String, String> settings(TopicSpec spec, Map<String, String> own, int replicas) {
    Map<String, String> required = spec.configs(replicas);
    Map<String, String> settings = new HashMap<>(required);
    settings.putAll(own);
    String inSync = TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG;
    settings.computeIfPresent(inSync, (name, value) -> required.getOrDefault(name, value));
    ExistingTopic restored = new ExistingTopic(spec.name(), Uuid.ZERO_UUID, 1, replicas, settings);
    for (TopicDifference one : TopicDifference.of(spec, restored)) {
      if (one.weight() == TopicDifference.Weight.FATAL) {
        settings.put(one.setting(), one.needed());
      }
    }
    return settings;
  }

  /** All is written: what nobody may see goes, and the settings become its own. */
  void finish(BackupManifest.Topic topic, Map<TopicPartition, Long> deleteBefore) {
    Map<TopicPartition, RecordsToDelete> gone = new HashMap<>();
    deleteBefore.forEach((at, offset) -> gone.put(at, RecordsToDelete.beforeOffset(offset)));
    if (!gone.isEmpty()) {
      AdminAnswer.of(admin.deleteRecords(gone).all(), topic.name() + " cannot be trimmed");
    }
    Map<String, String> settings = settings(topic);
    List<AlterConfigOp> changes = new ArrayList<>();
    WRITING.forEach(
        (name, _) -> {
          String own = settings.get(name);
          changes.add(
              new AlterConfigOp(
                  new ConfigEntry(name, own == null ? "" : own),
                  own == null ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET));
        });
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
    AdminAnswer.of(
        admin.incrementalAlterConfigs(Map.of(resource, changes)).all(),
        "the settings of " + topic.name() + " cannot be set");
  }

  /** What is not in a backup, and an engine needs: with it all is there. */
  void createRest(int partitions) {
    List<TopicSpec> rest =
        RequiredTopics.of(domain).stream()
            .filter(spec -> spec.name().equals(RequiredTopics.time(domain.name())))
            .toList();
    var _ = MissingTopics.create(admin, rest, partitions, (short) asked);
  }
}

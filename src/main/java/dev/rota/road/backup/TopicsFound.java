package dev.rota.road.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.files.DiskOperations;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.backup.BackupFault.Reason;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.AdminAnswer;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.UnfitCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What a cluster has of a domain's topics.
 *
 * @param cluster Kafka's id
 * @param topics owners first, then checkpoints, holds and replays, inputs, outputs, and the ledger
 *     last: so they are restored, and nobody decides anything before all is there
 */
record TopicsFound(String cluster, List<Topic> topics) {
  private static final String IDENTITY = "of.txt";

  /**
   * A topic.
   *
   * @param settings that are its own, not the brokers'
   */
  record Topic(String name, String id, int count, Map<String, String> settings) {
    List<TopicPartition> partitions() {
      return PartitionReader.partitions(name, count);
    }
  }

  /**
   * Looks at the cluster.
   *
   * @throws UnfitCluster if a topic is missing that the domain needs
   */
  static TopicsFound of(Admin admin, Domain domain) {
    List<TopicSpec> specs = DomainBackup.specs(domain);
    Map<String, TopicDescription> there = describe(admin, specs);
    for (TopicSpec spec : specs) {
      boolean optional =
          spec.isOptional() || spec.name().equals(RequiredTopics.owners(domain.name()));
      if (!there.containsKey(spec.name()) && !optional) {
        throw new UnfitCluster(
            "the topic %s is missing: there is nothing to back up".formatted(spec.name()));
      }
    }
    Map<String, Map<String, String>> settings = settings(admin, List.copyOf(there.keySet()));
    List<Topic> topics = new ArrayList<>();
    for (String name : inOrder(domain)) {
      TopicDescription found = there.get(name);
      if (found != null) {
        topics.add(
            new Topic(
                name, found.topicId().toString(), found.partitions().size(), settings.get(name)));
      }
    }
    String cluster =
        AdminAnswer.of(admin.describeCluster().clusterId(), "the cluster does not say its id");
    return new TopicsFound(cluster == null ? "" : cluster, topics);
  }

  private static List<String> inOrder(Domain domain) {
    String ledger = RequiredTopics.ledger(domain.name());
    List<String> first =
        List.of(
            RequiredTopics.owners(domain.name()),
            RequiredTopics.checkpoints(domain.name()),
            RequiredTopics.holds(domain.name()),
            RequiredTopics.replays(domain.name()));
    List<String> names = new ArrayList<>(first);
    for (TopicSpec spec : DomainBackup.specs(domain)) {
      if (!first.contains(spec.name()) && !spec.name().equals(ledger)) {
        names.add(spec.name());
      }
    }
    names.add(ledger);
    return names;
  }

  private static Map<String, TopicDescription> describe(Admin admin, List<TopicSpec> specs) {
    Map<String, TopicDescription> found = new HashMap<>();
    admin
        .describeTopics(specs.stream().map(TopicSpec::name).toList())
        .topicNameValues()
        .forEach(
            (name, answer) -> {
              try {
                found.put(name, AdminAnswer.of(answer, "cannot describe topic " + name));
              } catch (KafkaException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                  throw e;
                }
              }
            });
    return found;
  }

  private static Map<String, Map<String, String>> settings(Admin admin, List<String> topics) {
    List<ConfigResource> resources =
        topics.stream().map(one -> new ConfigResource(ConfigResource.Type.TOPIC, one)).toList();
    Map<ConfigResource, Config> configs =
        AdminAnswer.of(
            admin.describeConfigs(resources).all(), "the topics' settings cannot be read");
    Map<String, Map<String, String>> settings = new HashMap<>();
    configs.forEach(
        (topic, config) -> {
          Map<String, String> own = new TreeMap<>();
          for (ConfigEntry entry : config.entries()) {
            if (entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG
                && entry.value() != null) {
              own.put(entry.name(), entry.value());
            }
          }
          settings.put(topic.name(), own);
        });
    return settings;
  }

  List<TopicPartition> partitions() {
    return topics.stream().flatMap(topic -> topic.partitions().stream()).toList();
  }

  /**
   * Claims a new directory for these topics, or compares: a later run adds to it only if it is of
   * the same ones. Topics that did not exist then may be added.
   *
   * @throws BackupFault if it has copies of others
   */
  void claim(Path directory, String domain) throws IOException {
    StringBuilder text = new StringBuilder("domain " + domain + "\ncluster " + cluster + "\n");
    for (Topic topic : topics) {
      text.append("topic %s %s %d\n".formatted(topic.name(), topic.id(), topic.count()));
    }
    List<String> now = text.toString().lines().toList();
    Path file = directory.resolve(IDENTITY);
    List<String> before = Files.exists(file) ? Files.readAllLines(file, UTF_8) : List.of();
    for (String line : before) {
      if (!now.contains(line)) {
        throw new BackupFault(
            Reason.FOREIGN,
            "%s has a backup of others: it says '%s', and the cluster does not"
                .formatted(directory, line),
            "name a new directory: this backup stays as it is");
      }
    }
    DiskOperations.LOCAL.replace(file, text.toString().getBytes(UTF_8));
  }
}

package dev.rota.cli.topics;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.domain.Domain;
import dev.rota.settings.Known;
import dev.rota.settings.Settings;
import dev.rota.topics.Topics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topics to create, the existing ones, and the existing ones with wrong settings. */
final class TopicPlan {
  private final Settings settings;
  private final List<NewTopic> missing = new ArrayList<>();
  private final List<String> present = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();

  TopicPlan(Settings settings) {
    this.settings = settings;
  }

  void look(Cluster cluster, List<Domain<?, ?, ?>> domains) {
    domains.forEach(domain -> look(cluster, domain));
  }

  private void look(Cluster cluster, Domain<?, ?, ?> domain) {
    List<Topics.Spec> topics = Topics.of(domain);
    Map<String, TopicDescription> known =
        cluster.describe(topics.stream().map(Topics.Spec::name).toList());
    int partitions = partitions(known);
    for (Topics.Spec topic : topics) {
      TopicDescription found = known.get(topic.name());
      if (found == null) {
        short replicas = (short) settings.number(Known.REPLICATION);
        missing.add(new NewTopic(topic.name(), partitions, replicas).configs(topic.configs()));
        continue;
      }
      present.add(topic.name());
      count(topic.name(), found.partitions().size(), partitions);
      configs(topic, cluster.config(topic.name()));
    }
  }

  /** Defaults to the partition count of the domain's existing topics. */
  private int partitions(Map<String, TopicDescription> known) {
    Set<Integer> counts = new HashSet<>();
    known.values().forEach(topic -> counts.add(topic.partitions().size()));
    boolean told = settings.find(Known.PARTITIONS).filter(value -> !value.isDefault()).isPresent();
    if (told || counts.isEmpty()) {
      return settings.number(Known.PARTITIONS);
    }
    return counts.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  private void count(String topic, int actual, int expected) {
    if (actual < expected) {
      wrong.add(
          "%s has %d partitions, expected %d; only while it is empty, since lanes move:%n"
                  .formatted(topic, actual, expected)
              + "    kafka-topics.sh --bootstrap-server %s --alter --topic %s --partitions %d"
                  .formatted(settings.text(Known.BOOTSTRAP), topic, expected));
    } else if (actual > expected) {
      wrong.add(
          "%s has %d partitions, expected %d; partitions cannot be removed, so use them all:%n"
                  .formatted(topic, actual, expected)
              + "    rota topics create -b %s --partitions %d"
                  .formatted(settings.text(Known.BOOTSTRAP), actual));
    }
  }

  private void configs(Topics.Spec topic, Config actual) {
    topic
        .configs()
        .forEach(
            (name, expected) -> {
              ConfigEntry entry = actual.get(name);
              if (entry != null && !expected.equals(entry.value())) {
                wrong.add(
                    "%s has %s=%s, expected %s:%n"
                            .formatted(topic.name(), name, entry.value(), expected)
                        + ("    kafka-configs.sh --bootstrap-server %s --alter --entity-type topics"
                                + " --entity-name %s --add-config %s=%s")
                            .formatted(
                                settings.text(Known.BOOTSTRAP), topic.name(), name, expected));
              }
            });
  }

  void create(Cluster cluster) {
    cluster
        .admin()
        .createTopics(missing)
        .values()
        .forEach(
            (name, answer) -> {
              try {
                cluster.get(answer);
              } catch (TopicExistsException e) {
                present.add(name); // created concurrently
              } catch (InvalidReplicationFactorException e) {
                throw new Failure(
                    Exit.CONFIGURATION,
                    "cannot create " + name,
                    e.getMessage(),
                    "set --replication-factor to at most the number of brokers",
                    e);
              }
            });
    cluster.awaitLeaders(missing);
  }

  /** Returns what was done, or what would be done. */
  List<String> lines(boolean dryRun, boolean json) {
    List<String> lines = new ArrayList<>();
    String done = dryRun ? "would create" : "created";
    for (NewTopic topic : missing) {
      lines.add(
          json
              ? line(topic.name(), done).put("partitions", topic.numPartitions()).toString()
              : "%s %s (%d partitions, %s)"
                  .formatted(
                      done, topic.name(), topic.numPartitions(), new TreeMap<>(topic.configs())));
    }
    for (String name : present) {
      lines.add(json ? line(name, "exists").toString() : "exists " + name);
    }
    return lines;
  }

  private static com.fasterxml.jackson.databind.node.ObjectNode line(String topic, String what) {
    return JsonNodeFactory.instance.objectNode().put("topic", topic).put("action", what);
  }

  /** Returns the problems of existing topics, if any. */
  Optional<Failure> complaint() {
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Failure(
                Exit.CONFIGURATION,
                "existing topics have wrong settings",
                String.join("\n  ", wrong),
                "run these commands, then repeat this one"));
  }
}

package dev.rota.app.topics;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.ExistingTopic;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicDifference;
import dev.rota.road.topics.TopicSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topics to create, the existing ones, and the existing ones with wrong settings. */
final class TopicPlan {
  private final Settings settings;
  private final List<NewTopic> missing = new ArrayList<>();
  private final List<String> present = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private int replicas;

  TopicPlan(Settings settings) {
    this.settings = settings;
  }

  void look(ClusterAdmin cluster, List<Domain<?, ?, ?>> domains) {
    replicas = MissingTopics.replicas(cluster.admin(), settings.number(KnownSettings.REPLICATION));
    domains.forEach(domain -> look(cluster, domain));
  }

  private void look(ClusterAdmin cluster, Domain<?, ?, ?> domain) {
    List<TopicSpec> topics = RequiredTopics.withKept(domain);
    Map<String, TopicDescription> known =
        cluster.describe(topics.stream().map(TopicSpec::name).toList());
    int partitions = partitions(known);
    for (TopicSpec topic : topics) {
      TopicDescription found = known.get(topic.name());
      if (found == null && topic.isOptional()) {
        continue;
      }
      if (found == null) {
        short asked = (short) settings.number(KnownSettings.REPLICATION);
        Map<String, String> configs = topic.created(replicas);
        missing.add(new NewTopic(topic.name(), partitions, asked).configs(configs));
        continue;
      }
      present.add(topic.name());
      count(topic.name(), found.partitions().size(), partitions);
      configs(topic, ExistingTopic.of(found, cluster.config(topic.name())));
    }
  }

  /** Defaults to the partition count of the domain's existing topics. */
  private int partitions(Map<String, TopicDescription> known) {
    Set<Integer> counts = new HashSet<>();
    known.values().forEach(topic -> counts.add(topic.partitions().size()));
    boolean told =
        settings.find(KnownSettings.PARTITIONS).filter(value -> !value.isDefault()).isPresent();
    if (told || counts.isEmpty()) {
      return settings.number(KnownSettings.PARTITIONS);
    }
    return counts.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  private void count(String topic, int actual, int expected) {
    if (actual < expected) {
      wrong.add(
          "%s has %d partitions, expected %d; with records by 'rota ledger grow', since lanes move; while it is empty:%n"
                  .formatted(topic, actual, expected)
              + "    kafka-topics.sh --bootstrap-server %s --alter --topic %s --partitions %d"
                  .formatted(settings.text(KnownSettings.BOOTSTRAP), topic, expected));
    } else if (actual > expected) {
      wrong.add(
          "%s has %d partitions, expected %d; partitions cannot be removed, so use them all:%n"
                  .formatted(topic, actual, expected)
              + "    rota topics create -b %s --partitions %d"
                  .formatted(settings.text(KnownSettings.BOOTSTRAP), actual));
    }
  }

  private void configs(TopicSpec topic, ExistingTopic actual) {
    for (TopicDifference one : TopicDifference.of(topic, actual)) {
      boolean wanted = one.weight() == TopicDifference.Weight.TRIMS && isTrimmed();
      List<String> where =
          one.weight() == TopicDifference.Weight.TOLERATED || wanted ? notes : wrong;
      where.add(
          "%s has %s=%s, expected %s:%n    %s"
              .formatted(
                  one.topic(),
                  one.setting(),
                  one.found(),
                  one.needed(),
                  one.remedy(settings.text(KnownSettings.BOOTSTRAP))));
    }
  }

  private boolean isTrimmed() {
    return settings.text(KnownSettings.HISTORY).equals(KnownSettings.TRIMMED);
  }

  void create(ClusterAdmin cluster) {
    Set<String> denied = new TreeSet<>();
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
              } catch (TopicAuthorizationException e) {
                denied.add(name);
              } catch (InvalidReplicationFactorException e) {
                throw new CommandFailure(
                    ExitCode.CONFIGURATION,
                    "cannot create " + name,
                    e.getMessage(),
                    "set --replication-factor to at most the number of brokers",
                    e);
              } catch (InvalidConfigurationException | PolicyViolationException e) {
                throw new CommandFailure(
                    ExitCode.CONFIGURATION,
                    "cannot create " + name,
                    e.getMessage(),
                    "create it with kafka-topics.sh, with the other settings that --dry-run prints",
                    e);
              }
            });
    if (!denied.isEmpty()) {
      throw new TopicAuthorizationException("topics may not be created: " + denied, denied);
    }
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
    lines.addAll(each("exists", json));
    return lines;
  }

  /** Returns the existing topics, if none has a problem. */
  List<String> asRequired(boolean json) {
    return each("as required", json);
  }

  private List<String> each(String what, boolean json) {
    return present.stream()
        .map(name -> json ? line(name, what).toString() : what + " " + name)
        .toList();
  }

  private static com.fasterxml.jackson.databind.node.ObjectNode line(String topic, String what) {
    return JsonNodeFactory.instance.objectNode().put("topic", topic).put("action", what);
  }

  /** Returns what could be better, with the commands that mend it. */
  List<String> notes() {
    return notes;
  }

  /** Fails also if topics are missing. */
  Optional<CommandFailure> verdict() {
    missing.forEach(
        topic ->
            wrong.add(
                "the topic %s does not exist:%n    rota topics create -b %s"
                    .formatted(topic.name(), settings.text(KnownSettings.BOOTSTRAP))));
    return complaint();
  }

  /** Returns the problems of existing topics, if any. */
  Optional<CommandFailure> complaint() {
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CommandFailure(
                ExitCode.CONFIGURATION,
                "the topics are not as they must be",
                String.join("\n  ", wrong),
                "run these commands, then repeat this one"));
  }
}

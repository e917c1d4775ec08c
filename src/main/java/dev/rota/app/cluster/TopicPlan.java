package dev.rota.app.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
import dev.rota.road.topics.UnfinishedRestore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topics to create, the existing ones, and the existing ones with wrong settings. */
public final class TopicPlan {
  /**
   * What is wrong with a topic, or could be better.
   *
   * @param mend the command that mends it
   */
  public record Problem(String what, String mend) {
    @Override
    public String toString() {
      return "%s:%n    %s".formatted(what, mend);
    }
  }

  private final Settings settings;
  private final List<NewTopic> missing = new ArrayList<>();
  private final List<String> present = new ArrayList<>();
  private final List<Problem> wrong = new ArrayList<>();
  private final List<Problem> notes = new ArrayList<>();
  private final Map<String, AclOperation> hidden = new TreeMap<>();
  private boolean partial;
  private int replicas;

  public TopicPlan(Settings settings) {
    this.settings = settings;
  }

  /** From now on what may not be seen is no failure: {@link #hidden} has it. */
  public TopicPlan asFarAsAllowed() {
    partial = true;
    return this;
  }

  /** Looks at the topics of these domains. */
  public void look(ClusterAdmin cluster, List<Domain> domains) {
    replicas = MissingTopics.replicas(cluster.admin(), settings.number(KnownSettings.REPLICATION));
    domains.forEach(domain -> look(cluster, domain));
  }

  private void look(ClusterAdmin cluster, Domain domain) {
    List<TopicSpec> topics = RequiredTopics.withKept(domain);
    Map<String, TopicDescription> known = described(cluster, topics);
    int partitions = partitions(known);
    List<NewTopic> lacking = new ArrayList<>();
    for (TopicSpec topic : topics) {
      TopicDescription found = known.get(topic.name());
      if (found == null && (topic.isOptional() || hidden.containsKey(topic.name()))) {
        continue;
      }
      if (found == null) {
        short asked = (short) settings.number(KnownSettings.REPLICATION);
        Map<String, String> configs = topic.created(replicas);
        lacking.add(new NewTopic(topic.name(), partitions, asked).configs(configs));
        continue;
      }
      present.add(topic.name());
      count(topic.name(), found.partitions().size(), partitions);
      try {
        configs(topic, ExistingTopic.of(found, cluster.config(topic.name())));
      } catch (TopicAuthorizationException e) {
        hide(topic.name(), AclOperation.DESCRIBE_CONFIGS, e);
      }
    }
    String bootstrap = settings.text(KnownSettings.BOOTSTRAP);
    if (!lacking.isEmpty() && UnfinishedRestore.isThere(cluster.admin(), domain.name())) {
      wrong.add(
          new Problem(
              UnfinishedRestore.what(domain.name()),
              UnfinishedRestore.fix(domain.name(), bootstrap)));
    } else {
      missing.addAll(lacking);
    }
  }

  /** An optional topic that may not be seen is none of this user's. */
  private Map<String, TopicDescription> described(ClusterAdmin cluster, List<TopicSpec> topics) {
    try {
      return cluster.describe(topics.stream().map(TopicSpec::name).toList());
    } catch (TopicAuthorizationException all) {
      Map<String, TopicDescription> known = new TreeMap<>();
      for (TopicSpec topic : topics) {
        try {
          known.putAll(cluster.describe(List.of(topic.name())));
        } catch (TopicAuthorizationException one) {
          if (partial || !topic.isOptional()) {
            hide(topic.name(), AclOperation.DESCRIBE, all);
          }
        }
      }
      return known;
    }
  }

  private void hide(String topic, AclOperation operation, TopicAuthorizationException e) {
    if (!partial) {
      throw e;
    }
    hidden.put(topic, operation);
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
          new Problem(
              ("%s has %d partitions, expected %d; with records by 'rota ledger grow', since lanes"
                      + " move; while it is empty")
                  .formatted(topic, actual, expected),
              "kafka-topics.sh --bootstrap-server %s --alter --topic %s --partitions %d"
                  .formatted(settings.text(KnownSettings.BOOTSTRAP), topic, expected)));
    } else if (actual > expected) {
      wrong.add(
          new Problem(
              "%s has %d partitions, expected %d; partitions cannot be removed, so use them all"
                  .formatted(topic, actual, expected),
              "rota topics create -b %s --partitions %d"
                  .formatted(settings.text(KnownSettings.BOOTSTRAP), actual)));
    }
  }

  private void configs(TopicSpec topic, ExistingTopic actual) {
    for (TopicDifference one : TopicDifference.of(topic, actual)) {
      boolean wanted = one.weight() == TopicDifference.Weight.TRIMS && isTrimmed();
      List<Problem> where =
          one.weight() == TopicDifference.Weight.TOLERATED || wanted ? notes : wrong;
      where.add(
          new Problem(
              "%s has %s=%s, expected %s"
                  .formatted(one.topic(), one.setting(), one.found(), one.needed()),
              one.remedy(settings.text(KnownSettings.BOOTSTRAP))));
    }
  }

  private boolean isTrimmed() {
    return settings.text(KnownSettings.HISTORY).equals(KnownSettings.TRIMMED);
  }

  /** Creates those that are missing. */
  public void create(ClusterAdmin cluster) {
    Set<String> denied = new TreeSet<>();
    cluster
        .admin()
        .createTopics(missing)
        .values()
        .forEach(
            (name, answer) -> {
              try {
                cluster.get(answer);
              } catch (TopicExistsException _) {
                present.add(name); // created concurrently
              } catch (TopicAuthorizationException _) {
                denied.add(name);
              } catch (InvalidConfigurationException | PolicyViolationException e) {
                throw new CommandFailure(
                    ExitCode.CONFIGURATION, "cannot create " + name, e.getMessage(), remedy(e), e);
              }
            });
    if (!denied.isEmpty()) {
      throw new TopicAuthorizationException("topics may not be created: " + denied, denied);
    }
    cluster.awaitLeaders(missing);
  }

  private static String remedy(ApiException refusal) {
    return refusal instanceof InvalidReplicationFactorException
        ? "set --replication-factor to at most the number of brokers"
        : "create it with kafka-topics.sh, with the other settings that --dry-run prints";
  }

  /** Asks whether the cluster would create those that are missing, and creates none. */
  public List<Problem> refusals(ClusterAdmin cluster) {
    List<Problem> refusals = new ArrayList<>();
    cluster
        .admin()
        .createTopics(missing, new CreateTopicsOptions().validateOnly(true))
        .values()
        .forEach(
            (name, answer) -> {
              try {
                cluster.get(answer);
              } catch (InvalidConfigurationException | PolicyViolationException e) {
                String what = "the cluster would not create %s: %s".formatted(name, e.getMessage());
                refusals.add(new Problem(what, remedy(e)));
              } catch (ApiException _) {
                // It exists by now, or somebody else has to create it.
              }
            });
    return refusals;
  }

  /** Returns what was done, or what would be done. */
  public List<String> lines(boolean dryRun, boolean json) {
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
  public List<String> asRequired(boolean json) {
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
  public List<Problem> notes() {
    return List.copyOf(notes);
  }

  /** Returns what 'run' would refuse. */
  public List<Problem> problems() {
    List<Problem> all = new ArrayList<>();
    missing.forEach(
        topic ->
            all.add(
                new Problem(
                    "the topic %s does not exist".formatted(topic.name()),
                    "rota topics create -b " + settings.text(KnownSettings.BOOTSTRAP))));
    all.addAll(wrong);
    return all;
  }

  /** The topics of which something could not be seen, and the right that was missing. */
  public Map<String, AclOperation> hidden() {
    return hidden;
  }

  /** The number of existing topics that were looked at. */
  public int size() {
    return present.size();
  }

  /** Fails also if topics are missing. */
  public Optional<CommandFailure> verdict() {
    return complaint(problems());
  }

  /** Returns the problems of existing topics, if any. */
  public Optional<CommandFailure> complaint() {
    return complaint(wrong);
  }

  private static Optional<CommandFailure> complaint(List<Problem> problems) {
    return problems.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CommandFailure(
                ExitCode.CONFIGURATION,
                "the topics are not as they must be",
                problems.stream().map(Problem::toString).collect(Collectors.joining("\n  ")),
                "run these commands, then repeat this one"));
  }
}

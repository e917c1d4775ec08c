package dev.rota.road.stream.growth;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.road.topics.AdminAnswer;
import dev.rota.road.topics.CoPartitioning;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.UnfitCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreatePartitionsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topics of a domain that grows.
 *
 * @param inputs those that grow last, with their partitions
 * @param others with theirs, the changelog included
 * @param before how many partitions there were
 * @param after how many there will be
 */
record GrowingTopics(
    Admin admin, Map<String, Integer> inputs, Map<String, Integer> others, int before, int after) {
  private static final String WHAT = "the topics cannot grow";

  /**
   * Looks at them.
   *
   * @param changelog of the engine's rows, which need not exist
   * @throws UnfitCluster if they cannot grow to so many partitions
   */
  static GrowingTopics of(
      Admin admin, Domain domain, String changelog, String bootstrap, int after) {
    Map<String, Integer> required = new TreeMap<>();
    CoPartitioning.describe(admin, domain, bootstrap)
        .forEach((name, topic) -> required.put(name, topic.partitions().size()));
    Set<String> names =
        domain.wire().inputs().stream().map(InputTopic::topic).collect(Collectors.toSet());
    Map<String, Integer> inputs = new TreeMap<>(required);
    inputs.keySet().retainAll(names);
    int before = inputs.values().stream().mapToInt(Integer::intValue).min().orElseThrow();
    check(domain.name(), required, before, after);
    Map<String, Integer> others = new TreeMap<>(required);
    others.keySet().removeAll(names);
    Stream.concat(
            RequiredTopics.withKept(domain).stream().map(TopicSpec::name), Stream.of(changelog))
        .filter(name -> !required.containsKey(name))
        .forEach(name -> count(admin, name).ifPresent(count -> others.put(name, count)));
    return new GrowingTopics(admin, inputs, others, before, after);
  }

  private static void check(String domain, Map<String, Integer> counts, int before, int after) {
    List<Integer> more =
        counts.values().stream().filter(count -> count != before).distinct().toList();
    if (more.size() > 1) {
      throw new UnfitCluster(
          "the topics of %s have %s partitions: a growth leaves them with two numbers at most. Nothing is changed"
              .formatted(domain, counts));
    }
    if (more.size() == 1 && more.get(0) != after) {
      throw new UnfitCluster(
          "%s is growing from %d to %d partitions. Let it end first:%n  rota ledger grow %s --partitions %d --yes"
              .formatted(domain, before, more.get(0), domain, more.get(0)));
    }
    if (after <= before) {
      throw new UnfitCluster(
          "%s has %d partitions, and may only have more: pass --partitions with a larger number"
              .formatted(domain, before));
    }
  }

  private static OptionalInt count(Admin admin, String topic) {
    try {
      return OptionalInt.of(
          admin
              .describeTopics(List.of(topic))
              .allTopicNames()
              .get()
              .get(topic)
              .partitions()
              .size());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return OptionalInt.empty();
      }
      throw new KafkaException("cannot describe " + topic, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  /** Returns true if an earlier call has begun: lanes may have moved. */
  boolean isBegun() {
    return Stream.concat(inputs.values().stream(), others.values().stream())
        .anyMatch(count -> count == after);
  }

  /** Asks whether all of them may grow. Nothing is changed. */
  void validate() {
    create(inputs, true);
    create(others, true);
  }

  /** All but the inputs grow. */
  void growOthers() {
    create(others, false);
  }

  /** The inputs grow. */
  void growInputs() {
    create(inputs, false);
  }

  private void create(Map<String, Integer> topics, boolean validate) {
    Map<String, NewPartitions> wanted = new TreeMap<>();
    List<NewTopic> grown = new ArrayList<>();
    topics.forEach(
        (name, count) -> {
          if (count < after) {
            wanted.put(name, NewPartitions.increaseTo(after));
            grown.add(new NewTopic(name, after, (short) 1));
          }
        });
    if (wanted.isEmpty()) {
      return;
    }
    get(admin.createPartitions(wanted, new CreatePartitionsOptions().validateOnly(validate)).all());
    if (!validate) {
      awaitLeaders(grown);
    }
  }

  private void awaitLeaders(List<NewTopic> grown) {
    try {
      MissingTopics.awaitLeaders(admin, grown);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  private static void get(KafkaFuture<Void> answer) {
    var _ = AdminAnswer.of(answer, WHAT);
  }
}

package dev.rota.road.topics;

import dev.rota.kernel.domain.Domain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Checks that all topics of a domain have the same number of partitions. Only then does one task
 * see all records of a lane.
 */
public final class CoPartitioning {
  private CoPartitioning() {}

  /**
   * Returns the number of partitions of the domain's topics.
   *
   * @param bootstrap for the commands in the message
   * @throws UnfitCluster if a topic is missing or has another count; the message has the remedy
   */
  public static int check(Admin admin, Domain domain, String bootstrap) {
    Map<String, Integer> counts = new TreeMap<>();
    describe(admin, domain, bootstrap)
        .forEach((name, topic) -> counts.put(name, topic.partitions().size()));
    return verdict(domain.name(), bootstrap, counts, List.of());
  }

  /**
   * Describes the domain's topics, by name.
   *
   * @param bootstrap for the command in the message
   * @throws UnfitCluster if a topic is missing
   * @throws KafkaException if some may not be described; its cause names them
   */
  public static Map<String, TopicDescription> describe(
      Admin admin, Domain domain, String bootstrap) {
    Map<String, TopicDescription> found = new TreeMap<>();
    List<String> missing = new ArrayList<>();
    Set<String> denied = new TreeSet<>();
    List<String> names = RequiredTopics.of(domain).stream().map(TopicSpec::name).toList();
    Map<String, KafkaFuture<TopicDescription>> answers =
        admin.describeTopics(names).topicNameValues();
    for (String name : names) {
      try {
        found.put(name, answers.get(name).get());
      } catch (ExecutionException e) {
        if (e.getCause() instanceof TopicAuthorizationException) {
          denied.add(name);
        } else if (e.getCause() instanceof UnknownTopicOrPartitionException) {
          missing.add(name);
        } else {
          throw new KafkaException("cannot describe topic " + name, e.getCause());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new KafkaException("interrupted", e);
      }
    }
    if (!denied.isEmpty()) {
      throw new KafkaException("cannot describe topics", undescribed(denied));
    }
    if (!missing.isEmpty()) {
      UnfinishedRestore.refuse(admin, domain.name(), bootstrap);
      Map<String, Integer> counts = new TreeMap<>();
      found.forEach((name, topic) -> counts.put(name, topic.partitions().size()));
      verdict(domain.name(), bootstrap, counts, missing);
    }
    return found;
  }

  /** Kafka's own refusal does not name them. */
  public static TopicAuthorizationException undescribed(Set<String> topics) {
    return new TopicAuthorizationException("topics may not be described: " + topics, topics);
  }

  static int verdict(
      String domain, String bootstrap, Map<String, Integer> counts, List<String> missing) {
    int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    if (!missing.isEmpty()) {
      throw new UnfitCluster(
          "the domain "
              + domain
              + " lacks "
              + (missing.size() == 1 ? "the topic " : "the topics ")
              + String.join(", ", missing)
              + ". Create missing topics:\n  rota topics create --domains "
              + domain
              + " -b "
              + bootstrap
              + (most == 0 ? "" : " --partitions " + most));
    }
    List<String> fewer = new ArrayList<>();
    counts.forEach(
        (topic, count) -> {
          if (count != most) {
            fewer.add(topic);
          }
        });
    if (!fewer.isEmpty()) {
      throw new UnfitCluster(notCoPartitioned(domain, bootstrap, counts, fewer, most));
    }
    return most;
  }

  private static String notCoPartitioned(
      String domain, String bootstrap, Map<String, Integer> counts, List<String> fewer, int most) {
    StringBuilder message = new StringBuilder();
    message
        .append("the topics of ")
        .append(domain)
        .append(" are not co-partitioned, so a lane's records would reach different tasks: ")
        .append(counts)
        .append(". A domain with records grows, and continues a growth, by\n  rota ledger grow ")
        .append(domain)
        .append(" --partitions ")
        .append(most)
        .append(" --yes -b ")
        .append(bootstrap)
        .append("\nIf no topic has records, give all of them ")
        .append(most)
        .append(" partitions:");
    for (String topic : fewer) {
      message
          .append("\n  kafka-topics.sh --bootstrap-server ")
          .append(bootstrap)
          .append(" --alter --topic ")
          .append(topic)
          .append(" --partitions ")
          .append(most);
    }
    return message.toString();
  }
}

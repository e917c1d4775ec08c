package dev.rota.app.topics;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import java.util.List;
import org.apache.kafka.clients.admin.TopicDescription;

/**
 * A line of {@code rota topics list}.
 *
 * @param partitions null: the topic does not exist
 * @param replicas likewise
 * @param domain null: it is no domain's
 * @param direction likewise
 */
@JsonInclude(Include.NON_NULL)
record TopicLine(
    String topic,
    boolean exists,
    Integer partitions,
    Integer replicas,
    String domain,
    String direction) {
  /** A domain's topic. The description is null if the topic does not exist. */
  static TopicLine of(Domain domain, TopicSpec topic, TopicDescription found) {
    String direction = direction(domain, topic);
    return found == null
        ? new TopicLine(topic.name(), false, null, null, domain.name(), direction)
        : of(found, domain.name(), direction);
  }

  static TopicLine other(TopicDescription found) {
    return of(found, null, null);
  }

  private static TopicLine of(TopicDescription found, String domain, String direction) {
    int replicas = found.partitions().get(0).replicas().size();
    int partitions = found.partitions().size();
    return new TopicLine(found.name(), true, partitions, replicas, domain, direction);
  }

  /** What is of use to nobody else goes neither in nor out. */
  static String direction(Domain domain, TopicSpec topic) {
    List<String> own =
        List.of(
            RequiredTopics.time(domain.name()),
            RequiredTopics.holds(domain.name()),
            RequiredTopics.owners(domain.name()),
            RequiredTopics.replays(domain.name()));
    if (own.contains(topic.name())) {
      return "own";
    }
    return topic.input() ? "in" : "out";
  }

  @Override
  public String toString() {
    String state =
        exists ? "%d partitions, %d replicas".formatted(partitions, replicas) : "missing";
    String role = domain == null ? "-" : domain + " " + direction;
    return "%-28s %-12s %s".formatted(topic, role, state);
  }
}

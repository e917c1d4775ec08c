package dev.rota.app.topics;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import java.util.List;
import org.apache.kafka.clients.admin.TopicDescription;

/** A line of {@code rota topics list}: name, domain, direction, partitions, replicas. */
final class TopicLine {
  private TopicLine() {}

  /** A domain's topic. The description is null if the topic does not exist. */
  static String of(Domain domain, TopicSpec topic, TopicDescription found, boolean json) {
    String direction = direction(domain, topic);
    if (!json) {
      return text(topic.name(), domain.name() + " " + direction, found);
    }
    return object(topic.name(), found)
        .put("domain", domain.name())
        .put("direction", direction)
        .toString();
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

  static String other(TopicDescription found, boolean json) {
    return json ? object(found.name(), found).toString() : text(found.name(), "-", found);
  }

  private static String text(String name, String role, TopicDescription found) {
    String state =
        found == null
            ? "missing"
            : "%d partitions, %d replicas".formatted(found.partitions().size(), replicas(found));
    return "%-28s %-12s %s".formatted(name, role, state);
  }

  private static ObjectNode object(String name, TopicDescription found) {
    ObjectNode line = JsonNodeFactory.instance.objectNode().put("topic", name);
    line.put("exists", found != null);
    if (found != null) {
      line.put("partitions", found.partitions().size()).put("replicas", replicas(found));
    }
    return line;
  }

  private static int replicas(TopicDescription found) {
    return found.partitions().get(0).replicas().size();
  }
}

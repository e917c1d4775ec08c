package dev.rota.cli.topics;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.cli.console.Catalogue;
import dev.rota.domain.Domain;
import dev.rota.domain.Output.Channel;
import dev.rota.domains.Domains;
import dev.rota.settings.Known;
import dev.rota.settings.Settings;
import dev.rota.topics.TopicSpec;
import dev.rota.topics.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The minimal ACLs for the domains, as {@code kafka-acls} commands with one right each. */
final class Acls {
  private final String principal;
  private final String command;
  private final List<Right> rights = new ArrayList<>();

  /**
   * Operations allowed on a resource.
   *
   * @param about the comment above the command
   * @param resource topic, group or transactional-id
   * @param prefixed whether {@code name} is a prefix
   */
  private record Right(
      String about, String resource, String name, boolean prefixed, List<String> operations) {}

  Acls(Settings settings, String principal) {
    String bootstrap =
        settings.find(Known.BOOTSTRAP).map(value -> value.text()).orElse("HOST:PORT");
    this.principal = principal;
    this.command =
        "kafka-acls.sh --bootstrap-server %s --command-config admin.properties --add --allow-principal '%s'"
            .formatted(bootstrap, principal.replace("'", "'\\''"));
    for (Domain<?, ?, ?> domain : Catalogue.domains(settings.list(Known.DOMAINS))) {
      for (TopicSpec topic : Topics.of(domain)) {
        topic(domain.name(), topic.name(), topic.input() ? "Read" : "Write");
        topic(domain.name(), topic.name(), "DescribeConfigs");
      }
      topic(domain.name(), Topics.time(domain.name()), "Read");
      topic(domain.name(), Topics.checkpoints(domain.name()), "Read");
      rights.add(
          new Right(
              domain.name(),
              "topic",
              Topics.holds(domain.name()),
              false,
              List.of("Read", "Write", "Create")));
    }
    if (!settings.text(Known.EXECUTOR).equals(Known.NONE)) {
      String worker = "the worker in the shards' process";
      topic(worker, Domains.inputTopic("WorkerEvent"), "Write");
      topic(worker, Channel.ASSIGNMENTS.topic("shards"), "Read");
      topic(worker, Channel.OUTCOMES.topic("shards"), "Read");
    }
    String own = settings.text(Known.APPLICATION) + "-";
    String about = "consumer groups, transactional ids and internal topics";
    rights.add(new Right(about, "group", own, true, List.of("Read")));
    rights.add(new Right(about, "transactional-id", own, true, List.of("Write")));
    rights.add(
        new Right(
            about,
            "topic",
            own,
            true,
            List.of("Read", "Write", "Create", "Delete", "DescribeConfigs")));
  }

  private void topic(String about, String name, String operation) {
    rights.add(new Right(about, "topic", name, false, List.of(operation)));
  }

  /** Returns commands and comments for a shell. */
  List<String> commands() {
    List<String> lines = new ArrayList<>();
    String about = "";
    for (Right right : rights) {
      if (!right.about().equals(about)) {
        about = right.about();
        lines.add("# " + about);
      }
      lines.add(command(right));
    }
    return lines;
  }

  private String command(Right right) {
    return command
        + (right.prefixed() ? " --resource-pattern-type prefixed" : "")
        + right.operations().stream()
            .map(one -> " --operation " + one)
            .collect(Collectors.joining())
        + " --"
        + right.resource()
        + " "
        + right.name();
  }

  /** Returns the same as JSON lines. */
  List<String> json() {
    return rights.stream().map(this::json).toList();
  }

  private String json(Right right) {
    var line =
        JsonNodeFactory.instance
            .objectNode()
            .put("principal", principal)
            .put("resource", right.resource())
            .put("name", right.name())
            .put("pattern", right.prefixed() ? "prefixed" : "literal");
    var operations = line.putArray("operations");
    right.operations().forEach(operations::add);
    return line.put("command", command(right)).toString();
  }
}

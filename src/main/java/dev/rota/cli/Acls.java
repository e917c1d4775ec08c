package dev.rota.cli;

import dev.rota.domain.Domain;
import dev.rota.settings.Known;
import dev.rota.settings.Settings;
import dev.rota.stream.Topics;
import java.util.ArrayList;
import java.util.List;

/** The least that lets the domains run: commands for Kafka's own tool, one right each. */
final class Acls {
  private final String command;
  private final String application;
  private final List<Domain<?, ?, ?>> domains;
  private final boolean executes;

  Acls(Settings settings, String principal) {
    String bootstrap =
        settings.find(Known.BOOTSTRAP).map(value -> value.text()).orElse("HOST:PORT");
    this.command =
        "kafka-acls.sh --bootstrap-server %s --command-config admin.properties --add --allow-principal '%s'"
            .formatted(bootstrap, principal.replace("'", "'\\''"));
    this.application = settings.text(Known.APPLICATION);
    this.domains = Catalogue.domains(settings.list(Known.DOMAINS));
    this.executes = !settings.text(Known.EXECUTOR).equals(Known.NONE);
  }

  List<String> commands() {
    List<String> lines = new ArrayList<>();
    for (Domain<?, ?, ?> domain : domains) {
      lines.add("# " + domain.name());
      for (Topics.Spec topic : Topics.of(domain)) {
        String operation = topic.input() ? "--operation Read" : "--operation Write";
        lines.add("%s %s --topic %s".formatted(command, operation, topic.name()));
      }
    }
    if (executes) {
      lines.add("# the worker beside the shards");
      lines.add(command + " --operation Write --topic worker-events");
      lines.add(command + " --operation Read --topic shards-assignments");
      lines.add(command + " --operation Read --topic shards-outcomes");
    }
    String prefix = application + "-";
    lines.add("# its group, its transactions, and the topics behind its state");
    lines.add(prefixed("--operation Read --group " + prefix));
    lines.add(prefixed("--operation Write --transactional-id " + prefix));
    lines.add(
        prefixed(
            "--operation Read --operation Write --operation Create --operation Delete --topic "
                + prefix));
    return lines;
  }

  private String prefixed(String right) {
    return command + " --resource-pattern-type prefixed " + right;
  }
}

package dev.rota.app.topics;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.app.console.Catalogue;
import dev.rota.base.settings.Known;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.rights.Right;
import dev.rota.road.topics.rights.Rights;
import dev.rota.road.topics.rights.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The minimal ACLs of a role for the domains, as {@code kafka-acls} commands of one right each. */
final class Acls {
  private final String principal;

  /** By the command that grants it. What several domains need is there once. */
  private final Map<String, Right> rights = new LinkedHashMap<>();

  Acls(Settings settings, Role role, String principal) {
    String bootstrap =
        settings.find(Known.BOOTSTRAP).map(value -> value.text()).orElse("HOST:PORT");
    String application = settings.text(Known.APPLICATION);
    this.principal = principal;
    List<Right> all = new ArrayList<>();
    for (Domain<?, ?, ?> domain : Catalogue.domains(settings.list(Known.DOMAINS))) {
      all.addAll(Rights.of(role, domain, application));
    }
    if (role == Role.ENGINE && !settings.text(Known.EXECUTOR).equals(Known.NONE)) {
      all.addAll(Rights.of(Role.BOT, Catalogue.domain("shards"), application));
    }
    all.forEach(right -> rights.putIfAbsent(right.grant(bootstrap, principal), right));
  }

  /** Returns commands and comments for a shell. */
  List<String> commands() {
    List<String> lines = new ArrayList<>();
    Map<String, List<String>> groups = new LinkedHashMap<>();
    rights.forEach(
        (command, right) ->
            groups.computeIfAbsent(right.about(), about -> new ArrayList<>()).add(command));
    groups.forEach(
        (about, commands) -> {
          lines.add("# " + about);
          lines.addAll(commands);
        });
    return lines;
  }

  /** Returns the same as JSON lines. */
  List<String> json() {
    return rights.entrySet().stream().map(one -> json(one.getKey(), one.getValue())).toList();
  }

  private String json(String command, Right right) {
    var line =
        JsonNodeFactory.instance
            .objectNode()
            .put("principal", principal)
            .put("resource", right.resourceName())
            .put("name", right.name())
            .put("pattern", right.prefixed() ? "prefixed" : "literal");
    line.putArray("operations").add(right.operationName());
    return line.put("command", command).toString();
  }
}

package dev.rota.app.topics;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.app.cluster.RoleRights;
import dev.rota.app.console.NameLookup;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.TopicRole;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The minimal ACLs of roles for the domains, as commands of {@code kafka-acls}. */
final class AclCommands {
  private final String principal;

  /** By the command that grants it. What several domains need is there once. */
  private final Map<String, AccessRight> rights = new LinkedHashMap<>();

  AclCommands(Settings settings, Collection<TopicRole> roles, String principal) {
    String bootstrap =
        settings.find(KnownSettings.BOOTSTRAP).map(value -> value.text()).orElse("HOST:PORT");
    this.principal = principal;
    for (TopicRole role : roles) {
      for (Domain domain : NameLookup.domains(settings.list(KnownSettings.DOMAINS))) {
        RoleRights.of(settings, role, domain)
            .forEach(right -> rights.putIfAbsent(right.grant(bootstrap, principal), right));
      }
    }
  }

  /** For a shell, under the names of what they are about. */
  List<String> commands() {
    List<String> lines = new ArrayList<>();
    Map<String, List<String>> groups = new LinkedHashMap<>();
    rights.forEach(
        (command, right) ->
            groups.computeIfAbsent(right.about(), _ -> new ArrayList<>()).add(command));
    groups.forEach(
        (about, commands) -> {
          lines.add("# " + about);
          lines.addAll(commands);
        });
    return lines;
  }

  /** The same as JSON lines of one right each. */
  List<String> json() {
    return rights.entrySet().stream().map(one -> json(one.getKey(), one.getValue())).toList();
  }

  private String json(String command, AccessRight right) {
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

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
import java.util.Locale;
import java.util.Map;

/** The minimal ACLs of roles for the domains, in the words of the tool that grants them. */
final class AclCommands {
  private final String principal;

  /** By the command that grants it. What several domains need is there once. */
  private final Map<String, AccessRight> rights = new LinkedHashMap<>();

  /** Who reads them. */
  enum AclFormat {
    /** A shell: commands of one right each. */
    KAFKA_ACLS,
    /** The same as JSON lines. */
    JSON,
    /** Strimzi's user operator. */
    STRIMZI,
    /** Terraform, with the provider Mongey/kafka. */
    TERRAFORM;

    /** As users type it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  AclCommands(Settings settings, Collection<TopicRole> roles, String principal) {
    String bootstrap =
        settings.find(KnownSettings.BOOTSTRAP).map(value -> value.text()).orElse("HOST:PORT");
    this.principal = principal;
    for (TopicRole role : roles) {
      for (Domain<?, ?, ?> domain : NameLookup.domains(settings.list(KnownSettings.DOMAINS))) {
        RoleRights.of(settings, role, domain)
            .forEach(right -> rights.putIfAbsent(right.grant(bootstrap, principal), right));
      }
    }
  }

  List<String> lines(AclFormat format) {
    return switch (format) {
      case KAFKA_ACLS -> commands();
      case JSON -> json();
      case STRIMZI -> StrimziUser.lines(principal, rights.values());
      case TERRAFORM -> TerraformAcls.lines(principal, rights.values());
    };
  }

  private List<String> commands() {
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

  private List<String> json() {
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

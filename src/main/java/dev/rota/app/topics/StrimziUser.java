package dev.rota.app.topics;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.road.topics.rights.AccessRight;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.resource.ResourceType;

/** ACLs as a {@code KafkaUser}, which Strimzi's user operator grants. */
final class StrimziUser {
  private static final String LABEL = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?";

  /** What Kubernetes lets a resource be named, as the whole user or as its common name. */
  private static final Pattern USER =
      Pattern.compile("User:(CN=)?((?=.{1,253}$)" + LABEL + "(?:\\." + LABEL + ")*)");

  /** What one entry is about. */
  private record Resource(String about, ResourceType type, String name, boolean prefixed) {}

  private StrimziUser() {}

  /** Returns the lines of one YAML document. */
  static List<String> lines(String principal, Collection<AccessRight> rights) {
    Matcher user = USER.matcher(principal);
    if (!user.matches()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--principal " + principal,
          "Strimzi names a user as its KafkaUser, whose name is one of Kubernetes: small letters,"
              + " digits, '-' and '.'",
          "pass User:NAME or User:CN=NAME, or choose another --format");
    }
    List<String> lines = new ArrayList<>();
    lines.add("apiVersion: kafka.strimzi.io/v1");
    lines.add("kind: KafkaUser");
    lines.add("metadata:");
    lines.add("  name: " + quoted(user.group(2)));
    lines.add("  labels:");
    lines.add("    strimzi.io/cluster: CLUSTER # the name of your Kafka resource");
    lines.add("spec:");
    if (user.group(1) == null) {
      lines.add("  # add 'authentication' if Strimzi makes the password of this user");
    } else {
      lines.add("  authentication:");
      lines.add("    type: tls-external # or tls, if Strimzi makes the certificate");
    }
    lines.add("  authorization:");
    lines.add("    type: simple");
    lines.add(rights.isEmpty() ? "    acls: []" : "    acls:");
    addAcls(lines, rights);
    return lines;
  }

  private static void addAcls(List<String> lines, Collection<AccessRight> rights) {
    String about = "";
    for (var entry : operations(rights).entrySet()) {
      Resource resource = entry.getKey();
      if (!resource.about().equals(about)) {
        about = resource.about();
        lines.add("      # " + about);
      }
      lines.add("      - resource:");
      lines.add("          type: " + type(resource.type()));
      if (resource.type() != ResourceType.CLUSTER) {
        lines.add("          name: " + quoted(resource.name()));
        lines.add("          patternType: " + (resource.prefixed() ? "prefix" : "literal"));
      }
      lines.add("        operations: [" + String.join(", ", entry.getValue()) + "]");
      lines.add("        host: \"*\"");
    }
  }

  private static Map<Resource, List<String>> operations(Collection<AccessRight> rights) {
    Map<Resource, List<String>> operations = new LinkedHashMap<>();
    for (AccessRight right : rights) {
      Resource on = new Resource(right.about(), right.resource(), right.name(), right.prefixed());
      operations.computeIfAbsent(on, one -> new ArrayList<>()).add(right.operationName());
    }
    return operations;
  }

  private static String type(ResourceType type) {
    return switch (type) {
      case TOPIC -> "topic";
      case GROUP -> "group";
      case TRANSACTIONAL_ID -> "transactionalId";
      case CLUSTER -> "cluster";
      default -> throw new IllegalArgumentException("Strimzi has no " + type);
    };
  }

  /** Whatever a JSON text is, is a YAML text, too; a bare one may be a number, or null. */
  private static String quoted(String text) {
    return TextNode.valueOf(text).toString();
  }
}

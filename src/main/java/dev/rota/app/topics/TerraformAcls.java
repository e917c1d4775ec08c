package dev.rota.app.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.topics.rights.AccessRight;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.common.resource.ResourceType;

/** ACLs as resources of Terraform's provider Mongey/kafka, of one right each. */
final class TerraformAcls {
  private TerraformAcls() {}

  static List<String> lines(String principal, Collection<AccessRight> rights) {
    List<String> lines = new ArrayList<>();
    String about = "";
    for (AccessRight right : rights) {
      if (!right.about().equals(about)) {
        about = right.about();
        lines.add("# " + about);
      }
      lines.add("resource \"kafka_acl\" \"" + label(principal, right) + "\" {");
      lines.add("  resource_name                = " + quoted(right.name()));
      lines.add("  resource_type                = " + quoted(type(right.resource())));
      lines.add(
          "  resource_pattern_type_filter = " + quoted(right.prefixed() ? "Prefixed" : "Literal"));
      lines.add("  acl_principal                = " + quoted(principal));
      lines.add("  acl_host                     = " + quoted("*"));
      lines.add("  acl_operation                = " + quoted(right.operationName()));
      lines.add("  acl_permission_type          = " + quoted("Allow"));
      lines.add("}");
      lines.add("");
    }
    return lines.isEmpty() ? lines : lines.subList(0, lines.size() - 1);
  }

  private static String type(ResourceType type) {
    return switch (type) {
      case TOPIC -> "Topic";
      case GROUP -> "Group";
      case TRANSACTIONAL_ID -> "TransactionalID";
      case CLUSTER -> "Cluster";
      default -> throw new IllegalArgumentException("the provider has no " + type);
    };
  }

  /** Two rights never have the same, whoever has them: roles may share a module. */
  private static String label(String principal, AccessRight right) {
    String name = word(principal.replaceFirst(":", "-"));
    name = Character.isDigit(name.charAt(0)) ? "_" + name : name;
    return String.join(
        "__",
        name,
        right.resourceName() + (right.prefixed() ? "-prefix" : ""),
        word(right.name()),
        right.operationName());
  }

  /** Letters, digits and {@code -} as they are; any other byte as {@code _} and its digits. */
  private static String word(String text) {
    StringBuilder word = new StringBuilder();
    for (byte one : text.getBytes(UTF_8)) {
      char letter = (char) (one & 0xff);
      if (letter < 0x80 && (Character.isLetterOrDigit(letter) || letter == '-')) {
        word.append(letter);
      } else {
        word.append("_%02x".formatted(one));
      }
    }
    return word.toString();
  }

  /** As Terraform reads it: nothing in it is a template. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '"' || letter == '\\') {
        quoted.append('\\').append(letter);
      } else if (letter < ' ' || letter == 0x7f) {
        quoted.append("\\u%04x".formatted((int) letter));
      } else {
        quoted.append(letter);
        if ((letter == '$' || letter == '%') && text.startsWith("{", i + 1)) {
          quoted.append(letter);
        }
      }
    }
    return quoted.append('"').toString();
  }
}

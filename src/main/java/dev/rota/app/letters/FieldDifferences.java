package dev.rota.app.letters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/** A record beside a corrected one, field by field. Fields are paths such as {@code a.b[0]}. */
final class FieldDifferences {
  private static final int SHOWN_MAX = 80;

  private final Map<String, JsonNode> before = new LinkedHashMap<>();
  private final Map<String, JsonNode> after = new LinkedHashMap<>();

  /**
   * Compares them.
   *
   * @param before null: it is not known
   */
  FieldDifferences(JsonNode before, JsonNode after) {
    if (before != null) {
      flatten("", before, this.before);
    }
    flatten("", after, this.after);
  }

  private static void flatten(String path, JsonNode node, Map<String, JsonNode> into) {
    if (node instanceof ObjectNode object && !object.isEmpty()) {
      object
          .properties()
          .forEach(
              one ->
                  flatten(
                      path.isEmpty() ? one.getKey() : path + "." + one.getKey(),
                      one.getValue(),
                      into));
    } else if (node instanceof ArrayNode array && !array.isEmpty()) {
      for (int i = 0; i < array.size(); i++) {
        flatten(path + "[" + i + "]", array.get(i), into);
      }
    } else {
      into.put(path, node);
    }
  }

  /** Adds a line for each field. Those that differ have a sign before them. */
  void to(CommandReport report) {
    var changes = report.fields().putArray("changes");
    var paths = new TreeSet<>(before.keySet());
    paths.addAll(after.keySet());
    for (String path : paths) {
      JsonNode old = before.get(path);
      JsonNode now = after.get(path);
      boolean same = old != null && old.equals(now);
      if (same) {
        report.line("    %s: %s".formatted(path, shown(old)));
        continue;
      }
      var change = changes.addObject().put("field", path);
      if (old != null) {
        change.set("before", old);
        report.line("  - %s: %s".formatted(path, shown(old)));
      }
      if (now != null) {
        change.set("after", now);
        report.line("  + %s: %s".formatted(path, shown(now)));
      }
    }
  }

  private static String shown(JsonNode node) {
    String text = node.toString();
    return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
  }
}

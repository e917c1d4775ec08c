package dev.rota.cli.answers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What differs between two JSON values. */
final class Changes {
  private Changes() {}

  /**
   * Adds each path whose values differ, with both values; null stands for none.
   *
   * @param path of both, such as {@code cores[3].para}
   */
  static void between(
      JsonNode before, JsonNode after, String path, Map<String, List<JsonNode>> into) {
    if (before.equals(after)) {
      return;
    }
    if (before.isObject() && after.isObject()) {
      Set<String> names = new LinkedHashSet<>();
      before.fieldNames().forEachRemaining(names::add);
      after.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        String inner = path.isEmpty() ? name : path + "." + name;
        between(of(before.get(name)), of(after.get(name)), inner, into);
      }
    } else if (before.isArray() && after.isArray()) {
      for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
        between(of(before.get(i)), of(after.get(i)), path + "[" + i + "]", into);
      }
    } else {
      into.put(path, List.of(before, after));
    }
  }

  private static JsonNode of(JsonNode value) {
    return value == null ? NullNode.getInstance() : value;
  }
}

package dev.rota.readers.follow.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.readers.follow.LaneAnswers.Told;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What differs between two JSON values. */
public final class JsonChanges {
  private JsonChanges() {}

  /** What differs between a lane's states at two moments. */
  public static ObjectNode of(String domain, Told<JsonNode> first, Told<JsonNode> last) {
    ObjectNode fields = LaneJson.of(domain, last.standing());
    LaneJson.fill(fields.putObject("before"), first.standing());
    ArrayNode list = fields.putArray("changes");
    Map<String, List<JsonNode>> changes = new LinkedHashMap<>();
    between(first.answer(), last.answer(), "", changes);
    changes.forEach((path, values) -> fill(list.addObject(), path, values));
    return fields;
  }

  static void fill(ObjectNode change, String path, List<JsonNode> values) {
    change.put("path", path);
    change.set("before", values.get(0));
    change.set("after", values.get(1));
  }

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

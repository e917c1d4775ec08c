package dev.rota.readers.follow.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.AnswerJson;
import dev.rota.readers.follow.LaneAnswers.Told;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What differs between two JSON values. */
public final class JsonChanges {
  private static final int MOVED_SHOWN = 20;

  private JsonChanges() {}

  /** What differs between a lane's states at two moments. */
  public static ObjectNode of(String domain, Told<JsonNode> first, Told<JsonNode> last) {
    ObjectNode fields = LaneJson.of(domain, last.standing());
    LaneJson.fill(fields.putObject("before"), first.standing());
    return fields.set("changes", AnswerJson.tree(between(first.answer(), last.answer())));
  }

  /** A path whose values differ. */
  record Change(String path, JsonNode before, JsonNode after) {}

  static List<Change> between(JsonNode before, JsonNode after) {
    Map<String, List<JsonNode>> changes = new LinkedHashMap<>();
    between(before, after, "", changes);
    return changes.entrySet().stream()
        .map(one -> new Change(one.getKey(), one.getValue().get(0), one.getValue().get(1)))
        .toList();
  }

  /**
   * Adds each path whose values differ, with both values; null stands for none. Items of lists are
   * compared with those that have the same name, wherever they are; without names, by their places.
   *
   * @param path of both, such as {@code queue[para=2100].retries} or {@code cores[3].para}
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
      ListIdentity identity = ListIdentity.of(before, after);
      if (identity == null) {
        places(before, after, path, into);
      } else {
        names(identity.byName(before), identity.byName(after), path, into);
      }
    } else {
      into.put(path, List.of(before, after));
    }
  }

  private static void places(
      JsonNode before, JsonNode after, String path, Map<String, List<JsonNode>> into) {
    for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
      between(of(before.get(i)), of(after.get(i)), path + "[" + i + "]", into);
    }
  }

  private static void names(
      Map<String, JsonNode> before,
      Map<String, JsonNode> after,
      String path,
      Map<String, List<JsonNode>> into) {
    before.forEach(
        (name, item) -> between(item, of(after.get(name)), path + "[" + name + "]", into));
    after.forEach(
        (name, item) -> {
          if (!before.containsKey(name)) {
            between(of(null), item, path + "[" + name + "]", into);
          }
        });
    order(
        before.keySet().stream().filter(after::containsKey).toList(),
        after.keySet().stream().filter(before::containsKey).toList(),
        path,
        into);
  }

  /** Those that stay may change their places among each other: told from the first that does. */
  private static void order(
      List<String> before, List<String> after, String path, Map<String, List<JsonNode>> into) {
    int first = 0;
    int end = before.size();
    while (first < end && before.get(first).equals(after.get(first))) {
      first++;
    }
    while (first < end && before.get(end - 1).equals(after.get(end - 1))) {
      end--;
    }
    if (first < end) {
      int last = Math.min(end, first + MOVED_SHOWN);
      into.put(
          path + "[order]",
          List.of(
              AnswerJson.tree(before.subList(first, last)),
              AnswerJson.tree(after.subList(first, last))));
    }
  }

  private static JsonNode of(JsonNode value) {
    return value == null ? NullNode.getInstance() : value;
  }
}

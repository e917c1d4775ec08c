package dev.rota.readers.follow.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * By what the items of two lists are the same: rows by their first fields, such as {@code
 * para=2100}, plain values by themselves.
 *
 * @param fields of a row; empty: items are plain values
 */
record ListIdentity(List<String> fields) {
  private static final int FIELDS_MAX = 3;

  /** The identity of the items of both lists; null: they have none but their places. */
  static ListIdentity of(JsonNode before, JsonNode after) {
    List<JsonNode> all = new ArrayList<>();
    before.forEach(all::add);
    after.forEach(all::add);
    if (all.stream().allMatch(ListIdentity::isPlain)) {
      ListIdentity plain = new ListIdentity(List.of());
      return plain.tells(before) && plain.tells(after) ? plain : null;
    }
    if (!all.stream().allMatch(JsonNode::isObject)) {
      return null;
    }
    List<String> fields = new ArrayList<>();
    for (Iterator<String> names = all.get(0).fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (fields.size() == FIELDS_MAX || !all.stream().allMatch(one -> isPlain(one.get(name)))) {
        return null;
      }
      fields.add(name);
      ListIdentity some = new ListIdentity(List.copyOf(fields));
      if (some.tells(before) && some.tells(after)) {
        return some;
      }
    }
    return null;
  }

  /** A decimal is a figure, and names nothing. */
  private static boolean isPlain(JsonNode value) {
    return value != null && (value.isTextual() || value.isIntegralNumber());
  }

  /** Returns true if no two items are the same. */
  private boolean tells(JsonNode list) {
    return byName(list).size() == list.size();
  }

  /** The items by their names, in order. */
  Map<String, JsonNode> byName(JsonNode list) {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    list.forEach(item -> all.put(name(item), item));
    return all;
  }

  private String name(JsonNode item) {
    if (fields.isEmpty()) {
      return "=" + item.asText();
    }
    List<String> parts = new ArrayList<>();
    fields.forEach(field -> parts.add(field + "=" + item.get(field).asText()));
    return String.join(",", parts);
  }
}

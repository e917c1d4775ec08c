package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.text.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The answer to any query, as lines: a list of things is a table, another answer its fields. */
record AnswerLines(long nowMillis, int columns) {
  private static final String NAME = "name";

  /**
   * Tells an answer.
   *
   * @param query in a list of things the one of this name comes first: {@code bot} of {@code bots}
   */
  List<String> of(String query, JsonNode answer) {
    if (answer.isArray()) {
      return table(query.replaceFirst("s$", ""), answer);
    }
    if (answer.isObject() && !answer.isEmpty() && all(answer, JsonNode::isObject)) {
      return table(NAME, named(answer));
    }
    return answer.isObject() ? fields(answer) : List.of(cell(answer));
  }

  private static boolean all(JsonNode some, Predicate<JsonNode> are) {
    for (JsonNode one : some) {
      if (!are.test(one)) {
        return false;
      }
    }
    return true;
  }

  /** Things by their names, as a list. */
  private static JsonNode named(JsonNode things) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Map.Entry<String, JsonNode> one : things.properties()) {
      ObjectNode thing = list.addObject().put(NAME, one.getKey());
      thing.setAll((ObjectNode) one.getValue());
    }
    return list;
  }

  private List<String> fields(JsonNode answer) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, JsonNode> one : answer.properties()) {
      lines.add(one.getKey() + ": " + cell(one.getValue()));
    }
    return lines;
  }

  private List<String> table(String name, JsonNode things) {
    Set<String> fields = new LinkedHashSet<>();
    if (things.path(0).has(name)) {
      fields.add(name);
    }
    things.forEach(one -> one.fieldNames().forEachRemaining(fields::add));
    fields.removeIf(column -> all(things, one -> cell(one.path(column)).isEmpty()));
    if (fields.isEmpty()) {
      List<String> lines = new ArrayList<>();
      things.forEach(one -> lines.add(cell(one)));
      return lines.isEmpty() ? List.of("none") : lines;
    }
    TextGrid grid = new TextGrid(fields.stream().map(one -> one.toUpperCase(Locale.ROOT)).toList());
    things.forEach(one -> grid.row(fields.stream().map(column -> cell(one.path(column))).toList()));
    return grid.lines(columns);
  }

  private String cell(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (value.isIntegralNumber() && value.asLong() >= RelativeTimeText.TIMES_FROM) {
      return value.asLong() == Long.MAX_VALUE
          ? "never"
          : RelativeTimeText.of(value.asLong(), nowMillis);
    }
    if (value.isArray()) {
      List<String> parts = new ArrayList<>();
      value.forEach(one -> parts.add(cell(one)));
      return String.join(all(value, JsonNode::isValueNode) ? " " : "; ", parts);
    }
    if (value.isObject()) {
      List<String> parts = new ArrayList<>();
      value.properties().forEach(one -> parts.add(one.getKey() + "=" + cell(one.getValue())));
      return String.join(" ", parts);
    }
    return PrintableText.line(value.asText());
  }
}

package dev.rota.app.letters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.JsonTree;
import dev.rota.base.text.SpellingSuggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sets fields of a record, each as {@code path=value}.
 *
 * <p>A path is of names and indices: {@code event.Submitted.job}, {@code leases[0].state}. A value
 * is JSON, or else a text. A field that is a text stays one, unless the value is in quotes or null.
 */
final class FieldSetter {
  private static final Pattern STEP =
      Pattern.compile("\\G(?:^|\\.)([^.\\[\\]]+)|\\G\\[(\\d{1,6})]");

  private final JsonNode record;

  FieldSetter(JsonNode record) {
    this.record = record.deepCopy();
  }

  JsonNode record() {
    return record;
  }

  /**
   * Sets a field.
   *
   * @throws CommandFailure if the path leads nowhere
   */
  void set(String said) {
    int equals = said.indexOf('=');
    List<String> steps = equals < 1 ? List.of() : steps(said.substring(0, equals));
    if (steps.isEmpty()) {
      throw refused(said, "expected FIELD=VALUE, such as event.Submitted.job=job-7");
    }
    JsonNode parent = record;
    for (String step : steps.subList(0, steps.size() - 1)) {
      parent = child(parent, step, said);
    }
    String last = steps.get(steps.size() - 1);
    String text = said.substring(equals + 1);
    if (parent instanceof ObjectNode object) {
      object.set(last, value(object.path(last), text));
    } else {
      ArrayNode array = array(parent, last, said);
      int index = Integer.parseInt(last);
      array.set(index, value(array.get(index), text));
    }
  }

  private static List<String> steps(String path) {
    List<String> steps = new ArrayList<>();
    Matcher step = STEP.matcher(path);
    int end = 0;
    while (step.find()) {
      steps.add(step.group(1) == null ? step.group(2) : step.group(1));
      end = step.end();
    }
    return end == path.length() ? steps : List.of();
  }

  private static JsonNode child(JsonNode parent, String step, String said) {
    if (parent instanceof ObjectNode object && object.has(step)) {
      return object.get(step);
    }
    if (parent instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      throw refused(
          said,
          "there is no field '%s'; %s".formatted(step, SpellingSuggestion.among(step, names)));
    }
    return array(parent, step, said).get(Integer.parseInt(step));
  }

  private static ArrayNode array(JsonNode parent, String step, String said) {
    if (parent instanceof ArrayNode array
        && step.matches("\\d{1,6}")
        && Integer.parseInt(step) < array.size()) {
      return array;
    }
    throw refused(
        said,
        parent instanceof ArrayNode array
            ? "the list has %d items, and no item %s".formatted(array.size(), step)
            : "'%s' is in no record and no list: what is there is %s".formatted(step, parent));
  }

  private static JsonNode value(JsonNode old, String text) {
    boolean quoted = text.startsWith("\"") || text.equals("null");
    if (old.isTextual() && !quoted) {
      return JsonNodeFactory.instance.textNode(text);
    }
    try {
      return JsonTree.parse(text);
    } catch (BadLine e) {
      return JsonNodeFactory.instance.textNode(text);
    }
  }

  private static CommandFailure refused(String said, String why) {
    return new CommandFailure(
            ExitCode.USAGE,
            "--set " + said,
            why,
            "'rota dlq show' prints the record; --value takes a whole one")
        .about("--set", said);
  }
}

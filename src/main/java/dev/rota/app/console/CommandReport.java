package dev.rota.app.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.AnswerJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The result of a verb, as text lines and as one JSON object. */
public class CommandReport {
  private final List<String> text = new ArrayList<>();
  private final ObjectNode json = JsonNodeFactory.instance.objectNode();

  /** Starts with a first line, such as {@code bots: PROVED}. */
  public CommandReport(String title) {
    text.add(title);
  }

  /** Adds a line with a label. */
  public final void line(String name, String format, Object... values) {
    text.add("  %-12s ".formatted(name) + String.format(Locale.ROOT, format, values));
  }

  /** Adds an unlabelled line. */
  public final void line(String line) {
    text.add(line);
  }

  /** The JSON object, for the caller to fill. */
  public final ObjectNode fields() {
    return json;
  }

  /** Adds a field: a record, or what holds some. */
  public final void field(String name, Object value) {
    json.set(name, AnswerJson.tree(value));
  }

  public final List<String> text() {
    return text;
  }

  public final String json() {
    return json.toString();
  }

  public final void print(RootCommand root) throws IOException {
    root.report(json(), text);
  }
}

package dev.rota.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Examples of each command, from {@code examples.txt}. Help alone reads them. */
final class VerbExamples {
  private VerbExamples() {}

  /** The examples of a command such as {@code rota topics create}; empty: none. */
  static List<String> of(String command) {
    return all().getOrDefault(command, List.of());
  }

  /** Command lines as a shell takes them, by the command that each is an example of. */
  static Map<String, List<String>> all() {
    Map<String, List<String>> examples = new LinkedHashMap<>();
    var file = VerbExamples.class.getResourceAsStream("examples.txt");
    try (var lines = new BufferedReader(new InputStreamReader(file, UTF_8))) {
      List<String> last = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("  ")) {
          last.add(line.strip());
        } else if (line.startsWith("rota")) {
          last = new ArrayList<>();
          examples.put(line, last);
        }
      }
      return examples;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

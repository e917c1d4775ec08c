package dev.rota.base.settings;

import dev.rota.base.text.Utf8Text;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Merges the sources by precedence and reads secrets from their files. */
final class SettingsMerger {
  private final List<String> problems;
  private final Map<String, EffectiveValue> values = new TreeMap<>();

  SettingsMerger(List<String> problems) {
    this.problems = problems;
  }

  /** Within a source the last entry wins. */
  void layer(int rank, List<GivenValue> entries) {
    Map<String, GivenValue> last = new HashMap<>();
    for (GivenValue entry : entries) {
      GivenValue before = last.put(entry.name(), entry);
      if (before != null && before.inFile() != entry.inFile()) {
        problems.add(
            "%s and %s both set the secret '%s'; keep one"
                .formatted(before.source(), entry.source(), entry.name()));
      }
    }
    last.forEach((name, entry) -> values.computeIfAbsent(name, _ -> value(entry, rank)));
  }

  Map<String, EffectiveValue> values() {
    return values;
  }

  private EffectiveValue value(GivenValue entry, int rank) {
    String text = entry.inFile() ? content(entry) : entry.text();
    return new EffectiveValue(entry.name(), text, entry.source(), rank);
  }

  private String content(GivenValue entry) {
    try {
      return Utf8Text.read(Path.of(entry.text())).strip();
    } catch (IOException | InvalidPathException _) {
      problems.add(
          "%s: cannot read the file %s; check that it exists and its permissions"
              .formatted(entry.source(), entry.text()));
      return "";
    }
  }
}

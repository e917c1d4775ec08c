package dev.rota.testing.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A mistake that a test must see: one place of a source file, and what stands there instead.
 *
 * @param name the mutant's file without its ending
 * @param breaks what no longer holds, in one sentence
 * @param source the file that it changes, from the project's root
 * @param test the test that fails with it: a class, or {@code Class#method}
 * @param original the text that it replaces; it occurs once in the file
 * @param mutated what stands there instead
 */
record Mutant(
    String name, String breaks, Path source, String test, String original, String mutated) {
  private static final Path FOLDER = Path.of("src", "test", "mutants");
  private static final String ENDING = ".mutant";

  /** All mutants of the project, by name. */
  static List<Mutant> all() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .sorted()
          .map(Mutant::read)
          .toList();
    }
  }

  /** The source with the mistake. */
  String mutatedSource() throws IOException {
    String text = Files.readString(source);
    int at = text.indexOf(original);
    if (at < 0 || text.indexOf(original, at + 1) >= 0) {
      throw new IllegalStateException(
          name + ": its original text does not occur exactly once in " + source);
    }
    return text.substring(0, at) + mutated + text.substring(at + original.length());
  }

  /** The test's class, without a method. */
  String testClass() {
    return test.replaceAll("#.*", "");
  }

  private static Mutant read(Path file) {
    String name = file.getFileName().toString().replace(ENDING, "");
    try {
      String[] parts = Files.readString(file).split("(?m)^---\n", -1);
      if (parts.length != 3) {
        throw new IllegalStateException(name + ": a head, an original and a mutated text, by ---");
      }
      List<String> head = parts[0].lines().toList();
      return new Mutant(
          name,
          value(name, head, "# "),
          Path.of(value(name, head, "file: ")),
          value(name, head, "test: "),
          parts[1].stripTrailing(),
          parts[2].stripTrailing());
    } catch (IOException e) {
      throw new IllegalStateException(name + " cannot be read", e);
    }
  }

  private static String value(String name, List<String> head, String key) {
    return head.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()).strip())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(name + ": no line '" + key + "'"));
  }
}

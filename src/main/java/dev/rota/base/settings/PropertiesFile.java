package dev.rota.base.settings;

import dev.rota.base.text.Utf8Text;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Reads a {@code .properties} file and keeps line numbers. */
final class PropertiesFile {
  private final Path file;
  private final List<String> problems;
  private final List<GivenValue> entries = new ArrayList<>();

  private PropertiesFile(Path file, List<String> problems) {
    this.file = file;
    this.problems = problems;
  }

  /** Returns the entries in order. Errors are added to the problems. */
  static List<GivenValue> read(Path file, List<String> problems) {
    PropertiesFile reader = new PropertiesFile(file, problems);
    try {
      reader.parse(text(Files.readAllBytes(file)));
    } catch (NoSuchFileException _) {
      problems.add(file + ": no such file; pass an existing one with --config");
    } catch (IOException e) {
      problems.add(file + ": cannot be read (" + e.getMessage() + "); check its permissions");
    }
    return reader.entries;
  }

  /** Decodes UTF-8, or ISO 8859-1 as older Java versions did. */
  private static String text(byte[] bytes) {
    String text;
    try {
      text = Utf8Text.decode(bytes);
    } catch (CharacterCodingException _) {
      text = new String(bytes, StandardCharsets.ISO_8859_1);
    }
    return Utf8Text.withoutMark(text);
  }

  private void parse(String text) {
    StringBuilder logical = new StringBuilder();
    int first = 0;
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (logical.isEmpty()) {
        first = number;
        String bare = line.strip();
        if (bare.isEmpty() || bare.startsWith("#") || bare.startsWith("!")) {
          continue;
        }
      }
      logical.append(line).append('\n');
      if (!continues(line)) {
        entry(logical.toString(), first);
        logical.setLength(0);
      }
    }
    if (!logical.isEmpty()) {
      entry(logical.toString(), first);
    }
  }

  private static boolean continues(String line) {
    int slashes = 0;
    while (slashes < line.length() && line.charAt(line.length() - 1 - slashes) == '\\') {
      slashes++;
    }
    return slashes % 2 == 1;
  }

  /** Java's own reader decodes the escapes. */
  private void entry(String logical, int line) {
    String source = file + ":" + line;
    Properties one = new Properties();
    try {
      one.load(new StringReader(logical));
    } catch (IOException | IllegalArgumentException e) {
      problems.add(source + ": " + e.getMessage() + " Write \\uXXXX, or the character itself.");
    }
    one.forEach(
        (key, value) ->
            entries.add(new GivenValue((String) key, ((String) value).strip(), source)));
  }
}

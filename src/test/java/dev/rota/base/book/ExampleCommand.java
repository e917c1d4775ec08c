package dev.rota.base.book;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A command of a page, whose files are in a folder of their own. Recorded data is where it is.
 *
 * @param words without {@code ./rota}
 * @param to what it prints goes there; null: it is shown
 */
record ExampleCommand(String[] words, Path to) {
  static final List<String> DATA =
      List.of("NASA-iPSC-1993-3.1-cln.swf.gz", "starknet-mainnet-transactions.jsonl");

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final Pattern FILE = Pattern.compile("[\\w.-]+\\.(jsonl|gz)");

  ExampleCommand(String line, Path folder) {
    this(words(line, folder), to(line, folder));
  }

  static Path data(String name) {
    return Path.of(System.getProperty("rota.data", "../shared/data"), name);
  }

  private static List<String> all(String line, Path folder) {
    List<String> words = new ArrayList<>();
    WORD.matcher(line)
        .results()
        .forEach(
            found ->
                words.add(found.group(1) == null ? place(found.group(2), folder) : found.group(1)));
    if (!words.remove(0).equals("./rota")) {
      throw new IllegalArgumentException("no command of Rota: " + line);
    }
    return words;
  }

  private static String place(String word, Path folder) {
    if (DATA.contains(word) && Files.exists(data(word))) {
      return data(word).toString();
    }
    return FILE.matcher(word).matches() ? folder.resolve(word).toString() : word;
  }

  private static String[] words(String line, Path folder) {
    List<String> all = all(line, folder);
    int end = all.indexOf(">");
    return all.subList(0, end < 0 ? all.size() : end).toArray(String[]::new);
  }

  private static Path to(String line, Path folder) {
    List<String> all = all(line, folder);
    int end = all.indexOf(">");
    return end < 0 ? null : Path.of(all.get(end + 1));
  }
}

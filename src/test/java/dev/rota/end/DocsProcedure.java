package dev.rota.end;

import dev.rota.base.book.Pages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The commands of a chapter of the documentation, as they are written there. */
final class DocsProcedure {
  private DocsProcedure() {}

  /**
   * The {@code rota} commands of a chapter's shell blocks, word by word, without {@code rota}.
   *
   * @param page such as {@code backup}
   * @param heading of the chapter, with its hashes
   * @param here what stands in the page, and what is meant here
   */
  static List<List<String>> commands(String page, String heading, Map<String, String> here) {
    List<List<String>> commands = new ArrayList<>();
    boolean inChapter = false;
    boolean inShell = false;
    for (String line : Pages.text(Path.of("docs", page + ".md")).lines().toList()) {
      if (line.startsWith("## ")) {
        inChapter = line.equals(heading);
      } else if (line.startsWith("```")) {
        inShell = inChapter && line.equals("```sh");
      } else if (inShell && line.startsWith("rota ")) {
        List<String> words = new ArrayList<>();
        for (String word : line.replaceAll(" +#.*", "").split(" +", -1)) {
          words.add(here.getOrDefault(word, word));
        }
        commands.add(words.subList(1, words.size()));
      }
    }
    return commands;
  }
}

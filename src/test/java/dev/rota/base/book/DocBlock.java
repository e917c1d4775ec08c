package dev.rota.base.book;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a page.
 *
 * @param line where it begins, from 1
 * @param heading of its chapter, with the hashes
 * @param language empty if the fence names none
 * @param text without the fences; ends with a line break
 * @param above the last block of shell commands above it in its chapter, else null
 */
public record DocBlock(
    Path page, int line, String heading, String language, String text, DocBlock above) {
  private static final Pattern FENCE = Pattern.compile("( *)```(\\w*)");
  private static final Pattern HEADING = Pattern.compile("#+ .*");

  /** A command of the program: after the line's begin, an operator, or a variable's value. */
  private static final Pattern ROTA =
      Pattern.compile("(?:^|[|;&(]|\\w=\\S+) *(?:\\./|/opt/rota-VERSION/)?rota +(.*)");

  private static final Pattern WORD =
      Pattern.compile("'([^']*)'|\"([^\"]*)\"|([|;&<>#)])|([^\\s|;&<>)]+)");
  private static final Pattern HERE_DOCUMENT =
      Pattern.compile("<<'(\\w+)'\n.*?\n\\1\n", Pattern.DOTALL);

  /** Every block of every page for people, in order. */
  public static List<DocBlock> all() throws IOException {
    List<DocBlock> all = new ArrayList<>();
    for (Path page : Pages.all()) {
      all.addAll(of(page));
    }
    return all;
  }

  /** The blocks of a page, in order. */
  public static List<DocBlock> of(Path page) {
    return of(page, Pages.text(page));
  }

  /**
   * The first block of a page that has this text.
   *
   * @throws java.util.NoSuchElementException if there is none
   */
  public static DocBlock having(Path page, String text) {
    return of(page).stream().filter(block -> block.text().contains(text)).findFirst().orElseThrow();
  }

  static List<DocBlock> of(Path page, String text) {
    List<DocBlock> blocks = new ArrayList<>();
    String heading = "";
    DocBlock above = null;
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      Matcher fence = FENCE.matcher(lines.get(i));
      if (fence.matches()) {
        int begin = i;
        StringBuilder inside = new StringBuilder();
        for (i++; !lines.get(i).strip().equals("```"); i++) {
          String one = lines.get(i);
          inside.append(
              one.startsWith(fence.group(1)) ? one.substring(fence.group(1).length()) : one);
          inside.append('\n');
        }
        DocBlock block =
            new DocBlock(page, begin + 1, heading, fence.group(2), inside.toString(), above);
        blocks.add(block);
        above = block.isShell() ? block : block.isOutput() ? null : above;
      } else if (HEADING.matcher(lines.get(i)).matches()) {
        heading = lines.get(i);
        above = null;
      }
    }
    return blocks;
  }

  public boolean isShell() {
    return language.equals("sh");
  }

  /**
   * Returns true if it shows what the commands above it print: it is the first without a language.
   */
  public boolean isOutput() {
    return language.isEmpty() && above != null;
  }

  /** Its commands of the program, word by word as a shell reads them, without {@code rota}. */
  public List<List<String>> commands() {
    if (!isShell()) {
      return List.of();
    }
    String script = HERE_DOCUMENT.matcher(text).replaceAll("\n").replace("\\\n", " ");
    List<List<String>> commands = new ArrayList<>();
    for (String line : script.lines().toList()) {
      String rest = line;
      for (Matcher found = ROTA.matcher(rest); found.find(); found = ROTA.matcher(rest)) {
        List<String> words = new ArrayList<>();
        rest = words(found.group(1), words);
        commands.add(words);
      }
    }
    return commands;
  }

  /** Collects the words of one command. Returns what follows it. */
  private static String words(String command, List<String> words) {
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      if (word.group(3) != null) {
        return word.group().equals("#") ? "" : command.substring(word.start());
      }
      words.add(
          word.group(1) != null
              ? word.group(1)
              : word.group(2) != null ? word.group(2) : word.group());
    }
    return "";
  }

  @Override
  public String toString() {
    return page + ":" + line;
  }
}

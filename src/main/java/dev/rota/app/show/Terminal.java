package dev.rota.app.show;

import dev.rota.base.text.PrintableText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The terminal of this process.
 *
 * @param front true: the process is in the foreground; only then may it draw
 */
public record Terminal(int columns, int rows, boolean front) {
  private static final int COLUMNS = 80;
  private static final int ROWS = 24;
  private static final String MORE = "…";

  /** Characters from here on may take two columns. A short line is better than a long one. */
  private static final int WIDE = 0x1100;

  /** Block elements, of which sparklines are. */
  private static final int BLOCKS = 0x2580;

  private static final int BLOCKS_END = 0x25A0;

  private static final Path PROCESS = Path.of("/proc/self/stat");
  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,4}) ([1-9]\\d{0,4})\\s*");
  // After the name in parentheses: state, parent, group, session, terminal, foreground group.
  private static final Pattern GROUPS =
      Pattern.compile(".*\\) \\S+ \\S+ (\\d+) \\S+ \\S+ (-?\\d+) .*", Pattern.DOTALL);

  /** Reads the current state: size and foreground change. */
  public static Terminal now(Map<String, String> variables) {
    return of(TerminalDevice.stty("size"), process(), variables);
  }

  /** For text that nobody redraws: what the variables say, if it is more than usual. */
  public static Terminal ofText(Map<String, String> variables) {
    Terminal said = of("", "", variables);
    return new Terminal(Math.max(COLUMNS, said.columns), Math.max(ROWS, said.rows), true);
  }

  /**
   * Parses the system's answers.
   *
   * @param size rows and columns; empty: unknown
   * @param process the line of {@code /proc/self/stat}; empty: there is none
   */
  static Terminal of(String size, String process, Map<String, String> variables) {
    Matcher sized = SIZE.matcher(size);
    boolean known = sized.matches();
    Matcher groups = GROUPS.matcher(process);
    return new Terminal(
        known ? Integer.parseInt(sized.group(2)) : number(variables.get("COLUMNS"), COLUMNS),
        known ? Integer.parseInt(sized.group(1)) : number(variables.get("LINES"), ROWS),
        !groups.matches() || groups.group(1).equals(groups.group(2)));
  }

  /** The lines that fit, cut to its width. They leave one row free for the cursor. */
  public List<String> fitted(List<String> lines) {
    return lines.stream().limit(Math.max(0, rows - 1)).map(this::cut).toList();
  }

  /** Cuts a line to its width. What is obeyed or not seen becomes question marks. */
  String cut(String text) {
    StringBuilder line = new StringBuilder();
    int used = 0;
    for (int at = 0; at < text.length(); ) {
      int point = text.codePointAt(at);
      at += Character.charCount(point);
      int width = width(point);
      boolean isLast = at == text.length();
      if (used + width > columns - (isLast ? 0 : 1)) {
        return columns < 1 ? "" : line + MORE;
      }
      line.appendCodePoint(PrintableText.isHidden(point) ? '?' : point);
      used += width;
    }
    return line.toString();
  }

  private static int width(int point) {
    boolean narrow =
        point < WIDE || point == MORE.charAt(0) || point >= BLOCKS && point < BLOCKS_END;
    return narrow ? 1 : 2;
  }

  private static String process() {
    try {
      return Files.exists(PROCESS) ? Files.readString(PROCESS) : "";
    } catch (IOException _) {
      return "";
    }
  }

  private static int number(String text, int otherwise) {
    return text != null && text.matches("[1-9]\\d{0,4}") ? Integer.parseInt(text) : otherwise;
  }
}

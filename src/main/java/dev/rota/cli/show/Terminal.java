package dev.rota.cli.show;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The terminal of this process, as the system knows it.
 *
 * @param front whether this process is in front; one in the background leaves the terminal alone
 */
record Terminal(int columns, int rows, boolean front) {
  private static final int COLUMNS = 80;
  private static final int ROWS = 24;
  private static final File DEVICE = new File("/dev/tty");
  private static final Path PROCESS = Path.of("/proc/self/stat");
  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,4}) ([1-9]\\d{0,4})\\s*");
  // Behind the name in parentheses: state, parent, group, session, terminal, the group in front.
  private static final Pattern GROUPS =
      Pattern.compile(".*\\) \\S+ \\S+ (\\d+) \\S+ \\S+ (-?\\d+) .*", Pattern.DOTALL);

  /** As it is now: windows are resized, and programs are sent to the background. */
  static Terminal now(Map<String, String> variables) {
    return of(size(), process(), variables);
  }

  /**
   * From what the system says.
   *
   * @param size rows and columns; empty: nobody says
   * @param process the process's line in {@code /proc}; empty: there is none
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

  /** Java cannot ask; the tool for it is on every system that has terminals. */
  private static String size() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(DEVICE)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (InputStream answer = stty.getInputStream()) {
        return new String(answer.readAllBytes(), StandardCharsets.US_ASCII);
      }
    } catch (IOException e) {
      return "";
    }
  }

  private static String process() {
    try {
      return Files.exists(PROCESS) ? Files.readString(PROCESS) : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static int number(String text, int otherwise) {
    return text != null && text.matches("[1-9]\\d{0,4}") ? Integer.parseInt(text) : otherwise;
  }
}

package dev.rota.cli.console;

import dev.rota.text.Printable;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a verb sees of the world.
 *
 * @param out data, buffered: flush it
 * @param err everything else
 * @param variables the environment
 * @param outIsTerminal whether people read the data; only the starting script can tell
 * @param errIsTerminal whether a progress line can be rewritten in place
 */
public record Console(
    InputStream in,
    OutputStream out,
    PrintStream err,
    Map<String, String> variables,
    boolean outIsTerminal,
    boolean errIsTerminal) {
  private static final int BUFFER = 1 << 16;

  public Console {
    out = new Stdout(out);
    variables = Map.copyOf(variables);
  }

  /** The process's own. */
  public static Console ofProcess() {
    return new Console(
        System.in,
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        System.getenv(),
        Boolean.getBoolean("rota.stdout.terminal"),
        Boolean.getBoolean("rota.stderr.terminal"));
  }

  /** A line of data, whatever it says: a terminal obeys none of it. */
  public void line(String text) throws IOException {
    raw(Printable.line(text));
  }

  /** Text that is ours alone, with lines and colours of its own. */
  public void raw(String text) throws IOException {
    out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What was written so far ends with a line's end; what a reader that is gone missed is told
   * later.
   */
  void finishLines() {
    try {
      out.flush();
    } catch (IOException e) {
      // The next line that is written meets it again.
    }
  }

  /** A line, or several, for human eyes; a terminal obeys none of it. */
  public void note(String text) {
    err.println(Printable.text(text));
  }

  /** Whether data can be drawn in place: a terminal that can move its cursor. */
  public boolean isScreen() {
    String kind = variables.getOrDefault("TERM", "");
    return outIsTerminal && !kind.isEmpty() && !kind.equals("dumb");
  }

  /** Colours: where wanted, and else where a terminal that knows them is at both ends. */
  public boolean colours() {
    if (!variables.getOrDefault("NO_COLOR", "").isEmpty() || "dumb".equals(variables.get("TERM"))) {
      return false;
    }
    String forced = variables.getOrDefault("CLICOLOR_FORCE", "");
    return (!forced.isEmpty() && !forced.equals("0")) || (outIsTerminal && errIsTerminal);
  }
}

package dev.rota.app.console;

import dev.rota.base.text.PrintableText;
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
 * The streams and the environment of a verb.
 *
 * @param out data; buffered, so flush it
 * @param err everything else
 * @param variables the environment
 * @param outIsTerminal whether stdout is a terminal; only the start script can tell
 * @param errIsTerminal whether stderr is a terminal, so that progress can be rewritten in place
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
    out = new StandardOutput(out);
    variables = Map.copyOf(variables);
  }

  /** The console of this process. */
  public static Console ofProcess() {
    return new Console(
        System.in,
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        System.getenv(),
        Boolean.getBoolean("rota.stdout.terminal"),
        Boolean.getBoolean("rota.stderr.terminal"));
  }

  /** Writes one line of data. Control characters are made harmless. */
  public void line(String text) throws IOException {
    raw(PrintableText.line(text));
  }

  /** Writes trusted text that may contain line breaks and colours. */
  public void raw(String text) throws IOException {
    out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Flushes stdout before something is written to stderr. */
  void finishLines() {
    try {
      out.flush();
    } catch (IOException _) {
      // The next write fails again and reports it.
    }
  }

  /** Writes text for people to stderr. Control characters are made harmless. */
  public void note(String text) {
    err.println(PrintableText.text(text));
  }

  /** Returns true if stdout is a terminal that can move its cursor. */
  public boolean isScreen() {
    String kind = variables.getOrDefault("TERM", "");
    return outIsTerminal && !kind.isEmpty() && !kind.equals("dumb");
  }

  /** Returns true if colours are requested, or if stdout and stderr are terminals. */
  public boolean colours() {
    if (!variables.getOrDefault("NO_COLOR", "").isEmpty() || "dumb".equals(variables.get("TERM"))) {
      return false;
    }
    String forced = variables.getOrDefault("CLICOLOR_FORCE", "");
    return (!forced.isEmpty() && !forced.equals("0")) || (outIsTerminal && errIsTerminal);
  }
}

package dev.rota.app.show;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The terminal of this process, if it has one. */
public final class TerminalDevice {
  public static final File FILE = new File("/dev/tty");

  private TerminalDevice() {}

  /**
   * Asks or sets it. Java cannot. Every system with terminals has {@code stty}.
   *
   * @return what that says; empty: there is no terminal, or nothing to say
   */
  public static String stty(String... words) {
    List<String> command = new ArrayList<>(List.of(words));
    command.add(0, "stty");
    try {
      Process stty =
          new ProcessBuilder(command)
              .redirectInput(FILE)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (InputStream answer = stty.getInputStream()) {
        return new String(answer.readAllBytes(), StandardCharsets.US_ASCII);
      }
    } catch (IOException _) {
      return "";
    }
  }
}

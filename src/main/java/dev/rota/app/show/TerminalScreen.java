package dev.rota.app.show;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A screen that is redrawn in place. Between drawings the terminal is in its normal state, so a
 * killed process leaves nothing to repair.
 */
public final class TerminalScreen {
  private static final String HOME = "\033[H";
  private static final String CLEAR_LINE = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";
  // Lines are cut to fit. Without line wrap a character that is wider than expected moves no line.
  private static final String BEGIN = "\033[?25l\033[?7l" + HOME;
  private static final String END = "\033[?7h\033[?25h";

  private final OutputStream out;
  private boolean begun;

  public TerminalScreen(OutputStream out) {
    this.out = out;
  }

  /** Draws the lines at the top and leaves the cursor below them. */
  public void draw(List<String> lines, int rows) throws IOException {
    StringBuilder picture = new StringBuilder();
    if (!begun) {
      // Keeps the old content in the scrollback.
      picture.append("\r\n".repeat(rows));
      begun = true;
    }
    picture.append(BEGIN);
    for (String line : lines) {
      // Cleared first: after a full line the cursor is on the last character.
      picture.append(CLEAR_LINE).append(line).append("\r\n");
    }
    picture.append(CLEAR_BELOW).append(END);
    // One write, so that no half screen is visible.
    out.write(picture.toString().getBytes(UTF_8));
    out.flush();
  }
}

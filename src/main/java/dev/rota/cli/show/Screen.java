package dev.rota.cli.show;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A picture on a terminal, drawn again and again in the same place. Between two drawings the
 * terminal is as it was, cursor and all: whoever is killed leaves nothing to repair.
 */
final class Screen {
  private static final String HOME = "\033[H";
  private static final String CLEAR_LINE = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";
  // Lines are cut to fit; where a letter is wider than was thought, it is lost, and no line moves.
  private static final String BEGIN = "\033[?25l\033[?7l" + HOME;
  private static final String END = "\033[?7h\033[?25h";

  private final OutputStream out;
  private boolean begun;

  Screen(OutputStream out) {
    this.out = out;
  }

  /** Draws these lines at the top; the cursor waits below them. */
  void draw(List<String> lines, int rows) throws IOException {
    StringBuilder picture = new StringBuilder();
    if (!begun) {
      // What was there before can be scrolled back to.
      picture.append("\r\n".repeat(rows));
      begun = true;
    }
    picture.append(BEGIN);
    for (String line : lines) {
      // Cleared before: after a full line the cursor stands on its last letter.
      picture.append(CLEAR_LINE).append(line).append("\r\n");
    }
    picture.append(CLEAR_BELOW).append(END);
    // At once, so that nobody sees half of it.
    out.write(picture.toString().getBytes(UTF_8));
    out.flush();
  }
}

package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.Console;
import dev.rota.app.follower.FollowerClient;
import dev.rota.app.show.Terminal;
import dev.rota.app.show.TerminalScreen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A view of a follower that is redrawn in place. It shows the last answer if there is no newer. */
public final class TopScreen {
  private final Console console;
  private final TopView view;
  private final FollowerClient follower;
  private final TerminalScreen screen;

  /** Null: none yet. */
  private JsonNode answer;

  /** Why the answer is not a new one, or null. */
  private String trouble;

  /** Begins with this answer; null: none yet. */
  TopScreen(Console console, TopView view, FollowerClient follower, JsonNode first) {
    this.console = console;
    this.view = view;
    this.follower = follower;
    this.screen = new TerminalScreen(console.out());
    this.answer = first;
  }

  /** Of all lanes of all domains. */
  public static TopScreen ofAllLanes(Console console, FollowerClient follower) {
    return new TopScreen(console, new AllLanesView(null), follower, null);
  }

  /** Asks the follower. */
  public void ask() {
    try {
      answer = view.look(follower);
      trouble = null;
    } catch (CommandFailure e) {
      trouble = e.getMessage();
    }
  }

  /**
   * Draws the last answer between these lines, unless the process is in the background.
   *
   * @throws IOException if the terminal is gone
   */
  public void draw(List<String> above, List<String> below) throws IOException {
    Terminal terminal = Terminal.now(console.variables());
    if (terminal.front()) {
      List<String> lines =
          lines(
              above,
              below,
              new ScreenRoom(terminal.columns(), terminal.rows() - 1),
              System.currentTimeMillis(),
              System.nanoTime());
      screen.draw(terminal.fitted(lines), terminal.rows());
    }
  }

  List<String> lines(
      List<String> above, List<String> below, ScreenRoom room, long nowMillis, long nowNanos) {
    List<String> lines = new ArrayList<>(above);
    if (trouble != null) {
      lines.add((answer == null ? "no answer yet; " : "as of the last answer; ") + trouble);
    }
    lines.add("");
    if (answer != null) {
      ScreenRoom left = room.without(lines.size() + below.size());
      lines.addAll(view.lines(answer, left, nowMillis, nowNanos));
    }
    lines.addAll(below);
    return lines;
  }
}

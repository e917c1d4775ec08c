package dev.rota.app.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** Counts refused lines and reports the first hundred with number and reason. */
public final class RefusedLines {
  private static final long TOLD_MAX = 100;

  private final RootCommand root;
  private long count;

  public RefusedLines(RootCommand root) {
    this.root = root;
  }

  public synchronized void tell(long line, String why) {
    count++;
    root.console().finishLines();
    if (count <= TOLD_MAX) {
      root.console().note(root.json() ? json(line, why) : "line " + line + ": " + why);
    } else if (count == TOLD_MAX + 1 && !root.json()) {
      root.console().note("more lines are refused; they are only counted");
    }
  }

  /** {@code {"refused":{"line":7,"why":…}}}. */
  private static String json(long line, String why) {
    var told = JsonNodeFactory.instance.objectNode();
    told.putObject("refused").put("line", line).put("why", why);
    return told.toString();
  }

  public synchronized long count() {
    return count;
  }
}

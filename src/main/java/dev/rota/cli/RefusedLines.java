package dev.rota.cli;

/**
 * Lines that cannot be used: each is told with its number, up to a hundred, and all are counted.
 */
final class RefusedLines {
  private static final long TOLD_MAX = 100;

  private final Console console;
  private long count;

  RefusedLines(Console console) {
    this.console = console;
  }

  synchronized void tell(long line, String why) {
    count++;
    if (count <= TOLD_MAX) {
      console.note("line " + line + ": " + why);
    } else if (count == TOLD_MAX + 1) {
      console.note("more lines are refused; not told one by one");
    }
  }

  synchronized long count() {
    return count;
  }
}

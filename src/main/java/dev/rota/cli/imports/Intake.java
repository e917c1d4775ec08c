package dev.rota.cli.imports;

import dev.rota.cli.console.Progress;
import dev.rota.cli.console.RefusedLines;
import dev.rota.cli.console.Root;
import dev.rota.lines.BadLine;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Takes in what others wrote down, line by line; a line that cannot be used is told. */
final class Intake {
  /** Lines that come one by one. */
  interface Lines<T> {
    /**
     * The next one; empty at the end.
     *
     * @throws BadLine when the next line cannot be used; the one after it can be read
     */
    Optional<T> next() throws IOException;
  }

  private Intake() {}

  /**
   * Up to their end.
   *
   * @param number of the line that was read last
   * @param limit stop after so many; null: none
   * @return how many lines could not be used
   */
  static <T> long all(Root root, Lines<T> lines, LongSupplier number, Long limit, Consumer<T> taker)
      throws IOException {
    RefusedLines refused = new RefusedLines(root);
    Progress progress = new Progress(root, "sent");
    long taken = 0;
    while (limit == null || taken < limit) {
      try {
        Optional<T> next = lines.next();
        if (next.isEmpty()) {
          break;
        }
        taker.accept(next.get());
        progress.at(++taken);
      } catch (BadLine bad) {
        refused.tell(number.getAsLong(), bad.getMessage());
      }
    }
    progress.end();
    return refused.count();
  }
}

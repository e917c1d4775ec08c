package dev.rota.end;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Sends some records more whenever all before are decided, until that is so of the last: a page has
 * the turns of one portion at most, however slow the machine is.
 */
final class Portions implements Callable<Boolean> {
  private static final int SIZE = 15;

  private final List<Supplier<? extends Future<?>>> sends;
  private final Committed ledger;
  private final long before;
  private int sent;

  /**
   * Sends nothing yet.
   *
   * @param sends each sends a record that becomes a turn
   */
  Portions(List<Supplier<? extends Future<?>>> sends, Committed ledger) {
    this.sends = sends;
    this.ledger = ledger;
    this.before = ledger.count();
  }

  @Override
  public Boolean call() throws Exception {
    if (ledger.count() < before + sent) {
      return false;
    }
    int from = sent;
    sent = Math.min(sends.size(), from + SIZE);
    for (Future<?> one : sends.subList(from, sent).stream().map(Supplier::get).toList()) {
      one.get();
    }
    return from == sent;
  }
}

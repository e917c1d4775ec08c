package dev.rota.cores.rules;

import dev.rota.cores.model.CoretimeBook;
import dev.rota.cores.model.CoretimeBook.Served;
import dev.rota.cores.model.SpotOrder;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * What a block gives to whom (K5). Each core goes one step, blocked or not. A blocked core shows
 * nothing: its task's turn is lost, its order goes back to the end of the queue. A core that has
 * nothing shows what the next block will serve, which the next block serves once more.
 *
 * @param shown by core, what it serves
 * @param ahead by core, what it shows of the next block
 * @param returned orders of blocked cores, with their new places
 * @param lost orders of cores that the session does not have, or for which the queue has no room
 */
record CoretimeBlock(
    SortedMap<Integer, Served> shown,
    SortedMap<Integer, Served> ahead,
    SortedMap<Integer, SpotOrder> returned,
    SortedMap<Integer, SpotOrder> lost) {
  /** How many orders wait at most, whatever the configuration says: a constant of the runtime. */
  static final int QUEUE_MAX = 10_000;

  /**
   * Decides a block.
   *
   * @param book as the block finds it; it stays as it is
   * @param cores of the session
   * @param blocked true of a core that is still occupied
   */
  static CoretimeBlock of(CoretimeBook book, long block, int cores, IntPredicate blocked) {
    CoretimeBook copy = book.copy();
    TreeMap<Integer, Served> shown = new TreeMap<>();
    TreeMap<Integer, SpotOrder> returned = new TreeMap<>();
    TreeMap<Integer, SpotOrder> lost = new TreeMap<>();
    copy.advance(block)
        .forEach(
            (core, served) -> {
              boolean isBlocked = blocked.test(core);
              if (!isBlocked && core < cores) {
                shown.put(core, served);
              } else if (served.order() != null) {
                if (isBlocked && copy.orders().size() < QUEUE_MAX) {
                  SpotOrder again = served.order().again(copy.orders().nextTicket(), block);
                  copy.enqueue(again);
                  returned.put(core, again);
                } else {
                  lost.put(core, served.order());
                }
              }
            });
    TreeMap<Integer, Served> ahead = new TreeMap<>(copy.advance(block + 1).headMap(cores));
    ahead.keySet().removeIf(core -> blocked.test(core) || shown.containsKey(core));
    return new CoretimeBlock(shown, ahead, returned, lost);
  }
}

package dev.rota.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Shortens a failing history: removes parts as long as it still fails. */
public final class HistoryShrinker {
  private HistoryShrinker() {}

  /**
   * Returns the shortest history found.
   *
   * @param fails returns true if a history still fails
   * @param budget maximum number of items to run in all
   */
  public static <E> List<E> shrink(List<E> failing, Predicate<List<E>> fails, long budget) {
    List<E> best = failing;
    long left = budget;
    for (int stretch = best.size() / 2; stretch > 0; stretch /= 2) {
      int at = 0;
      while (at < best.size() && left > 0) {
        List<E> shorter = without(best, at, stretch);
        left -= shorter.size() + 1;
        if (fails.test(shorter)) {
          best = shorter;
        } else {
          at += stretch;
        }
      }
    }
    return best;
  }

  private static <E> List<E> without(List<E> all, int from, int count) {
    List<E> rest = new ArrayList<>(all.subList(0, from));
    rest.addAll(all.subList(Math.min(all.size(), from + count), all.size()));
    return rest;
  }
}

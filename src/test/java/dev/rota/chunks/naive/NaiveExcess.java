package dev.rota.chunks.naive;

import dev.rota.chunks.naive.NaivePlacement.Both;
import dev.rota.chunks.naive.NaivePlacement.Demand;
import dev.rota.chunks.naive.NaivePlacement.Shortage;
import dev.rota.chunks.naive.NaivePlacement.Worker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whose capacity makes a generation impossible. */
final class NaiveExcess {
  private static final int TRIALS = 3;

  private NaiveExcess() {}

  static List<Worker> largestFirst(List<Worker> workers) {
    return workers.stream()
        .sorted(Comparator.comparingLong(Worker::capacity).reversed().thenComparing(Worker::name))
        .toList();
  }

  /**
   * What any worker may count for at most, so that there would be a generation; null: nothing. What
   * fewer than half of all count for more than is tried, the largest first, where it lowers a
   * factor; three times.
   */
  static Long bound(Demand demand) {
    List<Worker> first = largestFirst(demand.workers());
    List<List<Map<Integer, Integer>>> tried = new ArrayList<>();
    for (Worker one : first.subList(0, (first.size() + 1) / 2)) {
      Demand less = bounded(demand, one.capacity());
      List<Map<Integer, Integer>> factors = factors(less);
      if (tried.isEmpty()) {
        tried.add(factors);
      } else if (factors == null || tried.size() > TRIALS) {
        return null;
      } else if (!factors.equals(tried.get(tried.size() - 1))) {
        tried.add(factors);
        if (isPossible(less)) {
          return one.capacity();
        }
      }
    }
    return null;
  }

  /** Of each pass; null: the fewest copies are too many. */
  private static List<Map<Integer, Integer>> factors(Demand demand) {
    List<Map<Integer, Integer>> all = new ArrayList<>();
    for (List<Worker> some : Both.passes(demand)) {
      NaiveFactors factors = new NaiveFactors(demand.chunks(), some, demand.settings());
      if (!factors.areEnough()) {
        return null;
      }
      Map<Integer, Integer> each = new TreeMap<>();
      NaivePlacement.weights(demand.chunks()).forEach(one -> each.put(one, factors.of(one)));
      all.add(each);
    }
    return all;
  }

  private static Demand bounded(Demand demand, long bound) {
    List<Worker> some =
        demand.workers().stream()
            .map(one -> one.counting(Math.min(bound, one.capacity())))
            .toList();
    return new Demand(demand.chunks(), some, demand.settings());
  }

  private static boolean isPossible(Demand demand) {
    try {
      return !new Both(demand).held.isEmpty();
    } catch (Shortage shortage) {
      return false;
    }
  }
}

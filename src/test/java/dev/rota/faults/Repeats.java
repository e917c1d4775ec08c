package dev.rota.faults;

import dev.rota.faults.Evidence.Answer;
import dev.rota.faults.Evidence.Turn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Events that came twice: the specification's answers to the second. A pure function.
 *
 * @param blocks second blocks that were refused as stale
 * @param claims second claims that were refused, nothing having happened to the lane in between
 * @param apart second claims that came after something else, which may well be good ones
 */
record Repeats(int blocks, int claims, int apart, List<String> complaints) {
  private static final String STALE = "REFUSED STALE_BLOCK";

  /** The first claim stands, or was itself refused for what still holds. */
  private static final Set<String> STILL_HOLDS =
      Set.of("REFUSED ALREADY_CLAIMED", "REFUSED QUEUE_FULL", "REFUSED NOT_A_PARATHREAD");

  /** An event's two inputs: their sources, in the order in which they were sent. */
  record Pair(String first, String second) {}

  static Repeats of(List<Pair> pairs, List<Turn> turns, List<Answer> answers) {
    Map<String, Turn> turn = new HashMap<>();
    turns.forEach(one -> turn.put(one.source(), one));
    Map<String, List<String>> words = new HashMap<>();
    answers.forEach(
        one -> words.computeIfAbsent(one.source(), _ -> new ArrayList<>()).add(one.word()));
    int blocks = 0;
    int claims = 0;
    int apart = 0;
    List<String> complaints = new ArrayList<>();
    for (Pair pair : pairs) {
      List<String> second = words.getOrDefault(pair.second, List.of());
      boolean refused;
      if (pair.second.startsWith("block-events/")) {
        refused = second.equals(List.of(STALE));
        blocks++;
      } else if (turn.get(pair.second).number() == turn.get(pair.first).number() + 1) {
        refused = second.size() == 1 && STILL_HOLDS.containsAll(second);
        claims++;
      } else {
        refused = second.size() == 1;
        apart++;
      }
      if (!refused) {
        complaints.add(pair + " was answered " + words.get(pair.first) + " and " + second);
      }
    }
    return new Repeats(blocks, claims, apart, complaints);
  }
}

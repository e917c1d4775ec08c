package dev.rota.readers.follow.json;

import dev.rota.kernel.domain.Why.Thing;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneStanding;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is said of an id that a lane does not know.
 *
 * @param standing of the lane where it was looked for
 * @param nearest things of the lane with ids like it, the nearest first; empty: there are none
 * @param kinds of things that could be meant
 */
public record UnknownThing(
    LaneStanding standing, String id, List<Thing> nearest, List<String> kinds) {
  /** Looks for the nearest things. */
  public static UnknownThing of(
      LaneAnswers answers, LaneStanding standing, List<Thing> asked, HistoryMoment moment) {
    List<String> kinds = asked.stream().map(Thing::kind).toList();
    String id = asked.get(0).id();
    return new UnknownThing(standing, id, answers.nearest(kinds, id, moment), kinds);
  }

  /** That the lane does not have it at that turn, as a clause. */
  public String absent() {
    return "the lane '%s' has no '%s' at turn %d".formatted(standing.lane(), id, standing.turn());
  }

  /** That the lane has never had it, as a clause. */
  public String unheard() {
    return "the lane '%s' has no '%s', and no turn up to %d names it"
        .formatted(standing.lane(), id, standing.turn());
  }

  /** What to do, as a clause. */
  public String hint() {
    String check = "check the id and the lane; one of these is meant: " + String.join(", ", kinds);
    return nearest.isEmpty()
        ? check
        : nearest.stream()
            .map(one -> one.kind() + " " + one.id())
            .collect(Collectors.joining(", ", "the nearest are: ", "; else " + check));
  }
}

package dev.rota.readers.follow;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.rota.base.text.SpellingSuggestion;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Looks for things by a text, lane by lane: first those whose id it is, then those whose name
 * begins with it, then those that have it. It finds what is there alone. Not thread-safe.
 */
public final class ThingSearch {
  /** The lock of the lane's partition is held meanwhile. */
  private static final int NAMES_OF_LANE_MAX = 200_000;

  /** Of all lanes together. In further ones, what has the text as its id is found alone. */
  private static final int NAMES_MAX = 500_000;

  private static final int NEAREST = 3;

  /** To compare spellings takes microseconds each. */
  private static final int SPELLED_MAX = 20_000;

  private static final String LANE = "lane";

  /** A thing that a lane has, or the lane itself. */
  public record FoundThing(String lane, @JsonUnwrapped Thing thing, boolean exact) {}

  private final Why<State, Fact<State>> why;
  private final Predicate<Thing> wanted;
  private final String text;
  private final String lower;

  /** True if the text may have a kind before the id. */
  private final boolean spaced;

  private final int most;
  private final List<Set<FoundThing>> ranks = new ArrayList<>();
  private int left = NAMES_MAX;
  private boolean cut;

  /**
   * Looks for this.
   *
   * @param text an id or a part of one, perhaps behind its kind, such as {@code core 7}
   * @param most things that are found at most, 1 or more
   */
  public ThingSearch(Why<State, Fact<State>> why, String text, int most) {
    this(why, _ -> true, text, most);
  }

  private ThingSearch(Why<State, Fact<State>> why, Predicate<Thing> wanted, String text, int most) {
    this.why = why;
    this.wanted = wanted;
    this.text = text.strip();
    this.lower = this.text.toLowerCase(Locale.ROOT);
    this.spaced = lower.contains(" ");
    this.most = most;
    for (int i = 0; i < 3; i++) {
      ranks.add(new LinkedHashSet<>());
    }
  }

  /**
   * Looks into a lane, which may be what is looked for itself.
   *
   * @param state to be read now or never; null: the lane is set aside
   */
  public void look(State state, LaneStanding standing) {
    String lane = standing.lane();
    Thing itself = new Thing(LANE, lane);
    if (rank(itself) >= 0) {
      add(rank(itself), lane, itself);
    }
    if (state != null) {
      look(state, lane, standing.atMillis());
    }
  }

  private void look(State state, String lane, long atMillis) {
    for (String kind : why.kinds()) {
      String prefix = kind + " ";
      String id = lower.startsWith(prefix) ? text.substring(prefix.length()).strip() : text;
      Thing thing = new Thing(kind, id);
      if (!id.isEmpty() && wanted.test(thing) && why.has(thing, state, atMillis)) {
        add(0, lane, thing);
      }
    }
    int limit = Math.min(left, NAMES_OF_LANE_MAX);
    int[] names = {0};
    why.names(state)
        .limit(limit + 1)
        .forEach(
            one -> {
              names[0]++;
              int rank = names[0] > limit ? -1 : rank(one);
              if (rank >= 0) {
                add(rank, lane, one);
              }
            });
    left -= Math.min(names[0], limit);
    cut |= names[0] > limit;
  }

  /** How well it fits; negative: not at all. */
  private int rank(Thing thing) {
    if (!wanted.test(thing)) {
      return -1;
    }
    String id = thing.id().toLowerCase(Locale.ROOT);
    String whole = spaced ? thing.kind() + " " + id : id;
    if (id.equals(lower) || whole.equals(lower)) {
      return 0;
    }
    if (id.startsWith(lower) || whole.startsWith(lower)) {
      return 1;
    }
    return id.contains(lower) ? 2 : -1;
  }

  private void add(int rank, String lane, Thing thing) {
    Set<FoundThing> some = ranks.get(rank);
    FoundThing one = new FoundThing(lane, thing, rank == 0);
    if (some.size() < most) {
      some.add(one);
    } else if (!some.contains(one)) {
      cut = true;
    }
  }

  /** What was found, the best first. */
  public List<FoundThing> found() {
    return ranks.stream().flatMap(Set::stream).limit(most).toList();
  }

  /** Returns true if there may be more. */
  public boolean isCut() {
    return cut || ranks.stream().mapToInt(Set::size).sum() > most;
  }

  /**
   * The things of a lane whose ids are like one that it does not have: those that have it in
   * theirs, else those that are spelled like it. At most three, the nearest first.
   *
   * @param kinds that are meant
   * @param state to be read now; null: the lane is set aside
   */
  static List<Thing> nearest(
      Why<State, Fact<State>> why,
      List<String> kinds,
      String id,
      State state,
      LaneStanding standing) {
    if (state == null) {
      return List.of();
    }
    Predicate<Thing> isMeant = thing -> kinds.contains(thing.kind());
    ThingSearch search = new ThingSearch(why, isMeant, id, NEAREST);
    search.look(state, standing);
    List<Thing> found = search.found().stream().map(FoundThing::thing).toList();
    if (!found.isEmpty()) {
      return found;
    }
    List<Thing> all = why.names(state).limit(SPELLED_MAX).filter(isMeant).toList();
    return SpellingSuggestion.nearest(id, all, Thing::id, NEAREST);
  }
}

package dev.rota.kernel.domain;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says why a thing of a lane is as it is. It reads what the rules read and what they decided, and
 * decides nothing itself.
 */
public interface Why<S, F> {
  /**
   * What can be asked about.
   *
   * @param kind a word of the domain, such as job or core
   */
  record Thing(String kind, String id) {
    @Override
    public String toString() {
      return kind + " " + id;
    }
  }

  /**
   * What became of a thing, and by which rule.
   *
   * @param what a sentence without its full stop
   * @param rule the rule's id in the rules' book
   * @param candidates for the decision, the chosen one first; empty if there was nothing to choose
   */
  record Reason(String what, String rule, List<Candidate> candidates) {
    /** Without a choice. */
    public Reason(String what, String rule) {
      this(what, rule, List.of());
    }
  }

  /**
   * What could have been chosen.
   *
   * @param why it was chosen, or not: a sentence without its full stop
   * @param rule the rule's id in the rules' book
   */
  record Candidate(Thing thing, boolean chosen, String why, String rule) {}

  /** The kinds of things that can be asked about. */
  List<String> kinds();

  /**
   * Says why the thing is as it is between two turns. Returns nothing if the state does not have
   * it.
   *
   * @param atMillis the time for which the question is asked, epoch ms; never before the last turn
   */
  Optional<Reason> now(Thing thing, S state, long atMillis);

  /**
   * Says what a step decided about the thing, in the order of the facts; empty if nothing.
   *
   * @param before the state that the step read: its facts are not applied
   */
  List<Reason> decided(Thing thing, S before, List<F> facts);

  /**
   * Returns true if the state has the thing.
   *
   * @param atMillis as of {@link #now}
   */
  default boolean has(Thing thing, S state, long atMillis) {
    return now(thing, state, atMillis).isPresent();
  }

  /**
   * The things of a state by name, for one who looks for some. Kinds that have too many of them are
   * left out; a kind that nobody can ask about may be among them.
   */
  default Stream<Thing> names(S state) {
    return Stream.empty();
  }

  /**
   * Says in a few words whom and what a turn was about, such as {@code job j17 → bot-3}; null:
   * nothing that anybody looks for.
   *
   * @param facts all that the turn decided, in order
   */
  default String headline(List<F> facts) {
    return null;
  }

  /** Knows nothing. */
  static <S, F> Why<S, F> unknown() {
    return new Why<>() {
      @Override
      public List<String> kinds() {
        return List.of();
      }

      @Override
      public Optional<Reason> now(Thing thing, S state, long atMillis) {
        return Optional.empty();
      }

      @Override
      public List<Reason> decided(Thing thing, S before, List<F> facts) {
        return List.of();
      }
    };
  }
}

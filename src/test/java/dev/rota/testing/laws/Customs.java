package dev.rota.testing.laws;

import dev.rota.kernel.domain.Output;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.likeness.Likeness;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.avro.specific.SpecificRecord;

/** What the laws have to know of a domain. */
public interface Customs<S> {
  /** Whether this output is the answer to an input of this kind; each input has exactly one. */
  boolean isAnswer(SpecificRecord input, Output output);

  /**
   * Whether an input has no answer, as it says what is known and the policy wants none to such.
   *
   * @param state as the input finds it, what is due then has fired
   */
  default boolean isSilent(S state, SpecificRecord input) {
    return false;
  }

  /**
   * The same, where the record's own time and the lane's count.
   *
   * @param nowMillis the time of the input's turn
   */
  default boolean isSilent(S state, Traffic.Event input, long nowMillis) {
    return isSilent(state, input.record());
  }

  /** Whether an input that nobody answers may change what others are told. */
  default boolean silentTellsOthers(S state) {
    return false;
  }

  boolean isRefusal(Output output);

  /** Whether the specification allows what a repeated input did. */
  default boolean harmless(Repeat repeat) {
    return !repeat.changed() && repeat.again().stream().allMatch(this::isRefusal);
  }

  /** The events that end everything which lives in the lane, at or after this time. */
  List<Traffic.Event> ending(String lane, S state, long atMillis);

  /** How many rows of configuration may remain after the ending. */
  int rowsLeft();

  /** Whether anything in the domain falls due; if not, the law of deadlines says nothing of it. */
  boolean hasDeadlines();

  /** The deadline that fired, if the output tells of one. */
  default OptionalLong dueAt(Output output) {
    return OptionalLong.empty();
  }

  /** How all that is in memory is compared with that of a lane that was reopened. */
  default Likeness likeness() {
    return new Likeness();
  }

  /** Makes the reopened lane compute what the other one remembers, and the other way round. */
  default void remember(S lived, S reopened) {}

  /** What histories do not reach of what {@link Coverage} expects, each with its reason. */
  default Map<String, String> unreached() {
    return Map.of();
  }

  /** Breaks one of the domain's invariants. */
  void spoil(S state);

  /**
   * An input that was taken twice.
   *
   * @param atOnce whether nothing was in between
   * @param changed whether the second time changed the state
   */
  record Repeat(
      SpecificRecord input,
      List<Output> first,
      List<Output> again,
      boolean atOnce,
      boolean changed) {}
}

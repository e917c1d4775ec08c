package dev.rota.readers.follow;

import java.util.Optional;

/**
 * Which decisions about a thing are told.
 *
 * @param since the replay begins with the nearest checkpoint up to there; empty: early enough
 * @param after only decisions behind this moment are told, the first of them; empty: the last ones
 * @param at up to this moment
 * @param most decisions about each thing that are told
 */
public record HistoryQuestion(
    Optional<HistoryMoment> since, Optional<HistoryMoment> after, HistoryMoment at, int most) {

  /** The last decisions up to a moment. */
  public static HistoryQuestion last(HistoryMoment at, int most) {
    return new HistoryQuestion(Optional.empty(), Optional.empty(), at, most);
  }

  /** The same, with this beginning of the replay. */
  public HistoryQuestion since(HistoryMoment beginning) {
    return new HistoryQuestion(Optional.of(beginning), after, at, most);
  }

  /** The same up to another moment. */
  HistoryQuestion at(HistoryMoment moment) {
    return new HistoryQuestion(since, after, moment, most);
  }

  /** Where the replay begins, if it is said: what comes after a moment needs no earlier turns. */
  Optional<HistoryMoment> beginning() {
    return since.or(() -> after);
  }
}

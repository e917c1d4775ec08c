package dev.rota.audit;

import java.util.HashMap;
import java.util.Map;

/** How far the lanes of a ledger have been read. */
final class Progress {
  private final Map<String, Long> turns = new HashMap<>();
  private final Map<String, Long> unproved = new HashMap<>();
  private boolean torn;

  void read(String lane, long number) {
    turns.merge(lane, number, Math::max);
  }

  /** From this turn on, the lane cannot be proved. */
  void lose(String lane, long number) {
    unproved.putIfAbsent(lane, number);
  }

  /** Returns true if the lane has already taken a later turn. */
  boolean isPast(TurnId turn) {
    return turn.number() < turns.getOrDefault(turn.lane(), 0L);
  }

  /** Entries of any lane are damaged: what has no entry may have had one. */
  void tear() {
    torn = true;
  }

  boolean isTorn() {
    return torn;
  }

  /** Returns true if the turn cannot be proved. */
  boolean isLost(TurnId turn) {
    Long from = unproved.get(turn.lane());
    return torn || from != null && turn.number() >= from;
  }

  long last(String lane) {
    return turns.getOrDefault(lane, 0L);
  }
}

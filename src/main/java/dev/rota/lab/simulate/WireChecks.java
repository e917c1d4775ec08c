package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.lab.traffic.Traffic;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks what became of what came over the wire. */
final class WireChecks {
  private static final String KEPT_OUT = "what cannot be read is a dead letter, and of no lane";
  private static final String NAMED = "a dead letter names what is wrong";
  private static final String TIME = "no stamp moves a lane back, or ahead of the present";

  private WireChecks() {}

  /** A turn of nobody's lane: one dead letter, for the reason that the record gives. */
  static Optional<FailedCheck> ofNobody(Traffic.Event event, DecidedTurn turn) {
    TurnEntry entry = turn.entry();
    List<Output> published = turn.published();
    if (entry.kind() != TurnEntry.Kind.UNREADABLE
        || published.size() != 1
        || !published.get(0).isDeadLetter()) {
      return Optional.of(new FailedCheck(KEPT_OUT, "it became " + entry));
    }
    Set<String> reasons = WireAttack.reasons(event.fault());
    return reasons.isEmpty() || reasons.contains(entry.reason())
        ? Optional.empty()
        : Optional.of(new FailedCheck(NAMED, event.fault() + " became " + entry.reason()));
  }

  /** A turn of the event's own lane. */
  static Optional<FailedCheck> ofLane(Traffic.Event event, DecidedTurn turn) {
    if (!WireAttack.reasons(event.fault()).isEmpty()) {
      return Optional.of(
          new FailedCheck(KEPT_OUT, event.fault() + " was decided: " + turn.entry()));
    }
    return Optional.empty();
  }

  /** The lane's time before and after the event, as {@link Traffic.Event#atMillis}. */
  static Optional<FailedCheck> time(Traffic.Event event, long beforeMillis, long afterMillis) {
    return afterMillis < beforeMillis || afterMillis > Math.max(beforeMillis, event.seenMillis())
        ? Optional.of(
            new FailedCheck(TIME, "from " + beforeMillis + " to " + afterMillis + " by " + event))
        : Optional.empty();
  }
}

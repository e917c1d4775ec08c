package dev.rota.kernel.ledger;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.moves.BadMove;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.LaneDeparture;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.table.BadRow;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** The replay of one lane. After a difference nothing can be proved. */
final class LaneReplay {
  /** Reasons of turns over which the rules failed. */
  private static final Set<String> OF_RULES =
      Set.of(Output.ENGINE_FAULT, Output.TURN_TOO_LARGE, Output.DEADLINE_FAULT);

  private final InputCodec codec;
  private final DomainVersions versions;

  /** Null if the start of the lane is missing. */
  private final Supplier<Lane> lane;

  private long number;
  private boolean broken;

  /** Why the lane's state is not known any more, or null. */
  private ReplayVerdict.Reason forgotten;

  /** Begins with the lane's first turn here, or later. */
  LaneReplay(InputCodec codec, TurnEntry first, LaneStore store) {
    this.codec = codec;
    this.versions = store.versions();
    boolean arrives = first.isFirstPiece();
    lane = first.number() == 1 || arrives ? () -> store.lane(first.lane()) : null;
    number = first.number() - 1;
  }

  /** Goes on where the lane of this store stands. */
  LaneReplay(InputCodec codec, LaneStore store, String name) {
    this.codec = codec;
    this.versions = store.versions();
    lane = () -> store.lane(name); // it may be closed and opened in between
    number = store.lastTurn(name);
  }

  /** The number of the last turn. */
  long number() {
    return number;
  }

  /** The lane, or null if its start is missing. */
  Lane lane() {
    return lane == null ? null : lane.get();
  }

  /** Returns true if all turns so far are verified. */
  boolean isProved() {
    return isKnown() && !broken;
  }

  /** Returns true if the lane's state is known, unless a turn differed. */
  boolean isKnown() {
    return lane != null && forgotten == null;
  }

  /** The verdict on a turn that cannot be replayed. */
  ReplayVerdict.Unproved unproved(TurnEntry entry) {
    if (forgotten == null || broken) {
      return new ReplayVerdict.Unproved(entry);
    }
    boolean behind = forgotten == ReplayVerdict.Reason.OLD_RULES && !versions.isGone(entry.rules());
    return new ReplayVerdict.Unproved(
        entry, behind ? ReplayVerdict.Reason.AFTER_OLD_RULES : forgotten);
  }

  /** The lane's state is not known from this turn on. */
  private ReplayVerdict.Unproved forget(TurnEntry entry, ReplayVerdict.Reason why) {
    forgotten = why;
    return unproved(entry);
  }

  /** Its turns are not replayed. */
  void leaveOut() {
    forgotten = ReplayVerdict.Reason.LEFT_OUT;
  }

  void lose() {
    broken = true;
  }

  /** This was the last turn. */
  void passed(TurnEntry turn) {
    number = turn.number();
  }

  /** Saves a lane that goes on. Returns the digest of its rows as text, or why there is none. */
  String endPage() {
    try {
      return isProved() ? Long.toHexString(lane.get().endPage()) : "unknown";
    } catch (RulesFault.UnsavedTurns e) {
      lose();
      return e.getMessage();
    }
  }

  /** Replays the next turn. */
  ReplayVerdict decide(TurnEntry entry) {
    Lane own = lane.get();
    boolean arrives = entry.kind() == TurnEntry.Kind.ARRIVE;
    if (!arrives && !own.cursor().isHere()) {
      return ReplayVerdict.Differs.of(
          entry, "a turn of a lane that is not here", own.cursor().place(), entry.kind());
    }
    if (!arrives && entry.number() != number + 1) {
      return ReplayVerdict.Differs.gap(entry, number + 1);
    }
    if (versions.isUnknown(entry.rules()) || versions.isUnknown(entry.rulesAfter())) {
      return forget(entry, ReplayVerdict.Reason.UNKNOWN_RULES);
    }
    if (arrives) {
      return arrive(own, entry);
    }
    if (number == 0) {
      own.begin(entry.rules());
    }
    if (entry.rules() != own.cursor().rules()) {
      return ReplayVerdict.Differs.of(
          entry, "version of the rules", own.cursor().rules(), entry.rules());
    }
    if (versions.isGone(entry.rules()) && isOfRules(entry.kind())) {
      return forget(entry, ReplayVerdict.Reason.OLD_RULES);
    }
    return switch (entry.kind()) {
      case ADOPT -> adopt(own, entry);
      case LEAVE -> leave(own, entry);
      case INPUT, UNREADABLE, TICK -> decide(own, entry);
      case ARRIVE -> throw new AssertionError(entry.kind()); // it has arrived above
    };
  }

  /** The lane leaves with what it has by this replay. */
  private static ReplayVerdict leave(Lane own, TurnEntry entry) {
    LaneDeparture said = entry.departure();
    if (said == null || entry.number() == 1) {
      return ReplayVerdict.Differs.of(
          entry, "a departure", "of a lane with turns, and where it goes", "something else");
    }
    try {
      DecidedTurn left = own.leave(said.to(), said.before(), said.after(), _ -> {});
      LaneDeparture again = left.entry().departure();
      return said.equals(again)
          ? verdict(left, entry, false)
          : ReplayVerdict.Differs.of(entry, "what a lane leaves with", again, said);
    } catch (RulesFault.UnsavedTurns e) {
      return ReplayVerdict.Differs.of(entry, "rows", "turns that can be saved", e.getMessage());
    }
  }

  private static ReplayVerdict arrive(Lane own, TurnEntry entry) {
    LaneArrival piece = entry.arrival();
    if (piece == null) {
      return ReplayVerdict.Differs.of(entry, "an arrival", "a piece of a lane", "something else");
    }
    try {
      return verdict(own.arrive(piece, entry.rules(), entry.atMillis()), entry, false);
    } catch (BadMove e) {
      return ReplayVerdict.Differs.of(entry, e.what(), e.expected(), e.found());
    } catch (BadRow e) {
      return ReplayVerdict.Differs.of(entry, "an arrival", "a piece of a lane", e.getMessage());
    }
  }

  /** What cannot be read, an adoption and a move are decided by no rules. */
  private static boolean isOfRules(TurnEntry.Kind kind) {
    return kind == TurnEntry.Kind.INPUT || kind == TurnEntry.Kind.TICK;
  }

  private static ReplayVerdict adopt(Lane own, TurnEntry entry) {
    if (entry.number() == 1) {
      return ReplayVerdict.Differs.of(
          entry, "an adoption by a lane without a turn", "a turn", "none");
    }
    if (entry.rulesAfter() <= entry.rules()) {
      return ReplayVerdict.Differs.adoption(entry);
    }
    return own.adopt(entry.rulesAfter())
        .map(adopted -> verdict(adopted, entry, false))
        .orElseGet(
            () ->
                ReplayVerdict.Differs.of(
                    entry, "an adoption", "none: the rules fail over it", entry.rulesAfter()));
  }

  private ReplayVerdict decide(Lane own, TurnEntry entry) {
    boolean idle = entry.kind() == TurnEntry.Kind.TICK && own.nextByItsRules() > entry.atMillis();
    try {
      if (Output.LANE_SET_ASIDE.equals(entry.reason())) {
        // It was opened from its rows then, and failed. Whether it does depends on the rows alone.
        own.openAgain();
      } else if (entry.reason() != null && OF_RULES.contains(entry.reason())) {
        // The turn may have failed as it was saved. Whether it does depends on its rows alone.
        own.saveEachTurn();
      }
      // What the time was is not in the input. It must lie between the last turn's and the input's.
      TurnArrival arrival = codec.again(entry);
      boolean exact = arrival instanceof TurnArrival.Legible legible && legible.exact();
      ReplayVerdict verdict = verdict(own.decide(arrival, entry.atMillis()), entry, exact);
      return idle && verdict instanceof ReplayVerdict.Same
          ? ReplayVerdict.Differs.of(
              entry, "a tick without a deadline", "a deadline that is due", "none")
          : verdict;
    } catch (RulesFault.UnsavedTurns e) {
      return ReplayVerdict.Differs.of(entry, "rows", "turns that can be saved", e.getMessage());
    } catch (InputCodec.BadInput e) {
      return ReplayVerdict.Differs.of(
          entry, "input", "an input that can be decided", e.getMessage());
    }
  }

  private static ReplayVerdict verdict(DecidedTurn again, TurnEntry entry, boolean exact) {
    ReplayVerdict.Differs difference = difference(again.entry(), entry);
    return difference == null ? new ReplayVerdict.Same(again, exact) : difference;
  }

  /** The first difference, or null. */
  private static ReplayVerdict.Differs difference(TurnEntry again, TurnEntry entry) {
    if (again.isSame(entry)) {
      return null;
    }
    Object[][] fields = {
      {"number", again.number(), entry.number()},
      {"time", again.atMillis(), entry.atMillis()},
      {"kind", again.kind(), entry.kind()},
      {"reason", again.reason(), entry.reason()},
      {"number of outputs", again.outputs(), entry.outputs()},
      {
        "digest of the outputs",
        ReplayVerdict.Divergence.hex(again.outputsDigest()),
        ReplayVerdict.Divergence.hex(entry.outputsDigest())
      },
    };
    for (Object[] field : fields) {
      if (!Objects.equals(field[1], field[2])) {
        return ReplayVerdict.Differs.of(entry, (String) field[0], field[1], field[2]);
      }
    }
    return ReplayVerdict.Differs.of(
        entry, "key, input or source", "that of a " + again.kind(), "another");
  }
}

package dev.rota.kernel.ledger;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.versions.Versions;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** The replay of one lane. After a difference nothing can be proved. */
final class Course<S extends State, I, F extends Fact<S>> {
  /** Reasons of turns over which the rules failed. */
  private static final Set<String> OF_RULES =
      Set.of(Output.ENGINE_FAULT, Output.TURN_TOO_LARGE, Output.DEADLINE_FAULT);

  private final InputCodec<S, I, F> codec;
  private final Versions<S, I, F> versions;

  /** Null if the start of the lane is missing. */
  private final Supplier<Lane<S, I, F>> lane;

  private long number;
  private boolean broken;

  /** Why the lane's state is not known any more, or null. */
  private Verdict.Reason forgotten;

  /** Begins with the lane's first turn, or later. */
  Course(InputCodec<S, I, F> codec, Entry first, LaneStore<S, I, F> store) {
    this.codec = codec;
    this.versions = store.versions();
    boolean whole = first.number() == 1;
    lane = whole ? () -> store.lane(first.lane()) : null;
    number = whole ? 0 : first.number() - 1;
  }

  /** Goes on where the lane of this store stands. */
  Course(InputCodec<S, I, F> codec, LaneStore<S, I, F> store, String name) {
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
  Lane<S, I, F> lane() {
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
  Verdict.Unproved unproved(Entry entry) {
    if (forgotten == null || broken) {
      return new Verdict.Unproved(entry);
    }
    boolean behind = forgotten == Verdict.Reason.OLD_RULES && !versions.isGone(entry.rules());
    return new Verdict.Unproved(entry, behind ? Verdict.Reason.AFTER_OLD_RULES : forgotten);
  }

  /** The lane's state is not known from this turn on. */
  private Verdict.Unproved forget(Entry entry, Verdict.Reason why) {
    forgotten = why;
    return unproved(entry);
  }

  /** Its turns are not replayed. */
  void leaveOut() {
    forgotten = Verdict.Reason.LEFT_OUT;
  }

  void lose() {
    broken = true;
  }

  /** This was the last turn. */
  void passed(Entry turn) {
    number = turn.number();
  }

  /** Saves a lane that goes on. Returns the digest of its rows as text, or why there is none. */
  String endPage() {
    try {
      return isProved() ? Long.toHexString(lane.get().endPage()) : "unknown";
    } catch (Fault.UnsavedTurns e) {
      lose();
      return e.getMessage();
    }
  }

  /** Replays the next turn. */
  Verdict decide(Entry entry) {
    Lane<S, I, F> own = lane.get();
    if (entry.number() != number + 1) {
      return Verdict.Differs.gap(entry, number + 1);
    }
    if (versions.isUnknown(entry.rules()) || versions.isUnknown(entry.rulesAfter())) {
      return forget(entry, Verdict.Reason.UNKNOWN_RULES);
    }
    if (number == 0) {
      own.begin(entry.rules());
    }
    if (entry.rules() != own.cursor().rules()) {
      return Verdict.Differs.of(entry, "version of the rules", own.cursor().rules(), entry.rules());
    }
    if (versions.isGone(entry.rules()) && isOfRules(entry.kind())) {
      return forget(entry, Verdict.Reason.OLD_RULES);
    }
    return entry.kind() == Entry.Kind.ADOPT ? adopt(own, entry) : decide(own, entry);
  }

  /** What cannot be read, and an adoption, is decided by no rules. */
  private static boolean isOfRules(Entry.Kind kind) {
    return kind == Entry.Kind.INPUT || kind == Entry.Kind.TICK;
  }

  private static <S extends State, I, F extends Fact<S>> Verdict adopt(
      Lane<S, I, F> own, Entry entry) {
    if (entry.number() == 1) {
      return Verdict.Differs.of(entry, "an adoption by a lane without a turn", "a turn", "none");
    }
    if (entry.rulesAfter() <= entry.rules()) {
      return Verdict.Differs.adoption(entry);
    }
    return own.adopt(entry.rulesAfter())
        .map(adopted -> verdict(adopted, entry, false))
        .orElseGet(
            () ->
                Verdict.Differs.of(
                    entry, "an adoption", "none: the rules fail over it", entry.rulesAfter()));
  }

  private Verdict decide(Lane<S, I, F> own, Entry entry) {
    boolean idle = entry.kind() == Entry.Kind.TICK && own.nextByItsRules() > entry.atMillis();
    try {
      if (Output.LANE_SET_ASIDE.equals(entry.reason())) {
        // It was opened from its rows then, and failed. Whether it does depends on the rows alone.
        own.openAgain();
      } else if (entry.reason() != null && OF_RULES.contains(entry.reason())) {
        // The turn may have failed as it was saved. Whether it does depends on its rows alone.
        own.saveEachTurn();
      }
      // What the time was is not in the input. It must lie between the last turn's and the input's.
      Arrival<I> arrival = codec.again(entry);
      boolean exact = arrival instanceof Arrival.Legible<I> legible && legible.exact();
      Verdict verdict = verdict(own.decide(arrival, entry.atMillis()), entry, exact);
      return idle && verdict instanceof Verdict.Same
          ? Verdict.Differs.of(entry, "a tick without a deadline", "a deadline that is due", "none")
          : verdict;
    } catch (Fault.UnsavedTurns e) {
      return Verdict.Differs.of(entry, "rows", "turns that can be saved", e.getMessage());
    } catch (InputCodec.BadInput e) {
      return Verdict.Differs.of(entry, "input", "an input that can be decided", e.getMessage());
    }
  }

  private static Verdict verdict(Decided again, Entry entry, boolean exact) {
    Verdict.Differs difference = difference(again.entry(), entry);
    return difference == null ? new Verdict.Same(again, exact) : difference;
  }

  /** The first difference, or null. */
  private static Verdict.Differs difference(Entry again, Entry entry) {
    if (again.isSame(entry)) {
      return null;
    }
    Object[][] fields = {
      {"time", again.atMillis(), entry.atMillis()},
      {"kind", again.kind(), entry.kind()},
      {"reason", again.reason(), entry.reason()},
      {"number of outputs", again.outputs(), entry.outputs()},
      {
        "digest of the outputs",
        Verdict.Divergence.hex(again.outputsDigest()),
        Verdict.Divergence.hex(entry.outputsDigest())
      },
    };
    for (Object[] field : fields) {
      if (!Objects.equals(field[1], field[2])) {
        return Verdict.Differs.of(entry, (String) field[0], field[1], field[2]);
      }
    }
    return Verdict.Differs.of(
        entry, "key, input or source", "that of a " + again.kind(), "another");
  }
}

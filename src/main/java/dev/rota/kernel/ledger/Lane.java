package dev.rota.kernel.ledger;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.ledger.LanePhase.ClosedLane;
import dev.rota.kernel.ledger.LanePhase.SetAsideLane;
import dev.rota.kernel.ledger.limits.TurnTooLarge;
import dev.rota.kernel.ledger.moves.BadMove;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.LaneDeparture;
import dev.rota.kernel.ledger.moves.LanePieces;
import dev.rota.kernel.ledger.moves.MovedState;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One lane: takes turns one after the other.
 *
 * <p>Its state is opened by the first turn that needs it. A lane whose state cannot be opened is
 * <em>set aside</em>: its inputs go to the dead letters and change nothing, until the lane is
 * opened again by rules that can.
 *
 * <p>A turn on which the rules fail leaves nothing but its dead letter. Where turns are saved once
 * a page, the lane replays those since the last save, and saves each until the page ends.
 */
public final class Lane {
  private final String name;
  private final LaneStore store;
  private LaneCursor cursor;

  private LanePhase phase = new ClosedLane();

  /** It has tried to adopt rules that cannot open it. */
  private boolean refusesToAdopt;

  private final LaneUse use = new LaneUse();

  Lane(String name, LaneStore store) {
    this.name = name;
    this.store = store;
    this.cursor = store.cursor(name);
    if (cursor.number() == 0) {
      cursor = store.first();
    }
  }

  /** Rules that a new lane begins with. */
  void begin(int rules) {
    if (cursor.rules() != rules) {
      cursor = cursor.ruled(rules);
      phase = new ClosedLane();
    }
  }

  public String name() {
    return name;
  }

  /** The lane's state, which is opened if necessary; null: the lane is set aside, or not here. */
  public State state() {
    return cursor.isHere() && opened() instanceof OpenLane open ? open.state() : null;
  }

  /** Number, time and digest of the last turn. */
  public LaneCursor cursor() {
    return cursor;
  }

  LaneUse use() {
    return use;
  }

  /** Returns true if the lane is known to be set aside. */
  boolean isSetAside() {
    return phase instanceof SetAsideLane;
  }

  /**
   * The earliest pending deadline in epoch ms, or {@link Engine#NEVER}. It is the time of the last
   * turn if the rules fail over this question: the next tick fails as well, and says so once.
   */
  public long nextDeadline() {
    return wantsToAdopt() ? cursor.nextToAdopt() : nextByItsRules();
  }

  /** The same by the rules in force, even if the lane adopts others first. */
  long nextByItsRules() {
    return isSetAside() ? Engine.NEVER : cursor.nextMillis();
  }

  /** Returns true if the lane adopts other rules before its next turn. */
  boolean wantsToAdopt() {
    return !refusesToAdopt && cursor.adopts(store.versions());
  }

  /** Returns true if a tick at this time has something to do, or the rules fail to say it. */
  public boolean isDue(long atMillis) {
    return nextDeadline() <= atMillis;
  }

  /**
   * Takes the arrival, and before it an adoption of other rules, and the turns that its due
   * deadlines fill. A tick that has nothing to do is no turn.
   */
  public void take(TurnArrival arrival, long nowMillis, Consumer<DecidedTurn> to) {
    adoptBefore(arrival).ifPresent(to);
    boolean taken = arrival instanceof TurnArrival.Tick && !isDue(arrival.timestampMillis());
    while (!taken) {
      DecidedTurn decided = decide(arrival, nowMillis);
      to.accept(decided);
      taken = decided.isOf(arrival);
    }
  }

  /** Takes a turn whose arrival's time is believed. */
  public DecidedTurn take(TurnArrival arrival) {
    return take(arrival, arrival.timestampMillis());
  }

  /** Takes a turn: an adoption of other rules, if there is one, and the arrival is left then. */
  public DecidedTurn take(TurnArrival arrival, long nowMillis) {
    return adoptBefore(arrival).orElseGet(() -> decide(arrival, nowMillis));
  }

  /**
   * Leaves for another partition, with its last turn here. It has no rows then.
   *
   * @param partition where it goes
   * @param before how many partitions there were
   * @param after how many there are from now on
   * @param to gets its rows, as pieces
   */
  public DecidedTurn leave(int partition, int before, int after, Consumer<byte[]> to) {
    requireHere();
    endPage(); // its rows are read
    LanePieces.Sum rows = LanePieces.cut(store.rows(name), to);
    MovedState state = MovedState.of(rows, cursor.nextMillis(), cursor.stuck());
    LaneDeparture departure = new LaneDeparture(partition, before, after, state);
    store.clear(name);
    TurnArrival left = new TurnArrival.Left(departure, cursor.atMillis());
    return moved(left, cursor, cursor.left(partition));
  }

  /**
   * Takes a piece of the lane, which comes from another partition.
   *
   * @param rules in force
   * @param atMillis the lane's time
   * @throws BadMove if it is not the next one, or the rows are not those that have left
   */
  public DecidedTurn arrive(LaneArrival piece, int rules, long atMillis) {
    LaneCursor next = new ArrivingLane(cursor, store.rows(name)).take(piece, rules, atMillis);
    LaneCursor before = next.before(piece);
    return moved(new TurnArrival.Arrived(piece, atMillis), before, next);
  }

  private void requireHere() {
    if (!cursor.isHere()) {
      throw new IllegalStateException("lane " + name + " takes no turn here: " + cursor.place());
    }
  }

  /** No rules take part. */
  private DecidedTurn moved(TurnArrival arrival, LaneCursor before, LaneCursor after) {
    phase = new ClosedLane();
    refusesToAdopt = false;
    cursor = after;
    store.save(name, cursor);
    TurnEntry entry = new TurnOutputs().entry(name, before, arrival, cursor.atMillis(), null);
    store.versions().watch().tell();
    return new DecidedTurn(entry, cursor.stateDigest(), List.of(), List.of());
  }

  /** What cannot be read is decided by no rules. */
  private Optional<DecidedTurn> adoptBefore(TurnArrival arrival) {
    return wantsToAdopt() && !(arrival instanceof TurnArrival.Unreadable)
        ? adopt(store.versions().adopted(cursor.rules()))
        : Optional.empty();
  }

  /**
   * Adopts these rules as a turn. The rows are opened anew and saved at once, so that the state is
   * theirs. Returns nothing if they fail over it: the lane keeps its own.
   */
  Optional<DecidedTurn> adopt(int rules) {
    endPage(); // its rows are read
    int before = cursor.rules();
    LanePhase adopting = OpenLane.of(rules, name, cursor, store);
    if (adopting instanceof OpenLane open) {
      adopting = open.adopted(before);
    }
    if (adopting instanceof SetAsideLane failed) {
      refuse(rules, failed);
      return Optional.empty();
    }
    phase = adopting;
    long at = cursor.atMillis();
    DecidedTurn adopted = write(new TurnArrival.Adopted(rules, at), at, null, new TurnOutputs());
    store.listener().adopted(name, before, rules);
    return Optional.of(adopted);
  }

  /** Without rules that can run, the lane is set aside. */
  private void refuse(int rules, SetAsideLane failed) {
    refusesToAdopt = true;
    if (store.versions().isGone(cursor.rules())) {
      phase = failed;
    }
    store.listener().notAdopted(name, rules, failed.fault());
  }

  /**
   * Decides a turn by the rules in force. Rows and cursor are saved now, or at the page's end.
   *
   * @param nowMillis epoch ms: an arrival that is stamped ahead of it counts as of now, so that a
   *     sender with a fast clock takes no lane along
   */
  DecidedTurn decide(TurnArrival arrival, long nowMillis) {
    requireHere();
    long atMillis = Math.max(cursor.atMillis(), Math.min(arrival.timestampMillis(), nowMillis));
    if (arrival instanceof TurnArrival.Unreadable unreadable) {
      Output letter = Output.deadLetter(unreadable.reason(), unreadable.bytes());
      return write(arrival, atMillis, unreadable.reason(), TurnOutputs.of(letter));
    }
    if (opened() instanceof SetAsideLane aside) {
      return fail(arrival, atMillis, Output.LANE_SET_ASIDE, aside.fault());
    }
    OpenLane open = (OpenLane) phase;
    Turn<Object> turn = arrival.turn(name, cursor.number() + 1, atMillis);
    return open.isLate() ? takeUnsaved(open, arrival, turn) : takeSaved(open, arrival, turn);
  }

  private DecidedTurn takeUnsaved(OpenLane open, TurnArrival arrival, Turn<Object> turn) {
    TurnOutputs outcome = new TurnOutputs();
    try {
      open.decideUnsaved(turn, outcome);
    } catch (RuntimeException | Error bug) {
      store.throwUnlessOfRules(bug);
      decideAgain(open, bug);
      return phase instanceof OpenLane again
          ? takeSaved(again, arrival, turn)
          : fail(arrival, turn.atMillis(), Output.ENGINE_FAULT, bug);
    }
    return write(arrival, turn.atMillis(), null, outcome);
  }

  /** Goes back to the last save and from there to the last turn, which is saved. */
  private void decideAgain(OpenLane open, Throwable why) {
    open.careful = true;
    List<Turn<Object>> unsaved = open.takeBack();
    if (unsaved.isEmpty()) {
      open();
    } else {
      OpenLane again = reopened(why);
      again.decideAgain(unsaved);
      saveUnsaved(again);
    }
  }

  /** If that fails, nothing of this page is committed: the next owner finds the lane set aside. */
  private OpenLane reopened(Throwable why) {
    open();
    if (phase instanceof OpenLane again) {
      return again;
    }
    throw new IllegalStateException("the rules cannot open lane " + name + " again", why);
  }

  /**
   * Saves the turns since the last save, at a page's end. {@link RulesFault.UnsavedTurns}: it
   * fails.
   */
  void save() {
    if (phase instanceof OpenLane open) {
      open.careful = false;
      saveUnsaved(open);
      store.save(name, cursor);
    }
  }

  private void saveUnsaved(OpenLane open) {
    cursor = cursor.digested(open.saved(this::reopened).digest());
  }

  /** From now until the page ends each turn is saved, as when the next one was decided first. */
  void saveEachTurn() {
    if (opened() instanceof OpenLane open && open.isLate()) {
      open.careful = true;
      saveUnsaved(open);
    }
  }

  /** Ends a page for this lane. Returns the digest of its rows. */
  long endPage() {
    return store.stateDigest(name);
  }

  private DecidedTurn takeSaved(OpenLane open, TurnArrival arrival, Turn<Object> turn) {
    long atMillis = turn.atMillis();
    TurnOutputs outcome = new TurnOutputs();
    try {
      TurnArrival taken = open.decide(turn, outcome) ? arrival : new TurnArrival.Tick(atMillis);
      String reason = outcome.faults().isEmpty() ? null : Output.DEADLINE_FAULT;
      return write(taken, atMillis, reason, outcome);
    } catch (RuntimeException | Error bug) {
      store.throwUnlessOfRules(bug);
      // An input on which the rules fail must not stop its lane or the others.
      open.takeBack();
      open();
      String why = bug instanceof TurnTooLarge ? Output.TURN_TOO_LARGE : Output.ENGINE_FAULT;
      return fail(arrival, atMillis, why, bug);
    }
  }

  private DecidedTurn fail(TurnArrival arrival, long atMillis, String reason, Throwable bug) {
    Output letter = Output.deadLetter(reason, arrival.bytes());
    return write(arrival, atMillis, reason, TurnOutputs.failed(letter, bug));
  }

  private DecidedTurn write(
      TurnArrival arrival, long atMillis, String reason, TurnOutputs outcome) {
    TurnEntry entry = outcome.entry(name, cursor, arrival, atMillis, reason);
    long stateDigest = cursor.stateDigest();
    if (phase instanceof OpenLane open) {
      stateDigest = open.digest();
      boolean late = open.isLate() && arrival.kind() != TurnEntry.Kind.ADOPT;
      cursor = open.after(cursor, entry).digested(late ? cursor.stateDigest() : stateDigest);
      if (!late) {
        open.keep();
        store.save(name, cursor);
      }
    } else {
      cursor = cursor.next(atMillis);
      store.save(name, cursor);
    }
    store.touched(this);
    store.versions().watch().tell();
    return new DecidedTurn(entry, stateDigest, outcome.published(), outcome.faults());
  }

  /** Opens the state if necessary. */
  private LanePhase opened() {
    if (phase instanceof ClosedLane) {
      open();
    }
    return phase;
  }

  /** Opens the state again if the lane is not set aside, to see whether that can be done. */
  public void openAgain() {
    if (!isSetAside()) {
      endPage(); // its rows are read
      open();
    }
  }

  /** Reads the rows, at the first use and after a failed turn. */
  private void open() {
    long startNanos = store.nanos();
    boolean careful = phase instanceof OpenLane before && before.careful;
    phase = OpenLane.of(cursor.rules(), name, cursor, store);
    if (phase instanceof OpenLane open) {
      open.careful = careful;
    } else if (phase instanceof SetAsideLane aside) {
      store.listener().setAside(name, aside.fault());
    }
    use.opened(store.nanos() - startNanos);
  }

  /** When a lane in memory was used, and what opening it cost. */
  static final class LaneUse {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** A lane is opened at most once in so many times of what opening it takes. */
    private static final long WORTH = 100;

    private long usedMillis;
    private long keptMillis;

    void now(long nowMillis) {
      usedMillis = nowMillis;
    }

    void opened(long tookNanos) {
      keptMillis = tookNanos * WORTH / NANOS_PER_MILLI;
    }

    long idleMillis(long nowMillis) {
      return nowMillis - usedMillis;
    }

    /** Returns true if the lane may be closed: it was idle for long, measured by its cost. */
    boolean isOver(long nowMillis) {
      return idleMillis(nowMillis) >= keptMillis;
    }
  }
}

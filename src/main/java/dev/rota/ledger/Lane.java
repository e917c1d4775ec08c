package dev.rota.ledger;

import dev.rota.domain.Domain;
import dev.rota.domain.Output;
import dev.rota.domain.State;
import dev.rota.engine.Deadline;
import dev.rota.engine.Engine;
import dev.rota.engine.Fact;
import dev.rota.engine.Stepper;
import dev.rota.engine.Turn;
import dev.rota.table.Sha256;
import dev.rota.table.Tables;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * One lane: takes turns one after the other and writes the ledger.
 *
 * <p>Its state is opened by the first turn that needs it. A lane whose state cannot be opened is
 * <em>set aside</em>: its inputs go to the dead letters and change nothing, until the lane is
 * opened again by rules that can.
 */
public final class Lane<S extends State, I, F extends Fact<S>> {
  private static final byte[] NO_SEAL = new byte[Sha256.BYTES];

  private final Domain<S, I, F> domain;
  private final String name;
  private final LaneStore<S, I, F> store;
  private final EntrySealer sealer;

  private Cursor cursor;
  // All null until the state is opened, and while the lane is set aside.
  private Tables tables;
  private SetAside setAside;
  private Stepper<S, I, F> stepper;

  /** Why the lane is set aside, or null. */
  private Throwable fault;

  private final LaneUse use = new LaneUse();

  Lane(Domain<S, I, F> domain, String name, LaneStore<S, I, F> store, EntrySealer sealer) {
    this.domain = domain;
    this.name = name;
    this.store = store;
    this.sealer = sealer;
    this.cursor = store.cursor(name);
  }

  public String name() {
    return name;
  }

  /** The lane's state, which is opened if necessary; null: the lane is set aside. */
  public S state() {
    return isOpen() ? stepper.state() : null;
  }

  /** The lane's state if it is in memory, or null. */
  public S stateInMemory() {
    return stepper == null ? null : stepper.state();
  }

  /** Number, time, digest and seal of the last turn. */
  public Cursor cursor() {
    return cursor;
  }

  LaneUse use() {
    return use;
  }

  /** Returns true if the lane is known to be set aside. */
  boolean isSetAside() {
    return fault != null;
  }

  /**
   * The earliest pending deadline in epoch ms, or {@link Engine#NEVER}. It is the time of the last
   * turn if the rules fail over this question: the next tick fails as well, and says so once.
   */
  public long nextDeadline() {
    int rules = store.engine().rules();
    if (!cursor.isCurrent(rules) && isOpen()) {
      cursor = cursor.due(next(cursor.atMillis(), false), rules);
    }
    return isSetAside() ? Engine.NEVER : cursor.nextMillis();
  }

  /** Returns true if a tick at this time has something to do, or the rules fail to say it. */
  boolean isDue(long atMillis) {
    return nextDeadline() <= atMillis;
  }

  /** Takes the arrival, and before it the turns that its due deadlines fill. */
  public void take(Arrival<I> arrival, long nowMillis, Consumer<Decided> to) {
    Decided decided;
    do {
      decided = take(arrival, nowMillis);
      to.accept(decided);
    } while (!decided.isOf(arrival));
  }

  /** Takes a turn whose arrival's time is believed. */
  public Decided take(Arrival<I> arrival) {
    return take(arrival, arrival.timestampMillis());
  }

  /**
   * Takes a turn: decides, saves rows and cursor, and seals the entry.
   *
   * @param nowMillis the present time in epoch ms: an arrival that is stamped ahead of it counts as
   *     of now, so that a sender with a fast clock takes no lane along
   */
  public Decided take(Arrival<I> arrival, long nowMillis) {
    long atMillis = Math.max(cursor.atMillis(), Math.min(arrival.timestampMillis(), nowMillis));
    if (arrival instanceof Arrival.Unreadable<I> unreadable) {
      Outcome outcome = new Outcome();
      outcome.add(Output.deadLetter(unreadable.reason(), unreadable.bytes()));
      return write(arrival, atMillis, unreadable.reason(), outcome);
    }
    if (!isOpen()) {
      return fail(arrival, atMillis, Output.LANE_SET_ASIDE, fault);
    }
    I input = arrival instanceof Arrival.Legible<I> legible ? legible.input() : null;
    Outcome outcome = new Outcome();
    try {
      long number = cursor.number() + 1;
      // A function of the ledger alone: the entry holds the turn's time, not the present time.
      long stampMillis = Math.min(arrival.timestampMillis(), atMillis);
      Turn<I> turn = new Turn<>(name, number, atMillis, stampMillis, input);
      Arrival<I> taken = decide(turn, outcome) ? arrival : new Arrival.Tick<>(atMillis);
      String reason = outcome.faults().isEmpty() ? null : Output.DEADLINE_FAULT;
      return write(taken, atMillis, reason, outcome);
    } catch (RuntimeException | Error bug) {
      throwUnlessOfRules(bug);
      // An input on which the rules fail must not stop its lane or the others.
      tables.takeBack();
      open();
      boolean tooLarge = bug instanceof TurnTooLarge;
      return fail(arrival, atMillis, tooLarge ? Output.TURN_TOO_LARGE : Output.ENGINE_FAULT, bug);
    }
  }

  /** If store, program or machine failed, the task must fail and repeat the turn. */
  private void throwUnlessOfRules(Throwable bug) {
    if (!store.rowsFailed() && Fault.isOfRules(bug)) {
      return;
    }
    if (bug instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) bug;
  }

  private Decided fail(Arrival<I> arrival, long atMillis, String reason, Throwable bug) {
    Outcome failed = new Outcome();
    failed.fail(Output.deadLetter(reason, arrival.bytes()), bug);
    return write(arrival, atMillis, reason, failed);
  }

  /** Returns false if the turn is full before its input is decided. */
  private boolean decide(Turn<I> turn, Outcome outcome) {
    setAside.tryAgain(store.engine().rules());
    boolean whole = true;
    for (Deadline due = stepper.due(turn.atMillis());
        whole && due != null;
        due = stepper.due(turn.atMillis())) {
      whole = fire(due, outcome);
    }
    whole = whole && decideInput(turn, outcome);
    setAside.forgetGone(store.engine(), stepper.state());
    return whole;
  }

  private boolean decideInput(Turn<I> turn, Outcome outcome) {
    int mark = tables.mark();
    try {
      Outcome.Written written = written(stepper.decide(turn), outcome);
      stepper.state().save();
      outcome.add(written);
      return true;
    } catch (TurnTooLarge full) {
      if (outcome.published().isEmpty()) {
        throw full; // the input alone is too much
      }
      tables.takeBack(mark);
      stepper = rebuilt();
      return false;
    }
  }

  /** A deadline on which the rules fail must not lose the input or later deadlines. */
  private boolean fire(Deadline due, Outcome outcome) {
    int mark = tables.mark();
    try {
      Outcome.Written written = written(stepper.fire(due), outcome);
      stepper.state().save();
      outcome.add(written);
    } catch (RuntimeException | Error bug) {
      throwUnlessOfRules(bug);
      tables.takeBack(mark);
      // What is too much beside others may not be too much for a turn of its own.
      boolean whole = !(bug instanceof TurnTooLarge) || outcome.published().isEmpty();
      if (whole) {
        setAside.add(due, store.engine().rules());
        byte[] letter = due.toString().getBytes(StandardCharsets.UTF_8);
        outcome.fail(Output.deadLetter(Output.DEADLINE_FAULT, letter), bug);
      }
      stepper = rebuilt();
      return whole;
    }
    return true;
  }

  private Stepper<S, I, F> rebuilt() {
    return new Stepper<>(store.engine(), domain.open(tables), setAside);
  }

  private Outcome.Written written(List<F> facts, Outcome before) {
    Outcome.Written written = before.more(domain.turnBytesMax(), sealer);
    for (F fact : facts) {
      Output output = domain.wire().write(name, fact);
      if (output != null) {
        written.add(output);
      }
    }
    return written;
  }

  private Decided write(Arrival<I> arrival, long atMillis, String reason, Outcome outcome) {
    long stateDigest = stepper == null ? cursor.stateDigest() : tables.digest();
    Entry open =
        new Entry(
            name,
            cursor.number() + 1,
            atMillis,
            arrival.kind(),
            arrival.source(),
            reason,
            arrival instanceof Arrival.Unreadable<I> unreadable ? unreadable.key() : null,
            arrival.bytes(),
            outcome.published().size(),
            outcome.digest(),
            stateDigest,
            store.engine().rules(),
            NO_SEAL);
    byte[] bytes = sealer.seal(open, cursor.seal());
    byte[] seal = Arrays.copyOfRange(bytes, EntryWire.sealedLength(bytes), bytes.length);
    if (stepper == null) {
      cursor = cursor.next(atMillis, seal, open.rules());
    } else {
      long next = next(atMillis, arrival.kind() == Entry.Kind.TICK);
      cursor = new Cursor(open.number(), atMillis, stateDigest, seal, next, open.rules());
      tables.keep();
    }
    store.save(name, cursor);
    return new Decided(open.sealed(seal), bytes, outcome.published(), outcome.faults());
  }

  /**
   * The next deadline.
   *
   * @param told true if a tick has just said that the rules fail over this question
   */
  private long next(long atMillis, boolean told) {
    try {
      return stepper.nextDeadline();
    } catch (RuntimeException | Error bug) {
      throwUnlessOfRules(bug);
      return told ? Engine.NEVER : atMillis;
    }
  }

  /** Opens the state if necessary. Returns false if the lane is set aside. */
  boolean isOpen() {
    if (stepper == null && fault == null) {
      open();
    }
    return stepper != null;
  }

  /** Opens the state again if the lane is not set aside, to see whether that can be done. */
  void openAgain() {
    if (fault == null) {
      open();
    }
  }

  /** Reads the rows, at the first use and after a failed turn. */
  private void open() {
    long startNanos = store.nanos();
    stepper = null;
    fault = null;
    tables = new Tables(store.rows(name), cursor.stateDigest());
    try {
      setAside = new SetAside(tables);
      stepper = rebuilt();
    } catch (RuntimeException | Error bug) {
      throwUnlessOfRules(bug);
      fault = bug;
    }
    // What the rules make of damaged rows says nothing about the rules.
    DamagedRows.check(name, cursor, tables, fault);
    if (fault != null) {
      store.tellSetAside(name, fault);
    }
    use.opened(store.nanos() - startNanos);
  }
}

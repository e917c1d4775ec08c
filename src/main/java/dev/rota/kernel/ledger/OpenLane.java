package dev.rota.kernel.ledger;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.DecisionWatch;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.ledger.limits.TurnTooLarge;
import dev.rota.kernel.ledger.versions.DomainVersion;
import dev.rota.kernel.table.Tables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** A lane's state in memory, with the turns since it was saved. Decides turns. */
final class OpenLane implements LanePhase {
  private final DomainVersion version;
  private final String name;
  private final LaneStore store;
  private final OutputBytes encoder;
  private final Tables tables;
  private final SetAside setAside;
  private List<Turn<Object>> unsaved = List.of();
  private Stepper<State, Object, Fact<State>> stepper;

  /** Each turn is saved, as when the rules have failed since the page began. */
  boolean careful;

  private OpenLane(
      DomainVersion version, String name, LaneStore store, Tables tables, OutputBytes encoder) {
    this.version = version;
    this.name = name;
    this.store = store;
    this.encoder = encoder;
    this.tables = tables;
    this.setAside = new SetAside(tables);
    this.stepper = rebuilt();
  }

  /**
   * Reads a lane's rows, to decide by these rules. If they fail over that, it is set aside.
   *
   * @throws DamagedRows if the rows are not those of the lane's last turn
   */
  static LanePhase of(int rules, String name, LaneCursor cursor, LaneStore store) {
    Tables tables = new Tables(store.rows(name), cursor.stateDigest());
    LanePhase opened;
    Throwable fault = null;
    try {
      opened = new OpenLane(store.versions().of(rules), name, store, tables, store.encoder());
    } catch (RuntimeException | Error bug) {
      store.throwUnlessOfRules(bug);
      opened = new SetAsideLane(bug);
      fault = bug;
    }
    // What the rules make of damaged rows says nothing about the rules.
    DamagedRows.check(name, cursor, tables, fault);
    return opened;
  }

  State state() {
    return stepper.state();
  }

  /** True if the next turn is saved at the page's end. */
  boolean isLate() {
    return store.isSavedPerPage() && !careful && state().savesOncePerPage();
  }

  /**
   * Asks for the next deadline.
   *
   * @param told true if a tick has just said that the rules fail over this question
   */
  private LaneCursor asked(LaneCursor after, boolean told) {
    try {
      return after.due(stepper.nextDeadline(), !setAside.isEmpty());
    } catch (RuntimeException | Error bug) {
      store.throwUnlessOfRules(bug);
      return after.due(told ? Engine.NEVER : after.atMillis(), true);
    }
  }

  /** The lane's cursor behind this turn, which is decided. */
  LaneCursor after(LaneCursor before, TurnEntry turn) {
    LaneCursor next = before.next(turn.atMillis());
    return asked(next, turn.kind() == TurnEntry.Kind.TICK).ruled(turn.rulesAfter());
  }

  /**
   * Converts the state to its rules, and saves it. If they fail over that, no row is changed.
   *
   * @param before the rules that it had
   */
  LanePhase adopted(int before) {
    try {
      setAside.tryAgain(version.engine().rules());
      stepper.adopt(before);
      stepper.state().save();
      return this;
    } catch (RuntimeException | Error bug) {
      store.throwUnlessOfRules(bug);
      tables.takeBack();
      return new SetAsideLane(bug);
    }
  }

  /** The digest of the rows, as far as they are saved. */
  long digest() {
    return tables.digest();
  }

  /** Saves the turns since the last save. */
  void save() {
    stepper.state().save();
    keep();
    unsaved = List.of();
  }

  /** Keeps what a turn has saved itself. */
  void keep() {
    tables.keep();
  }

  /**
   * Leaves the rows as they were saved last, and the turn that is being decided untold. Returns the
   * turns since then that were decided.
   */
  List<Turn<Object>> takeBack() {
    tables.takeBack();
    watch().takeBack(0);
    return unsaved;
  }

  /**
   * Decides a turn and saves nothing. If that fails, all since the last save is to be taken back.
   */
  void decideUnsaved(Turn<Object> turn, TurnOutputs outcome) {
    decideAll(turn, facts -> outcome.add(written(facts, outcome)));
    later(turn);
  }

  private void later(Turn<Object> turn) {
    if (unsaved.isEmpty()) {
      unsaved = new ArrayList<>();
    }
    unsaved.add(turn);
  }

  /** Decides turns that have been decided before, from the same state. They were reported then. */
  void decideAgain(List<Turn<Object>> turns) {
    int told = watch().mark();
    try {
      for (Turn<Object> turn : turns) {
        decideAll(turn, _ -> {});
        later(turn);
      }
    } finally {
      watch().takeBack(told);
    }
  }

  private DecisionWatch<State, Fact<State>> watch() {
    return store.versions().watch();
  }

  /**
   * Saves the turns since the last save. What cannot be saved at once may be saved turn by turn.
   *
   * @param reopened this lane, from its rows as they were saved last
   * @return the lane that goes on
   */
  OpenLane saved(Function<Throwable, OpenLane> reopened) {
    try {
      save();
      return this;
    } catch (RuntimeException | Error bug) {
      store.throwUnlessOfRules(bug);
      List<Turn<Object>> turns = takeBack();
      OpenLane anew = reopened.apply(bug);
      anew.saveEach(turns);
      return anew;
    }
  }

  /**
   * Decides turns that have been decided before, and saves each.
   *
   * @throws RulesFault.UnsavedTurns if the rules fail over saving one
   */
  private void saveEach(List<Turn<Object>> turns) {
    for (Turn<Object> turn : turns) {
      try {
        decideAgain(List.of(turn));
        save();
      } catch (RuntimeException | Error bug) {
        store.throwUnlessOfRules(bug);
        throw new RulesFault.UnsavedTurns(name, turn.number(), bug);
      }
    }
  }

  private void decideAll(Turn<Object> turn, Consumer<List<Fact<State>>> to) {
    setAside.tryAgain(version.engine().rules());
    for (Deadline due = stepper.due(turn.atMillis());
        due != null;
        due = stepper.due(turn.atMillis())) {
      to.accept(stepper.fire(due));
    }
    to.accept(stepper.decide(turn));
    setAside.forgetGone(version.engine(), stepper.state());
  }

  /**
   * Decides a turn, and saves each step. Returns false if the turn is full before its input is
   * decided.
   */
  boolean decide(Turn<Object> turn, TurnOutputs outcome) {
    setAside.tryAgain(version.engine().rules());
    boolean whole = true;
    for (Deadline due = stepper.due(turn.atMillis());
        whole && due != null;
        due = stepper.due(turn.atMillis())) {
      whole = fire(due, outcome);
    }
    whole = whole && decideInput(turn, outcome);
    setAside.forgetGone(version.engine(), stepper.state());
    return whole;
  }

  private boolean decideInput(Turn<Object> turn, TurnOutputs outcome) {
    int mark = tables.mark();
    int told = watch().mark();
    try {
      TurnOutputs.Written written = written(stepper.decide(turn), outcome);
      stepper.state().save();
      outcome.add(written);
      return true;
    } catch (TurnTooLarge full) {
      if (outcome.published().isEmpty()) {
        throw full; // the input alone is too much
      }
      tables.takeBack(mark);
      watch().takeBack(told);
      stepper = rebuilt();
      return false;
    }
  }

  /** A deadline on which the rules fail must not lose the input or later deadlines. */
  private boolean fire(Deadline due, TurnOutputs outcome) {
    int mark = tables.mark();
    int told = watch().mark();
    try {
      TurnOutputs.Written written = written(stepper.fire(due), outcome);
      stepper.state().save();
      outcome.add(written);
    } catch (RuntimeException | Error bug) {
      store.throwUnlessOfRules(bug);
      tables.takeBack(mark);
      watch().takeBack(told);
      // What is too much beside others may not be too much for a turn of its own.
      boolean whole = !(bug instanceof TurnTooLarge) || outcome.published().isEmpty();
      if (whole) {
        setAside.add(due, version.engine().rules());
        byte[] letter = due.toString().getBytes(StandardCharsets.UTF_8);
        outcome.fail(Output.deadLetter(Output.DEADLINE_FAULT, letter), bug);
      }
      stepper = rebuilt();
      return whole;
    }
    return true;
  }

  private Stepper<State, Object, Fact<State>> rebuilt() {
    return new Stepper<>(version.engine(), version.card().open(tables), setAside);
  }

  private TurnOutputs.Written written(List<Fact<State>> facts, TurnOutputs before) {
    TurnOutputs.Written written = before.more(version.card().turnBytesMax(), encoder);
    Wire<Object, Fact<State>> wire = version.card().wire();
    written.addAll(facts.size(), index -> wire.published(name, facts.get(index)));
    return written;
  }
}

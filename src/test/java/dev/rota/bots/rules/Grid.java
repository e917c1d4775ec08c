package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsLikeness;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.values.RulesVersion;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One grid over rows in memory, which can be thrown away and rebuilt after any turn. */
public final class Grid {
  private final TreeRows rows = new TreeRows();
  private RulesVersion version;
  private BotsEngine engine;
  private Tables tables = new Tables(rows, 0);
  private BotsState state;
  private long turns;

  public Grid() {
    this(RulesVersion.NEWEST);
  }

  /** A grid of older rules. */
  Grid(RulesVersion version) {
    this.version = version;
    this.engine = new BotsEngine(version);
    this.state = new BotsState(tables, version);
  }

  /** The newest rules are adopted. */
  void adopt() {
    int before = version.number();
    version = RulesVersion.NEWEST;
    engine = new BotsEngine(version);
    rebuild();
    new Stepper<>(engine, state).adopt(before);
    state.save();
    tables.keep();
  }

  public BotsState state() {
    return state;
  }

  public long digest() {
    return tables.digest();
  }

  int rows() {
    return rows.size();
  }

  /** A turn, with all that falls due before it. */
  public List<BotsFact> take(long atMillis, BotsInput input) {
    List<BotsFact> facts =
        new Stepper<>(engine, state).take(new Turn<>("grid", ++turns, atMillis, input));
    state.save();
    tables.keep();
    return facts;
  }

  /** The input alone: nothing falls due. */
  List<BotsFact> decide(long atMillis, BotsInput input) {
    List<BotsFact> facts = new ArrayList<>();
    for (Step<BotsView, BotsFact> step :
        engine.decide(state, new Turn<>("grid", ++turns, atMillis, input))) {
      List<BotsFact> made;
      do {
        made = apply(step.decide(state));
        facts.addAll(made);
      } while (step.repeats() && !made.isEmpty());
    }
    return facts;
  }

  /** Facts that a routine alone has decided. */
  List<BotsFact> apply(List<BotsFact> facts) {
    facts.forEach(fact -> fact.applyTo(state));
    return facts;
  }

  public void checkInvariants() {
    BotsInvariants.all()
        .forEach(
            invariant ->
                assertThat(invariant.broken().apply(state)).as(invariant.name()).isEmpty());
  }

  /** What a grid that is opened from these rows has otherwise in memory, or nothing. */
  Optional<String> changedByReopening() {
    BotsState reopened = new BotsState(new Tables(rows, tables.digest()), version);
    BotsLikeness.remember(state, reopened);
    return BotsLikeness.likeness().difference(state, reopened);
  }

  /** What is left when everything in memory is lost. */
  public void rebuild() {
    state.save();
    tables = new Tables(rows, tables.digest());
    state = new BotsState(tables, version);
  }
}

package dev.rota.bots.queries;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.rules.BotsEngine;
import dev.rota.bots.rules.TestBot;
import dev.rota.bots.rules.TestJob;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.SortedProperties;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.engine.WatchedEngine;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.List;

/** A grid of which each step is watched. */
final class WatchedGrid {
  private final Tables tables = new Tables(new TreeRows(), 0);
  private final BotsState state = new BotsState(tables);
  private final BotsWhy why = new BotsWhy();
  private final List<Step> steps = new ArrayList<>();
  private final Watcher<BotsState, BotsFact> watcher;
  private List<Thing> asked = List.of();
  private long turns;

  /** What was said of a thing when a step had decided. */
  private record Step(Thing thing, Reason reason) {}

  WatchedGrid() {
    this.watcher =
        (before, facts) ->
            () ->
                asked.forEach(
                    thing ->
                        why.decided(thing, before, facts)
                            .forEach(reason -> steps.add(new Step(thing, reason))));
  }

  WatchedGrid(Watcher<BotsState, BotsFact> watcher) {
    this.watcher = watcher;
  }

  BotsState state() {
    return state;
  }

  /** A turn, with all that falls due before it. */
  void take(long atMillis, BotsInput input) {
    WatchedEngine<BotsView, BotsInput, BotsFact> engine =
        new WatchedEngine<>(
            new BotsEngine(), (view, facts) -> watcher.decided((BotsState) view, facts));
    new Stepper<>(engine, state).take(new Turn<>("grid", ++turns, atMillis, input));
    state.save();
    tables.keep();
  }

  void policy(GridPolicy policy) {
    take(1, new Change(policy, List.of()));
  }

  void bot(long atMillis, String name, String system, BotHealth health, Report... reports) {
    SortedProperties has = SortedProperties.of(List.of(new PropertyPair("OSFamily", system)));
    take(atMillis, new TestBot(name).health(health).has(has).reports(List.of(reports)).beat());
  }

  void job(long atMillis, String name, String instance, int priority) {
    SortedProperties needs = SortedProperties.of(List.of(new PropertyPair("OSFamily", "linux")));
    take(atMillis, new TestJob(name).instance(instance).priority(priority).needs(needs).submit());
  }

  /** The same of an action that others may want too. */
  void action(long atMillis, String name, String operation) {
    SortedProperties needs = SortedProperties.of(List.of(new PropertyPair("OSFamily", "linux")));
    take(atMillis, new TestJob(name).needs(needs).action("d/1").operation(operation).submit());
  }

  /** What the next turn decides about these. */
  void ask(Thing... things) {
    steps.clear();
    asked = List.of(things);
  }

  /** What was decided since then, in lines. */
  List<String> decided(Thing thing) {
    List<String> lines = new ArrayList<>();
    steps.stream()
        .filter(step -> step.thing().equals(thing))
        .forEach(step -> lines.addAll(lines(step.reason())));
    return lines;
  }

  /** Why it is as it is, in lines. */
  List<String> now(Thing thing, long atMillis) {
    return lines(why.now(thing, state, atMillis).orElseThrow());
  }

  private static List<String> lines(Reason reason) {
    List<String> lines = new ArrayList<>();
    lines.add(reason.what() + " (" + reason.rule() + ")");
    for (Candidate one : reason.candidates()) {
      lines.add(
          (one.chosen() ? "* " : "- ") + one.thing() + ": " + one.why() + " (" + one.rule() + ")");
    }
    return lines;
  }
}

package dev.rota.cores.queries;

import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.rules.CoresEngine;
import dev.rota.cores.rules.Script;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.engine.WatchedEngine;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** A chain that is asked about its things while it decides. */
final class WatchedChain {
  static final CoresWhy WHY = new CoresWhy();

  private final CoresState state = new CoresState(new Tables(new TreeRows(), 0)).copy();
  private final Stepper<CoresState, CoresInput, CoresFact> stepper;
  private BiConsumer<CoresState, List<CoresFact>> watcher = (_, _) -> {};
  private long turns;

  WatchedChain() {
    WatchedEngine<CoresView, CoresInput, CoresFact> engine =
        new WatchedEngine<>(
            new CoresEngine(), (view, facts) -> () -> watcher.accept((CoresState) view, facts));
    stepper = new Stepper<>(engine, state);
  }

  /** A chain that has taken these lines of a {@link Script}. */
  static WatchedChain of(String lines) {
    WatchedChain chain = new WatchedChain();
    lines.strip().lines().forEach(line -> chain.take(input(line)));
    return chain;
  }

  static CoresInput input(String line) {
    return line.startsWith("claim") ? Script.claim(line) : Script.block(line);
  }

  CoresState state() {
    return state;
  }

  void take(CoresInput input) {
    turns++;
    stepper.take(new Turn<>("chain", turns, 1000 * turns, input));
  }

  /** Takes an input, and hands each step to the watcher. */
  void take(CoresInput input, BiConsumer<CoresState, List<CoresFact>> each) {
    watcher = each;
    take(input);
    watcher = (_, _) -> {};
  }

  /** Takes a line, and tells what it decides about a thing. */
  String decided(String line, String kind, long id) {
    List<String> told = new ArrayList<>();
    Thing thing = new Thing(kind, Long.toString(id));
    take(
        input(line),
        (before, facts) -> WHY.decided(thing, before, facts).forEach(one -> told.add(text(one))));
    return String.join("\n", told);
  }

  /** Tells why a thing is as it is. */
  String now(String kind, long id) {
    return WHY.now(new Thing(kind, Long.toString(id)), state, 0)
        .map(WatchedChain::text)
        .orElse("unknown");
  }

  private static String text(Reason reason) {
    StringBuilder text = new StringBuilder(reason.what() + " (" + reason.rule() + ")");
    for (Candidate one : reason.candidates()) {
      text.append(one.chosen() ? "\n  * " : "\n  - ")
          .append(one.thing() + ": " + one.why() + " (" + one.rule() + ")");
    }
    return text.toString();
  }
}

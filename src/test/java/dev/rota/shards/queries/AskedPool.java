package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.engine.WatchedEngine;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.ShardsView;
import dev.rota.shards.rules.ShardsEngine;
import java.util.ArrayList;
import java.util.List;

/** A pool whose decisions are watched, and its answers as lines. */
final class AskedPool {
  private final ShardsWhy why = new ShardsWhy();
  private final ShardsState state = new ShardsState(new Tables(new TreeRows(), 0));
  private final Stepper<ShardsState, ShardsInput, ShardsFact> stepper;
  private final List<Watcher<ShardsState, ShardsFact>> watchers = new ArrayList<>();
  private long turns;
  private long nowMillis;

  AskedPool() {
    WatchedEngine<ShardsView, ShardsInput, ShardsFact> watched =
        new WatchedEngine<>(
            new ShardsEngine(),
            (view, facts) ->
                () -> watchers.forEach(each -> each.decided((ShardsState) view, facts).run()));
    stepper = new Stepper<>(watched, state);
  }

  ShardsState state() {
    return state;
  }

  long now() {
    return nowMillis;
  }

  void watch(Watcher<ShardsState, ShardsFact> watcher) {
    watchers.add(watcher);
  }

  /** A turn; null is a tick. */
  void take(long atMillis, ShardsInput input) {
    nowMillis = Math.max(nowMillis, atMillis);
    stepper.take(new Turn<>("pool", ++turns, nowMillis, input));
  }

  /** A turn, and what it decided about the thing. */
  List<String> decided(Thing about, long atMillis, ShardsInput input) {
    List<Reason> reasons = new ArrayList<>();
    watchers.add((before, facts) -> () -> reasons.addAll(why.decided(about, before, facts)));
    take(atMillis, input);
    watchers.remove(watchers.size() - 1);
    return reasons.stream().flatMap(reason -> lines(reason).stream()).toList();
  }

  List<String> why(Thing about, long atMillis) {
    return why.now(about, state, atMillis).map(AskedPool::lines).orElse(List.of());
  }

  /** As the command prints it. */
  private static List<String> lines(Reason reason) {
    List<String> lines = new ArrayList<>();
    lines.add(reason.what() + " (" + reason.rule() + ")");
    for (Candidate one : reason.candidates()) {
      String sign = one.chosen() ? "* " : "- ";
      lines.add(sign + one.thing() + ": " + one.why() + " (" + one.rule() + ")");
    }
    return lines;
  }
}

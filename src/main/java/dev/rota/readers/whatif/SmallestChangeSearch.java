package dev.rota.readers.whatif;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.AnswerJson;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.ForecastModel.Stage;
import dev.rota.kernel.domain.Remedy;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.WhatIf;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Looks for the smallest change that would have placed a thing that waits. */
public final class SmallestChangeSearch {

  /**
   * A change, and what it would have done.
   *
   * @param atMillis when the thing would have been placed, epoch ms; null: not up to now
   * @param spared it would not have begun to wait
   * @param refused why the rules refuse it; null: they do not
   */
  public record Tried(
      Remedy remedy, HistoryChange change, Long atMillis, boolean spared, String refused) {
    /** Returns true if the thing would not wait now. */
    public boolean helps() {
      return spared || atMillis != null;
    }
  }

  /** A history that can be read several times. */
  public interface History {
    void read(Watcher<State, Fact<State>> watcher, Consumer<TurnEntry> turn);
  }

  private final Domain domain;
  private final WhatIf<State, Fact<State>> whatIf;
  private final String lane;
  private final History history;

  public SmallestChangeSearch(
      Domain domain, WhatIf<State, Fact<State>> whatIf, String lane, History history) {
    this.domain = domain;
    this.whatIf = whatIf;
    this.lane = lane;
    this.history = history;
  }

  /** Returns true if the thing waits in this state. */
  public boolean waits(Thing thing, State now) {
    return WaitFinder.stage(domain.card().forecast(), thing, now) == Stage.WAITS;
  }

  /** Returns since when a thing waits that waits at the end of the history, epoch ms. */
  public long waitsSince(Thing thing) {
    WaitFinder waiting = new WaitFinder(domain.card().forecast(), thing);
    history.read(waiting, waiting::end);
    return waiting.sinceMillis();
  }

  /** Tries one after the other, up to the first that places the thing, which is the last. */
  public List<Tried> run(Thing thing, long waitsSince, List<Remedy> remedies) {
    List<Tried> tried = new ArrayList<>();
    for (Remedy remedy : remedies) {
      tried.add(tried(thing, waitsSince, remedy));
      if (tried.get(tried.size() - 1).helps()) {
        break;
      }
    }
    return tried;
  }

  private Tried tried(Thing thing, long waitsSince, Remedy remedy) {
    ObjectNode fields = (ObjectNode) AnswerJson.tree(remedy.policy());
    PolicyPatch patch = new PolicyPatch(domain, whatIf.policy(), lane, fields);
    HistoryChange change =
        new HistoryChange(patch, remedy.fleet(), remedy.now() ? waitsSince : Long.MIN_VALUE);
    HistoryComparer comparing = new HistoryComparer(domain, whatIf, lane, change);
    BiFunction<Watcher<State, Fact<State>>, Consumer<TurnEntry>, Boolean> read =
        (watcher, turn) -> {
          history.read(watcher, turn);
          return true;
        };
    comparing.read(read);
    StartFinder placing = new StartFinder(domain.card().forecast(), thing, waitsSince);
    try {
      comparing.play(placing);
      return new Tried(remedy, change, placing.atMillis(), placing.isSpared(), null);
    } catch (RefusedPolicy e) {
      return new Tried(remedy, change, null, false, e.getMessage());
    }
  }
}

package dev.rota.whatif;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.domain.WhatIf;
import dev.rota.domain.WhatIf.Effect;
import dev.rota.domain.WhatIf.Remedy;
import dev.rota.domain.Why.Thing;
import dev.rota.engine.Fact;
import dev.rota.engine.WatchedEngine.Watcher;
import dev.rota.ledger.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Looks for the smallest change that would have placed a thing that waits. */
public final class Search<S extends State, I, F extends Fact<S>> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long NEVER = Long.MIN_VALUE;

  /**
   * A change, and what it would have done.
   *
   * @param atMillis when the thing would have been placed, epoch ms; null: not up to now
   * @param refused why the rules refuse it; null: they do not
   */
  public record Tried(Remedy remedy, Change change, Long atMillis, String refused) {}

  /** A history that can be read several times. */
  public interface History<S, F> {
    void read(Watcher<S, F> watcher, Consumer<Entry> turn);
  }

  private final Domain<S, I, F> domain;
  private final WhatIf<S, F> whatIf;
  private final String lane;
  private final History<S, F> history;

  public Search(Domain<S, I, F> domain, WhatIf<S, F> whatIf, String lane, History<S, F> history) {
    this.domain = domain;
    this.whatIf = whatIf;
    this.lane = lane;
    this.history = history;
  }

  /** Returns since when the thing waits, epoch ms; null: it does not. */
  public Long waitsSince(Thing thing) {
    long[] since = {NEVER};
    List<F> open = new ArrayList<>();
    history.read(
        (before, facts) -> open.addAll(facts),
        entry -> {
          since[0] = after(thing, open, entry.atMillis(), since[0]);
          open.clear();
        });
    return since[0] == NEVER ? null : since[0];
  }

  private long after(Thing thing, List<F> facts, long atMillis, long before) {
    long since = before;
    for (F fact : facts) {
      Effect effect = whatIf.effect(thing, fact);
      if (effect != Effect.NONE) {
        since = effect == Effect.PLACED ? NEVER : since == NEVER ? atMillis : since;
      }
    }
    return since;
  }

  /** Tries one after the other, up to the first that places the thing, which is the last. */
  public List<Tried> run(Thing thing, long waitsSince, List<Remedy> remedies) {
    List<Tried> tried = new ArrayList<>();
    for (Remedy remedy : remedies) {
      tried.add(tried(thing, waitsSince, remedy));
      if (tried.get(tried.size() - 1).atMillis != null) {
        break;
      }
    }
    return tried;
  }

  private Tried tried(Thing thing, long waitsSince, Remedy remedy) {
    ObjectNode fields = JSON.valueToTree(remedy.policy());
    PolicyPatch patch = new PolicyPatch(domain, whatIf.policy(), lane, fields);
    Change change = new Change(patch, remedy.fleet(), remedy.now() ? waitsSince : Long.MIN_VALUE);
    Comparing<S, I, F> comparing = new Comparing<>(domain, whatIf, lane, change);
    BiFunction<Watcher<S, F>, Consumer<Entry>, Boolean> read =
        (watcher, turn) -> {
          history.read(watcher, turn);
          return true;
        };
    comparing.read(read);
    Long[] placed = {null};
    try {
      comparing.play(
          (facts, atMillis) -> {
            boolean now = facts.stream().anyMatch(fact -> isPlaced(thing, fact));
            if (placed[0] == null && now && atMillis >= waitsSince) {
              placed[0] = atMillis;
            }
          });
      return new Tried(remedy, change, placed[0], null);
    } catch (RefusedPolicy e) {
      return new Tried(remedy, change, null, e.getMessage());
    }
  }

  private boolean isPlaced(Thing thing, F fact) {
    return whatIf.effect(thing, fact) == Effect.PLACED;
  }
}

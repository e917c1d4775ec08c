package dev.rota.kernel.ledger.versions;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.DecisionWatch;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine;
import java.util.TreeMap;

/** The versions of a domain's rules that can run here, each with one engine for all lanes. */
public final class DomainVersions {
  private final String domain;
  private final RulesAdoption adoption;
  private final DecisionWatch<State, Fact<State>> watch;
  private final TreeMap<Integer, DomainVersion> all = new TreeMap<>();
  private final int oldest;
  private final int newest;

  /** What lanes of older rules adopt. */
  private final int adopted;

  /** The newest rules of the lanes that were met. */
  private int held;

  private boolean allMet;

  public DomainVersions(Domain domain, RulesAdoption adoption) {
    this(domain, adoption, DecisionWatch.none());
  }

  /** The same rules, watched. */
  public DomainVersions(
      Domain domain, RulesAdoption adoption, DecisionWatch<State, Fact<State>> watch) {
    this.domain = domain.name();
    this.adoption = adoption;
    this.watch = watch;
    for (DomainCard<State, Object, Fact<State>> card : domain.card().versions()) {
      Engine<? super State, Object, Fact<State>> engine = card.engine();
      DomainVersion version =
          new DomainVersion(card, watch.isNobodys() ? engine : watched(engine, watch));
      all.put(version.engine().rules(), version);
    }
    oldest = all.firstKey();
    newest = all.lastKey();
    adopted = Math.max(oldest, Math.min(adoption.most(), newest));
  }

  @SuppressWarnings("unchecked") // a view is the whole state, seen by another type
  private static <V> Engine<V, Object, Fact<State>> watched(
      Engine<V, Object, Fact<State>> engine, DecisionWatch<?, Fact<State>> watch) {
    return new WatchedEngine<>(engine, (DecisionWatch<V, Fact<State>>) watch);
  }

  /** Who watches what the rules decide. */
  public DecisionWatch<State, Fact<State>> watch() {
    return watch;
  }

  public int oldest() {
    return oldest;
  }

  public int newest() {
    return newest;
  }

  /** Returns true if these rules were released before all that can run. */
  public boolean isGone(int rules) {
    return rules < oldest;
  }

  /** Returns true if these rules were released after all that can run. */
  public boolean isUnknown(int rules) {
    return rules > newest;
  }

  /** What a lane of these rules adopts; its own version: nothing. It never goes back. */
  public int adopted(int rules) {
    return Math.max(rules, adopted);
  }

  /** A lane has these rules in force. */
  public void met(int rules) {
    held = Math.max(held, rules);
  }

  /**
   * What a new lane begins with. If lanes are held, it is the newest of those beside it.
   *
   * @param meetAll reads the rules of all lanes, at most once
   */
  public int atFirst(Runnable meetAll) {
    if (!adoption.isHeld()) {
      return adopted(0);
    }
    if (!allMet) {
      allMet = true;
      meetAll.run();
    }
    return held == 0 ? newest : Math.max(oldest, held);
  }

  /** That version, or the next one that can run if it cannot. */
  public DomainVersion of(int rules) {
    return all.ceilingEntry(rules).getValue();
  }

  /**
   * Returns if these rules are not newer than this program.
   *
   * @throws UnknownRules if they are
   */
  public void check(String lane, int rules) {
    if (isUnknown(rules)) {
      throw new UnknownRules(domain, lane, rules, newest);
    }
  }
}

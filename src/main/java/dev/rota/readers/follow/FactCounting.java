package dev.rota.readers.follow;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.measures.DomainMonitor;
import dev.rota.kernel.domain.measures.FactCounter;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.FactTallies.Kind;
import dev.rota.readers.follow.held.TurnTally;
import java.util.ArrayList;
import java.util.List;

/** Counts what the turns of a partition decide. */
final class FactCounting implements Watcher<State, Fact<State>> {
  /** A tick comes some hundred milliseconds behind its deadline. */
  private static final long LATE_MILLIS = 1_000;

  private final DomainMonitor<State, Fact<State>> monitor;
  private final FactTallies tallies;
  private final FactCollector facts = new FactCollector();
  private final List<Deadline> fired = new ArrayList<>();

  FactCounting(DomainMonitor<State, Fact<State>> monitor, FactTallies tallies) {
    this.monitor = monitor;
    this.tallies = tallies;
  }

  @Override
  public Runnable decided(State before, List<Fact<State>> some) {
    return facts.decided(before, some);
  }

  @Override
  public void fired(Deadline deadline) {
    fired.add(deadline);
  }

  @Override
  public void dropped() {
    facts.dropped();
    fired.clear();
  }

  /**
   * The turn is over.
   *
   * @param counts false: it is of the past, which is replayed to catch up
   * @return what it decided
   */
  List<Fact<State>> end(TurnEntry turn, boolean counts) {
    List<Fact<State>> decided = facts.end();
    if (counts) {
      count(turn, decided);
    }
    fired.clear();
    return decided;
  }

  /** What is counted of a turn, by what it decided. */
  TurnTally tally(TurnEntry turn, List<Fact<State>> decided) {
    return tally(monitor, turn, decided);
  }

  /** The same, of what a monitor counts. */
  static TurnTally tally(
      DomainMonitor<?, Fact<State>> monitor, TurnEntry turn, List<Fact<State>> decided) {
    Seen seen = new Seen();
    decided.forEach(fact -> monitor.count(fact, seen));
    return turn.reason() == null
        ? new TurnTally(seen.reason, seen.begun, seen.refused)
        : new TurnTally(turn.reason(), seen.begun, seen.refused + 1);
  }

  private static final class Seen implements FactCounter {
    private String reason;
    private long begun;
    private int refused;

    @Override
    public void refused(Enum<?> why) {
      reason = reason == null ? why.name() : reason;
      refused++;
    }

    @Override
    public void moved(long items) {
      // A move is no refusal.
    }

    @Override
    public void begun(long assignments) {
      begun += assignments;
    }
  }

  private void count(TurnEntry turn, List<Fact<State>> decided) {
    String series = tallies.series(turn.lane());
    tallies.add(Kind.TURNS, series, null, 1);
    tallies.add(Kind.DEAD_LETTERS, series, null, turn.reason() == null ? 0 : 1);
    tallies.add(Kind.DEADLINES, series, null, fired.size());
    long late =
        fired.stream().filter(one -> turn.atMillis() - one.atMillis() > LATE_MILLIS).count();
    tallies.add(Kind.LATE_DEADLINES, series, null, late);
    FactCounter to = to(series);
    decided.forEach(fact -> monitor.count(fact, to));
  }

  private FactCounter to(String series) {
    return new FactCounter() {
      @Override
      public void refused(Enum<?> reason) {
        tallies.add(Kind.REFUSALS, series, reason.name(), 1);
      }

      @Override
      public void moved(long items) {
        tallies.add(Kind.MOVES, series, null, items);
      }
    };
  }
}

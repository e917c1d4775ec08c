package dev.rota.readers.follow;

import dev.rota.kernel.domain.measures.Monitor;
import dev.rota.kernel.domain.measures.Tally;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.Entry;
import dev.rota.readers.follow.Tallies.Kind;
import java.util.ArrayList;
import java.util.List;

/** Counts what the turns of a partition decide. */
final class Counting<S, F> implements Watcher<S, F> {
  /** A tick comes some hundred milliseconds behind its deadline. */
  private static final long LATE_MILLIS = 1_000;

  private final Monitor<S, F> monitor;
  private final Tallies tallies;
  private final Learning<S, F> facts = new Learning<>();
  private final List<Deadline> fired = new ArrayList<>();

  Counting(Monitor<S, F> monitor, Tallies tallies) {
    this.monitor = monitor;
    this.tallies = tallies;
  }

  @Override
  public Runnable decided(S before, List<F> some) {
    return facts.decided(before, some);
  }

  @Override
  public void fired(Deadline deadline) {
    fired.add(deadline);
  }

  /**
   * The turn is over.
   *
   * @param counts false: it is of the past, which is replayed to catch up
   * @return why it refused something first; null: it refused nothing
   */
  String end(Entry turn, boolean counts) {
    List<F> decided = facts.end();
    if (counts) {
      count(turn, decided);
    }
    fired.clear();
    First refused = new First();
    decided.forEach(fact -> monitor.count(fact, refused));
    return refused.reason;
  }

  private static final class First implements Tally {
    private String reason;

    @Override
    public void refused(Enum<?> why) {
      reason = reason == null ? why.name() : reason;
    }

    @Override
    public void moved(long items) {
      // A move is no refusal.
    }
  }

  private void count(Entry turn, List<F> decided) {
    String series = tallies.series(turn.lane());
    tallies.add(Kind.TURNS, series, null, 1);
    tallies.add(Kind.DEAD_LETTERS, series, null, turn.reason() == null ? 0 : 1);
    tallies.add(Kind.DEADLINES, series, null, fired.size());
    long late =
        fired.stream().filter(one -> turn.atMillis() - one.atMillis() > LATE_MILLIS).count();
    tallies.add(Kind.LATE_DEADLINES, series, null, late);
    Tally to = to(series);
    decided.forEach(fact -> monitor.count(fact, to));
  }

  private Tally to(String series) {
    return new Tally() {
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

package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.traffic.Traffic;
import java.util.Arrays;
import java.util.Optional;

/**
 * A second lane that takes the same turns, and is closed and reopened from its rows now and then.
 * Law L2: its ledger is the first lane's, byte for byte, and what it has in memory is the same.
 *
 * <pre>
 * turn      1 2 3 4 5 6 7 8
 * lane      ─────────────────
 * twin      ───  ─────  ─────   closed and reopened after turns 2 and 5
 * </pre>
 */
public final class LaneTwin {
  private static final long MIX = 0x9e3779b97f4a7c15L;
  private static final int SELDOM = 64;
  private static final String SAME = "a restart changes nothing";

  private final Domain domain;
  private final String lane;
  private final Comparison comparison;
  private final LanesInMemory bench;
  private final TurnChecks checks;
  private long reopenings;

  /** Compares what two lanes of equal rows have in memory. */
  public interface Comparison {
    /** Returns the first difference, or empty. */
    Optional<String> difference(State lived, State reopened);
  }

  /** Compares what every domain tells: deadlines, and the invariants of the reopened lane. */
  LaneTwin(Domain domain, String lane) {
    this(domain, lane, (_, _) -> Optional.empty());
  }

  /**
   * Creates the twin of a new lane.
   *
   * @param comparison in addition to that of deadlines and invariants
   */
  public LaneTwin(Domain domain, String lane, Comparison comparison) {
    this.domain = domain;
    this.lane = lane;
    this.comparison = comparison;
    this.bench = new LanesInMemory(domain);
    this.checks = new TurnChecks(domain);
  }

  /** How often it was reopened. */
  public long reopenings() {
    return reopenings;
  }

  /**
   * Takes the turn that the lane has just taken. Returns the first difference.
   *
   * @param lived the lane's state after the turn
   */
  public Optional<FailedCheck> take(Traffic.Event event, DecidedTurn decided, State lived) {
    DecidedTurn twins = bench.take(lane, event);
    if (!Arrays.equals(twins.toBytes(), decided.toBytes())) {
      return broken("the entry is " + twins.entry() + " instead of " + decided.entry());
    }
    if (!isReopenedAfter(event)) {
      return Optional.empty();
    }
    bench.restart();
    reopenings++;
    State reopened = bench.lane(lane).state();
    return deadlines(lived, reopened)
        .or(() -> comparison.difference(lived, reopened))
        .flatMap(LaneTwin::broken)
        .or(() -> checks.invariant(reopened));
  }

  /** The event decides, not a counter: a shorter history is reopened after the same events. */
  private static boolean isReopenedAfter(Traffic.Event event) {
    long mixed = (event.atMillis() + event.topic().hashCode()) * MIX;
    return (mixed >>> Integer.SIZE) % SELDOM == 0;
  }

  private Optional<String> deadlines(State lived, State reopened) {
    Deadline one = null;
    do {
      Deadline other = domain.card().engine().nextDeadline(reopened, one);
      one = domain.card().engine().nextDeadline(lived, one);
      if (one == null ? other != null : !one.equals(other)) {
        return Optional.of("the next deadline is " + one + ", and reopened " + other);
      }
    } while (one != null);
    return Optional.empty();
  }

  private static Optional<FailedCheck> broken(String what) {
    return Optional.of(new FailedCheck(SAME, what));
  }
}

package dev.rota.readers.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.TopicLogs;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Tells of one turn of a lane, by a replay from the nearest checkpoint before it.
 *
 * @param follower begins at a checkpoint
 * @param done counts the turns of the lane that were decided
 */
record TurnTeller(
    Domain domain,
    String lane,
    TopicLogs logs,
    ReplayStart beginning,
    BiFunction<OpenedCheckpoint, Watcher<State, Fact<State>>, PartitionFollower> follower,
    LongAdder done) {

  /** As {@link LaneAnswers#turn} says. */
  <T> TurnAccount<T> tell(long number, Function<State, T> reader) {
    FactCollector facts = new FactCollector();
    OpenedCheckpoint start =
        beginning.nearest(lane, new HistoryMoment.Turn(Math.max(0, number - 1)));
    try (PartitionFollower from = follower.apply(start, facts)) {
      Sought<T> sought = new Sought<>(from, facts, number, reader);
      sought.begin();
      from.judging(sought::judge);
      while (sought.found == null && from.next(_ -> done.increment())) {
        // The turns of other lanes, and those before it.
      }
      if (sought.found == null) {
        from.check(lane, new HistoryMoment.Turn(number));
        throw new NotInLedger("the ledger has no turn %d of lane '%s'".formatted(number, lane));
      }
      return sought.found;
    }
  }

  private RetainedInput retained(TurnEntry entry) {
    return entry.source() == null ? null : RetainedInput.of(logs, entry.source());
  }

  /** Looks out for the turn. */
  private final class Sought<T> {
    private final PartitionFollower from;
    private final FactCollector facts;
    private final long number;
    private final Function<State, T> reader;
    private T before;
    private TurnAccount<T> found;

    Sought(PartitionFollower from, FactCollector facts, long number, Function<State, T> reader) {
      this.from = from;
      this.facts = facts;
      this.number = number;
      this.reader = reader;
    }

    /** The checkpoint may be the state before it. */
    void begin() {
      if (from.believed().contains(lane) && from.standing(lane).turn() == number - 1) {
        before = read();
      }
    }

    private T read() {
      State state = from.state(lane);
      return state == null ? null : reader.apply(state);
    }

    void judge(TurnEntry entry, DecidedTurn decided) {
      if (!entry.lane().equals(lane) || found != null) {
        return;
      }
      List<Fact<State>> its = facts.end();
      LaneArrival piece = entry.arrival();
      if (piece != null && piece.isFirst() && entry.number() > number) {
        throw new LaneElsewhere(lane, piece);
      }
      if (entry.number() == number) {
        found = account(entry, decided, its);
      } else if (entry.number() == number - 1 && decided != null) {
        before = read();
      }
    }

    private TurnAccount<T> account(TurnEntry entry, DecidedTurn decided, List<Fact<State>> its) {
      List<Output> outputs = decided == null ? null : decided.published();
      String headline = decided == null ? null : domain.card().why().headline(its);
      T after = decided == null ? null : read();
      String reason = FactCounting.tally(domain.card().monitor(), entry, its).reason();
      return new TurnAccount<>(
          entry, from.standing(lane), retained(entry), outputs, reason, headline, before, after);
    }
  }
}

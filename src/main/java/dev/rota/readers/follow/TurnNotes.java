package dev.rota.readers.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.TurnAudience.LaneTurns;
import dev.rota.readers.follow.TurnListener.DecidedFacts;
import dev.rota.readers.follow.held.AssignmentTurn;
import dev.rota.readers.follow.held.PartitionTrends;
import dev.rota.readers.follow.held.RecentTurn;
import dev.rota.readers.follow.held.TrendLevel;
import dev.rota.readers.follow.held.TurnTally;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * What is noted of a partition's turns while they are replayed: what they decided, who has what,
 * since when queues wait, and the last hour. Not thread-safe, but for {@link
 * PartitionTrends#heard}.
 */
final class TurnNotes {
  private final Domain domain;
  private final FactTallies tallies;
  private final InputNames names;
  private final FactCounting counting;
  private final AssignmentWatch assigning;
  private final PlaceTimes places;
  private PartitionTrends trends =
      new PartitionTrends(_ -> null, _ -> false, System::currentTimeMillis);

  /** Nothing is replayed yet. */
  TurnNotes(Domain domain, FactTallies tallies) {
    this.domain = domain;
    this.tallies = tallies;
    this.names = new InputNames(domain.wire().inputs());
    this.counting = new FactCounting(domain.card().monitor(), tallies);
    this.assigning = new AssignmentWatch(domain.card().monitor().assignments());
    this.places = new PlaceTimes(domain.card().monitor());
  }

  /** Sees what the rules decide. */
  Watcher<State, Fact<State>> watcher() {
    return counting.and(assigning);
  }

  /**
   * Begins with the lanes that a follower has before its first record.
   *
   * @param clock epoch ms; null: the ledger does not grow
   */
  void begin(PartitionFollower begun, LongSupplier clock) {
    Predicate<String> own = lane -> tallies.series(lane).equals(lane);
    trends = new PartitionTrends(lane -> level(begun.state(lane), lane), own, clock);
    begun.believed().stream()
        .sorted()
        .forEach(lane -> trends.begin(lane, begun.standing(lane).atMillis()));
    begun.beforePage(page -> trends.page(page.turns()));
  }

  private TrendLevel level(State state, String lane) {
    return state == null
        ? null
        : TrendLevel.of(places.vitals(lane, state), domain.card().monitor().capacity(state));
  }

  /**
   * A checkpoint has the lane. What is queued in it was queued up to the lane's last turn.
   *
   * @param state null: it is set aside
   */
  void begin(LaneStanding at, State state) {
    places.note(at.lane(), state, at.atMillis());
  }

  /** Who has what in a lane of a checkpoint. */
  AssignmentTurn assigned(LaneStanding at, State state) {
    return assigning.standing(at.lane(), at.turn(), at.atMillis(), state);
  }

  /**
   * A turn is verified.
   *
   * @param state behind it; null: it is set aside
   * @param counts false: it is of the past, which is replayed to catch up
   * @param to gets what it said
   */
  void take(TurnEntry turn, State state, boolean counts, LaneTurns to) {
    List<Fact<State>> facts = counting.end(turn, counts);
    TurnTally tally = counting.tally(turn, facts);
    places.note(turn.lane(), state, turn.atMillis());
    trends.turn(turn, tally);
    to.add(
        new DecidedFacts(turn, facts),
        names.recent(turn, tally.reason(), domain.card().why().headline(facts)),
        assigning.end(turn, state));
  }

  /** What every domain has of a lane. */
  QueueVitals vitals(String lane, State state) {
    return places.vitals(lane, state);
  }

  /** What the lanes were like in the last hour. */
  PartitionTrends trends() {
    return trends;
  }

  /** The names of a domain's input records, by their topics. */
  private static final class InputNames {
    private final Map<String, String> byTopic = new HashMap<>();

    InputNames(List<InputTopic> inputs) {
      inputs.forEach(input -> byTopic.put(input.topic(), input.schema().getName()));
    }

    /**
     * What is held of a turn.
     *
     * @param reason why something was refused; null: nothing was
     * @param said whom and what it was about; null: nothing to say
     */
    RecentTurn recent(TurnEntry turn, String reason, String said) {
      String input =
          turn.kind() == TurnEntry.Kind.INPUT && turn.source() != null
              ? byTopic.get(turn.source().topic())
              : null;
      return new RecentTurn(
          turn.number(), turn.atMillis(), turn.kind(), input, reason, turn.outputs(), said);
    }
  }
}

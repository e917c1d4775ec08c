package dev.rota.readers.follow;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.AssignmentEnd;
import dev.rota.kernel.domain.measures.AssignmentSink;
import dev.rota.kernel.domain.measures.GenerationMoves;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.held.AssignmentTurn;
import dev.rota.readers.follow.held.AssignmentTurn.Passage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Notes what the turns of a partition say of assignments. */
final class AssignmentWatch implements Watcher<State, Fact<State>> {
  private final AssignmentAccount<State, Fact<State>> account;
  private final List<Fact<State>> facts = new ArrayList<>();
  private final List<Consumer<AssignmentSink>> events = new ArrayList<>();

  AssignmentWatch(AssignmentAccount<State, Fact<State>> account) {
    this.account = account;
  }

  @Override
  public Runnable decided(State before, List<Fact<State>> some) {
    EventRecorder told = new EventRecorder();
    some.forEach(fact -> account.tell(before, fact, told));
    return () -> {
      events.addAll(told.events);
      if (account.hasGenerations()) {
        facts.addAll(some);
      }
    };
  }

  @Override
  public void dropped() {
    facts.clear();
    events.clear();
  }

  /**
   * The turn is over.
   *
   * @param state behind it, to be read now; null: it is set aside
   */
  AssignmentTurn end(TurnEntry turn, State state) {
    if (turn.kind() == TurnEntry.Kind.ARRIVE) {
      return standing(turn.lane(), turn.number(), turn.atMillis(), state);
    }
    List<GenerationMoves> moves = account.hasGenerations() ? account.moves(facts) : List.of();
    boolean leaves = turn.kind() == TurnEntry.Kind.LEAVE;
    AssignmentTurn ended =
        new AssignmentTurn(
            turn.lane(),
            turn.number(),
            turn.atMillis(),
            leaves ? Passage.LEAVES : Passage.STAYS,
            List.copyOf(events),
            moves);
    dropped();
    return ended;
  }

  /** A lane is known from here on, as if it came with the turn. */
  AssignmentTurn standing(String lane, long turn, long atMillis, State state) {
    EventRecorder stands = new EventRecorder();
    if (state != null) {
      account.stand(state, stands);
    }
    return new AssignmentTurn(lane, turn, atMillis, Passage.COMES, stands.events, List.of());
  }

  private static final class EventRecorder implements AssignmentSink {
    private final List<Consumer<AssignmentSink>> events = new ArrayList<>();

    @Override
    public void waits(String thing, long atMillis) {
      events.add(to -> to.waits(thing, atMillis));
    }

    @Override
    public void waitsNoMore(String thing) {
      events.add(to -> to.waitsNoMore(thing));
    }

    @Override
    public void begins(ResourceAssignment one, long atMillis) {
      events.add(to -> to.begins(one, atMillis));
    }

    @Override
    public void ends(String resource, String thing, AssignmentEnd end, long atMillis) {
      events.add(to -> to.ends(resource, thing, end, atMillis));
    }
  }
}

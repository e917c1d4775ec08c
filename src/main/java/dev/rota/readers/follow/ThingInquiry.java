package dev.rota.readers.follow;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Collects what is decided about a thing of a lane, turn by turn. */
final class ThingInquiry implements Watcher<State, Fact<State>> {
  private final Why<State, Fact<State>> why;
  private final Thing thing;
  private final HistoryQuestion question;
  private final List<Reason> open = new ArrayList<>();
  private final Deque<ThingEvent> events = new ArrayDeque<>();
  private long count;

  ThingInquiry(Why<State, Fact<State>> why, Thing thing, HistoryQuestion question) {
    this.why = why;
    this.thing = thing;
    this.question = question;
  }

  Thing thing() {
    return thing;
  }

  @Override
  public Runnable decided(State before, List<Fact<State>> facts) {
    List<Reason> reasons = why.decided(thing, before, facts);
    return () -> open.addAll(reasons);
  }

  /** The turn is over. */
  void end(TurnEntry turn) {
    if (question.after().map(moment -> moment.isBefore(turn)).orElse(true)) {
      open.forEach(reason -> add(new ThingEvent(turn.number(), turn.atMillis(), reason)));
    }
    open.clear();
  }

  private void add(ThingEvent event) {
    count++;
    if (question.after().isEmpty() && events.size() == question.most()) {
      events.remove();
    }
    if (events.size() < question.most()) {
      events.add(event);
    }
  }

  /** How many there were that are asked for, those that are not kept included. */
  long count() {
    return count;
  }

  /** Those that are told, the oldest first. */
  List<ThingEvent> events() {
    return List.copyOf(events);
  }
}

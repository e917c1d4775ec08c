package dev.rota.stream;

import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.Arrival;
import dev.rota.ledger.Lane;
import dev.rota.ledger.Shelf;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Makes time pass on silent lanes: where a deadline is due and nothing comes in, a tick becomes a
 * turn. The only clock of the house, and all it can do is write into the ledger.
 */
final class Metronome<S extends State, I, F extends Fact<S>> {
  private final Shelf<S, I, F> shelf;
  private final BiConsumer<Lane<S, I, F>, Arrival<I>> take;
  private final Map<String, Lane<S, I, F>> watched = new HashMap<>();
  private boolean awake;

  Metronome(Shelf<S, I, F> shelf, BiConsumer<Lane<S, I, F>, Arrival<I>> take) {
    this.shelf = shelf;
    this.take = take;
  }

  void watch(Lane<S, I, F> lane) {
    watched.putIfAbsent(lane.name(), lane);
  }

  /** Kafka Streams beats it, with the wall clock's epoch milliseconds. */
  void beat(long nowMillis) {
    if (!awake) {
      // After a restart or a rebalance, lanes may have deadlines and nothing to remind of them.
      shelf.lanes().forEach(name -> watch(shelf.lane(name)));
      awake = true;
    }
    for (Lane<S, I, F> lane : watched.values()) {
      if (lane.nextDeadline() <= nowMillis) {
        take.accept(lane, new Arrival.Tick<>(nowMillis));
      }
    }
  }
}

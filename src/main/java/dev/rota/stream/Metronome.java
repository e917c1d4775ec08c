package dev.rota.stream;

import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.Arrival;
import dev.rota.ledger.Lane;
import dev.rota.ledger.LaneStore;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Makes time pass on silent lanes: where a deadline is due and nothing comes in, a tick becomes a
 * turn. The only clock of the house, and all it can do is write into the ledger.
 *
 * <p>It never takes a lane past records that its task may still have to read, or after a standstill
 * every lease would lapse before its renewal is seen: while the task reads, it is as late as what
 * was read last; the wall clock's time it is where that was just now, or nothing has come for
 * {@link #SILENCE_MILLIS}.
 */
final class Metronome<S extends State, I, F extends Fact<S>> {
  private static final long SILENCE_MILLIS = 1_000;

  private final LaneStore<S, I, F> store;
  private final BiConsumer<Lane<S, I, F>, Arrival<I>> take;
  private final Map<String, Lane<S, I, F>> watched = new HashMap<>();
  private boolean awake;
  private long silentSinceMillis;
  private long heardTimestampMillis;

  Metronome(LaneStore<S, I, F> store, BiConsumer<Lane<S, I, F>, Arrival<I>> take, long nowMillis) {
    this.store = store;
    this.take = take;
    this.silentSinceMillis = nowMillis;
  }

  /** A record with that timestamp came in on the lane. */
  void hear(Lane<S, I, F> lane, long timestampMillis, long nowMillis) {
    watched.putIfAbsent(lane.name(), lane);
    heardTimestampMillis = timestampMillis;
    silentSinceMillis = nowMillis;
  }

  /** Kafka Streams beats it, with the wall clock's epoch milliseconds. */
  void beat(long nowMillis) {
    if (!awake) {
      // After a restart or a rebalance, lanes may have deadlines and nothing to remind of them.
      store.lanes().forEach(name -> watched.putIfAbsent(name, store.lane(name)));
      awake = true;
    }
    var tick = new Arrival.Tick<I>(passedMillis(nowMillis));
    watched.values().removeIf(lane -> !reminded(lane, tick));
  }

  private long passedMillis(long nowMillis) {
    boolean silent = nowMillis - silentSinceMillis >= SILENCE_MILLIS;
    boolean abreast = nowMillis - heardTimestampMillis < SILENCE_MILLIS;
    return silent || abreast ? nowMillis : heardTimestampMillis;
  }

  /** Whether it is worth asking the lane again. */
  private boolean reminded(Lane<S, I, F> lane, Arrival.Tick<I> tick) {
    boolean due;
    boolean told = true;
    try {
      due = lane.nextDeadline() <= tick.timestampMillis();
    } catch (RuntimeException bug) {
      // The turn meets it too, and puts it where somebody reads it; once, or it would do so for
      // ever.
      due = true;
      told = false;
    }
    if (due) {
      take.accept(lane, tick);
    }
    return told;
  }
}

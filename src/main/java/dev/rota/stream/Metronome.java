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
 * Makes ticks on silent lanes: a lane with a due deadline and no input takes a tick as a turn. It
 * is the only clock, and its only output is a turn in the ledger.
 *
 * <p>A tick never passes unread records of its task; otherwise all leases would expire before their
 * renewals are read. While records arrive, the time is the last record's timestamp. It is the wall
 * clock if that timestamp is at most {@link #SILENCE_MILLIS} old, or if no record has arrived for
 * that long.
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

  /** A record with this timestamp arrived on the lane. */
  void hear(Lane<S, I, F> lane, long timestampMillis, long nowMillis) {
    watched.putIfAbsent(lane.name(), lane);
    heardTimestampMillis = timestampMillis;
    silentSinceMillis = nowMillis;
  }

  /** Called by Kafka Streams with the wall clock in epoch ms. */
  void beat(long nowMillis) {
    if (!awake) {
      // After a restart or rebalance, lanes may have deadlines although no record arrives.
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

  /** Returns true if the lane should be asked again. */
  private boolean reminded(Lane<S, I, F> lane, Arrival.Tick<I> tick) {
    boolean due;
    boolean told = true;
    try {
      due = lane.nextDeadline() <= tick.timestampMillis();
    } catch (RuntimeException bug) {
      // The turn fails in the same way and dead-letters it. Once, otherwise it would repeat
      // forever.
      due = true;
      told = false;
    }
    if (due) {
      take.accept(lane, tick);
    }
    return told;
  }
}

package dev.rota.stream;

import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.Arrival;
import dev.rota.ledger.DueLanes;
import dev.rota.ledger.Lane;
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

  private final DueLanes<S, I, F> lanes;
  private final BiConsumer<Lane<S, I, F>, Arrival<I>> take;
  private long silentSinceMillis;
  private long heardTimestampMillis;

  Metronome(DueLanes<S, I, F> lanes, BiConsumer<Lane<S, I, F>, Arrival<I>> take, long nowMillis) {
    this.lanes = lanes;
    this.take = take;
    this.silentSinceMillis = nowMillis;
  }

  /** A record with this timestamp arrived. */
  void hear(long timestampMillis, long nowMillis) {
    heardTimestampMillis = timestampMillis;
    silentSinceMillis = nowMillis;
  }

  /** Called by Kafka Streams with the wall clock in epoch ms. */
  void beat(long nowMillis) {
    var tick = new Arrival.Tick<I>(passedMillis(nowMillis));
    lanes.at(tick.timestampMillis()).forEach(lane -> take.accept(lane, tick));
  }

  private long passedMillis(long nowMillis) {
    boolean silent = nowMillis - silentSinceMillis >= SILENCE_MILLIS;
    boolean abreast = nowMillis - heardTimestampMillis < SILENCE_MILLIS;
    return silent || abreast ? nowMillis : heardTimestampMillis;
  }
}

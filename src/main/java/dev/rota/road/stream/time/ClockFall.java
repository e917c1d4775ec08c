package dev.rota.road.stream.time;

import java.util.function.LongSupplier;

/**
 * Notices that this host's wall clock was set back. Kafka's clients remember the latest time that
 * they have seen: until it comes again they neither beat, commit, time out nor return from a poll.
 */
public final class ClockFall {
  /** A shorter standstill ends before a session does. Clocks kept by NTP fall by less. */
  static final long BORNE_MILLIS = 3_000;

  private final LongSupplier wallMillis;
  private long latestMillis;

  /**
   * Begins with the present time.
   *
   * @param wallMillis the host's clock in epoch ms
   */
  public ClockFall(LongSupplier wallMillis) {
    this.wallMillis = wallMillis;
    this.latestMillis = wallMillis.getAsLong();
  }

  /** Returns by how much the clock is behind what it has shown, in ms; 0: by little or nothing. */
  public long look() {
    long now = wallMillis.getAsLong();
    latestMillis = Math.max(latestMillis, now);
    long behind = latestMillis - now;
    return behind > BORNE_MILLIS ? behind : 0;
  }

  /** From now on only clients count that are made after this call. */
  public void forget() {
    latestMillis = wallMillis.getAsLong();
  }
}

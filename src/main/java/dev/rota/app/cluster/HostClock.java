package dev.rota.app.cluster;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Notices that this machine's wall clock was set back. Kafka's clients remember the latest time
 * that they have seen: until it comes again they neither beat, commit, time out nor return from a
 * poll. So their process ends, and the clients of the next one know the new time alone.
 */
public final class HostClock {
  /** A shorter standstill ends before a session does. Clocks kept by NTP fall by less. */
  static final long BORNE_MILLIS = 3_000;

  private final LongSupplier wallMillis;
  private final Supplier<String> again;
  private long latestMillis;

  /**
   * Begins with the present time.
   *
   * @param wallMillis the clock in epoch ms
   * @param again how to start the process again, asked when it must end
   */
  public HostClock(LongSupplier wallMillis, Supplier<String> again) {
    this.wallMillis = wallMillis;
    this.again = again;
    this.latestMillis = wallMillis.getAsLong();
  }

  /**
   * Looks at it, to be called again and again.
   *
   * @throws CommandFailure if it is behind what it has shown
   */
  public void check() {
    long now = wallMillis.getAsLong();
    latestMillis = Math.max(latestMillis, now);
    long behind = latestMillis - now;
    if (behind > BORNE_MILLIS) {
      throw new CommandFailure(
          ExitCode.AGAIN,
          "this machine's clock was set back by " + behind + " ms",
          "Kafka's clients wait until it shows again what it has shown",
          again.get() + "; run NTP");
    }
  }
}

package dev.rota.base.actions;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** The front doors of a bot. One is asked; where it does not answer, the next, in a circle. */
final class FrontDoorRing {
  private static final long BACK_OFF_MILLIS_MIN = 100;
  private static final long BACK_OFF_MILLIS_MAX = 10_000;

  private final List<? extends Channel> doors;
  private int present;
  private long failures;

  FrontDoorRing(List<? extends Channel> doors) {
    this.doors = doors;
  }

  /** The one that is asked now. */
  Channel present() {
    return doors.get(present);
  }

  /** It has answered. */
  void answered() {
    failures = 0;
  }

  boolean haveFailed() {
    return failures > 0;
  }

  /** It has not. Returns how long to wait before the next is asked: all are tried first. */
  Duration next() {
    present = (present + 1) % doors.size();
    long round = failures++ / doors.size();
    return present == 0 || failures > doors.size() ? backOff(round) : Duration.ZERO;
  }

  /** Longer from round to round, and by chance: others wait too. */
  static Duration backOff(long round) {
    long most = Math.min(BACK_OFF_MILLIS_MAX, BACK_OFF_MILLIS_MIN << Math.min(round, 10));
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
  }

  /** Connects now if it has to: it would wait by itself too, for minutes at last. */
  void reconnect() {
    if (doors.get(present) instanceof ManagedChannel channel) {
      channel.resetConnectBackoff();
    }
  }
}

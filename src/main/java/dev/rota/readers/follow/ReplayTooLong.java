package dev.rota.readers.follow;

import java.time.Duration;

/** Thrown if it takes too long to replay a lane's past. */
public final class ReplayTooLong extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReplayTooLong(Duration limit) {
    super("replaying the lane takes more than " + limit.toSeconds() + " s");
  }
}

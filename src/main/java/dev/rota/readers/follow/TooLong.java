package dev.rota.readers.follow;

import java.time.Duration;

/** Thrown if it takes too long to decide a lane's past again. */
public final class TooLong extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TooLong(Duration limit) {
    super("deciding the lane again takes more than " + limit.toSeconds() + " s");
  }
}

package dev.rota.road.stream;

import org.apache.kafka.common.KafkaException;

/** Stream threads of a domain failed again and again, so the domain stopped. */
public final class TooManyFailures extends KafkaException {
  private static final long serialVersionUID = 1L;

  private TooManyFailures(String what, Throwable last) {
    super(what + "; the last: " + ThreadFailures.root(last), last);
  }

  static TooManyFailures failed(String domain, Throwable last) {
    return new TooManyFailures(
        "more than "
            + ThreadRestarts.MAX
            + " stream threads of "
            + domain
            + " failed within "
            + ThreadRestarts.WINDOW.toMinutes()
            + " minutes",
        last);
  }

  /** None could log in. */
  static TooManyFailures refused(String domain, Throwable last) {
    return new TooManyFailures(
        "stream threads of "
            + domain
            + " could not log in for more than "
            + ThreadRestarts.REFUSED_MAX.toSeconds()
            + " s",
        last);
  }
}

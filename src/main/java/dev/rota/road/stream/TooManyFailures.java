package dev.rota.road.stream;

import org.apache.kafka.common.KafkaException;

/** Stream threads of a domain failed again and again, so the domain stopped. */
public final class TooManyFailures extends KafkaException {
  private static final long serialVersionUID = 1L;

  TooManyFailures(String domain, int most, Throwable last) {
    super(
        "more than "
            + most
            + " stream threads of "
            + domain
            + " failed within "
            + ThreadRestarts.WINDOW.toMinutes()
            + " minutes; the last: "
            + ThreadFailures.root(last),
        last);
  }
}

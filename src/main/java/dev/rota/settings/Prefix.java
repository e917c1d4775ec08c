package dev.rota.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Whom a key is passed through to. */
enum Prefix {
  KAFKA,
  STREAMS,
  PRODUCER,
  CONSUMER,
  ADMIN,
  REGISTRY;

  /** {@code producer.} and its like. */
  String text() {
    return name().toLowerCase(Locale.ROOT) + ".";
  }

  /** The receiver's own key. */
  String strip(String name) {
    return name.substring(text().length());
  }

  static Optional<Prefix> of(String name) {
    return Arrays.stream(values())
        .filter(prefix -> name.startsWith(prefix.text()) && name.length() > prefix.text().length())
        .findFirst();
  }
}

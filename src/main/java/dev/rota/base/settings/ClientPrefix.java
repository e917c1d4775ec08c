package dev.rota.base.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The client that a key is passed to. */
enum ClientPrefix {
  KAFKA,
  STREAMS,
  PRODUCER,
  CONSUMER,
  ADMIN,
  REGISTRY;

  /** The prefix, such as {@code producer.}. */
  String text() {
    return name().toLowerCase(Locale.ROOT) + ".";
  }

  /** The client's own key. */
  String strip(String name) {
    return name.substring(text().length());
  }

  static Optional<ClientPrefix> of(String name) {
    return Arrays.stream(values())
        .filter(prefix -> name.startsWith(prefix.text()) && name.length() > prefix.text().length())
        .findFirst();
  }
}

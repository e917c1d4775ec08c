package dev.rota.settings;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a setting's value has to look like. */
enum Kind {
  TEXT("any text", value -> true),
  ADDRESSES("host:port, several with commas", value -> all(value, Kind::isAddress)),
  URLS("an http or https address, several with commas", value -> all(value, Kind::isUrl)),
  COUNT("a whole number from 1 to 2147483647", value -> between(value, 1, Integer.MAX_VALUE)),
  NUMBER("a whole number from 0 to 2147483647", value -> between(value, 0, Integer.MAX_VALUE)),
  REPLICAS("a whole number from 1 to 32767, or -1 for the cluster's own", Kind::isReplicas),
  PORT("a port from 0 to 65535", value -> between(value, 0, 65_535)),
  PROTOCOL("classic or streams", value -> List.of("classic", "streams").contains(value)),
  NAME(
      "letters, digits and ._- only",
      value -> Pattern.matches("[A-Za-z0-9][A-Za-z0-9._-]*", value));

  private final String expected;
  private final Check check;

  Kind(String expected, Check check) {
    this.expected = expected;
    this.check = check;
  }

  /** What was expected instead; empty when the value will do. */
  Optional<String> unlike(String value) {
    return check.holds(value) ? Optional.empty() : Optional.of(expected);
  }

  private static boolean all(String value, Check check) {
    List<String> items = Settings.items(value);
    return !items.isEmpty() && items.stream().allMatch(check::holds);
  }

  private static boolean isAddress(String value) {
    int colon = value.lastIndexOf(':');
    return colon > 0
        && !value.contains("/")
        && between(value.substring(colon + 1), 1, 65_535)
        && value.chars().noneMatch(Character::isWhitespace);
  }

  private static boolean isUrl(String value) {
    if (value.startsWith("mock://")) {
      return true;
    }
    try {
      URI uri = URI.create(value);
      return uri.getHost() != null && List.of("http", "https").contains(uri.getScheme());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isReplicas(String value) {
    return value.equals("-1") || between(value, 1, Short.MAX_VALUE);
  }

  private static boolean between(String value, long min, long max) {
    try {
      long number = Long.parseLong(value);
      return number >= min && number <= max;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** A question to a value. */
  private interface Check {
    boolean holds(String value);
  }
}

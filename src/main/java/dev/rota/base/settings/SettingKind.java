package dev.rota.base.settings;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The valid values of a setting. */
enum SettingKind {
  TEXT("any text"),
  ADDRESSES("host:port, comma-separated"),
  URLS("http or https addresses, comma-separated"),
  COUNT("a whole number from 1 to 2147483647"),
  NUMBER("a whole number from 0 to 2147483647"),
  INPUT_BYTES("a number of bytes from 1024 to 8388608"),
  REPLICAS("a whole number from 1 to 32767, or -1 for the cluster's default"),
  PORT("a port from 0 to 65535"),
  PROTOCOL("classic or streams"),
  LOG_FORMAT("text or json"),
  METRICS("useful or all"),
  HISTORY("kept or trimmed"),
  ADOPTION("newest, hold, or a version of the rules: a whole number from 1"),
  NAME("letters, digits and ._- only");

  private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  private final String expected;

  SettingKind(String expected) {
    this.expected = expected;
  }

  /** Describes valid values; empty if the value is valid. */
  Optional<String> unlike(String value) {
    return holds(value) ? Optional.empty() : Optional.of(expected);
  }

  private boolean holds(String value) {
    return switch (this) {
      case TEXT -> true;
      case ADDRESSES -> all(value, SettingKind::isAddress);
      case URLS -> all(value, SettingKind::isUrl);
      case COUNT -> between(value, 1, Integer.MAX_VALUE);
      case NUMBER -> between(value, 0, Integer.MAX_VALUE);
      // Half of the largest record that is written is left for all else.
      case INPUT_BYTES -> between(value, 1024, 8 << 20);
      case REPLICAS -> value.equals("-1") || between(value, 1, Short.MAX_VALUE);
      case PORT -> between(value, 0, 65_535);
      case PROTOCOL, METRICS, LOG_FORMAT, HISTORY ->
          List.of(expected.split(" or ", -1)).contains(value);
      case ADOPTION ->
          List.of("newest", "hold").contains(value) || between(value, 1, Integer.MAX_VALUE);
      case NAME -> NAMES.matcher(value).matches();
    };
  }

  private static boolean all(String value, Predicate<String> check) {
    List<String> items = Settings.items(value);
    return !items.isEmpty() && items.stream().allMatch(check);
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
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static boolean between(String value, long min, long max) {
    try {
      long number = Long.parseLong(value);
      return number >= min && number <= max;
    } catch (NumberFormatException _) {
      return false;
    }
  }
}

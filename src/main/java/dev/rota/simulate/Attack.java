package dev.rota.simulate;

import dev.rota.domain.Output;
import java.util.Locale;
import java.util.Set;

/** What comes over the wire that no honest producer with a good clock sends. */
enum Attack {
  /** More than {@code input.bytes.max}. */
  OVERSIZED(Output.TOO_LARGE),
  /** A field beyond the limit that its schema states. */
  OVERLONG(Output.LIMIT),
  /** Bytes of no serializer. */
  GARBAGE("BAD_FRAMING", "UNKNOWN_SCHEMA", "AVRO_DECODE"),
  /** A good value without its end. */
  CUT_OFF("AVRO_DECODE"),
  UNKNOWN_SCHEMA("UNKNOWN_SCHEMA"),
  /** A record of another topic. */
  WRONG_TYPE("WRONG_TYPE"),
  EMPTY_VALUE("EMPTY_VALUE"),
  /** None, one that names no lane, or another lane's. */
  BAD_KEY("BAD_KEY"),
  WRONG_PARTITION("WRONG_PARTITION"),
  BAD_HEADERS("BAD_HEADERS"),
  /** A stamp days to ages ahead. */
  FAR_AHEAD,
  /** A stamp days behind, or of 1970. */
  FAR_BEHIND,
  /** The engine's clock falls back for a while. */
  TIME_FALLS_BACK;

  private final Set<String> reasons;

  Attack(String... reasons) {
    this.reasons = Set.of(reasons);
  }

  /** Its name for people. */
  String told() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The reasons of the dead letter that it must become; empty: it is decided as any other. */
  static Set<String> reasons(String told) {
    for (Attack one : values()) {
      if (one.told().equals(told)) {
        return one.reasons;
      }
    }
    return Set.of();
  }
}

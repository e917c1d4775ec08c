package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Output;
import java.util.Locale;
import java.util.Set;

/** What comes over the wire that no honest producer with a good clock sends. */
enum WireAttack {
  /** More than {@code input.bytes.max}. */
  OVERSIZED,
  /** A field beyond the limit that its schema states. */
  OVERLONG,
  /** Bytes of no serializer. */
  GARBAGE,
  /** A good value without its end. */
  CUT_OFF,
  UNKNOWN_SCHEMA,
  /** A record of another topic. */
  WRONG_TYPE,
  EMPTY_VALUE,
  /** None, one that names no lane, or another lane's. */
  BAD_KEY,
  WRONG_PARTITION,
  BAD_HEADERS,
  /** A stamp days to ages ahead. */
  FAR_AHEAD,
  /** A stamp days behind, or of 1970. */
  FAR_BEHIND,
  /** The engine's clock falls back for a while. */
  TIME_FALLS_BACK;

  /** Its name for people. */
  String told() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The reasons of the dead letter that it must become; empty: it is decided as any other. */
  static Set<String> reasons(String told) {
    for (WireAttack one : values()) {
      if (one.told().equals(told)) {
        return one.reasons();
      }
    }
    return Set.of();
  }

  private Set<String> reasons() {
    return switch (this) {
      case OVERSIZED -> Set.of(Output.TOO_LARGE);
      case OVERLONG -> Set.of(Output.LIMIT);
      case GARBAGE -> Set.of("BAD_FRAMING", "UNKNOWN_SCHEMA", "AVRO_DECODE");
      case CUT_OFF -> Set.of("AVRO_DECODE");
      case UNKNOWN_SCHEMA, WRONG_TYPE, EMPTY_VALUE, BAD_KEY, WRONG_PARTITION, BAD_HEADERS ->
          Set.of(name());
      case FAR_AHEAD, FAR_BEHIND, TIME_FALLS_BACK -> Set.of();
    };
  }
}

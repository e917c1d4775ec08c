package dev.rota.kernel.ledger;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.LaneDeparture;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * One turn in the ledger.
 *
 * @param source null for a tick, an adoption, a departure and an arrival
 * @param reason why an input became a dead letter, such as {@link Output#LANE_SET_ASIDE}; {@link
 *     Output#DEADLINE_FAULT}: a deadline is set aside and the input is decided; or null
 * @param key an unreadable record's key, else null
 * @param input single-object encoded; unchanged bytes of an unreadable record; the version that is
 *     adopted, in digits; of a departure a {@link LaneDeparture}, of an arrival a {@link
 *     LaneArrival}; null for a tick
 * @param outputs number of records that the turn published
 * @param rules version of the rules in force, which decided; an adoption's is the one it leaves
 */
public record TurnEntry(
    String lane,
    long number,
    long atMillis,
    Kind kind,
    InputPosition source,
    String reason,
    byte[] key,
    byte[] input,
    int outputs,
    byte[] outputsDigest,
    int rules) {
  public enum Kind {
    INPUT,
    TICK,
    UNREADABLE,
    /** The lane adopts a later version of the rules. The turn decides and publishes nothing. */
    ADOPT,
    /**
     * The lane leaves for another partition. The turn is its last one here, and publishes nothing.
     */
    LEAVE,
    /** A piece of a lane comes from another partition. The turn publishes nothing. */
    ARRIVE
  }

  private static final Pattern VERSION = Pattern.compile("[1-9]\\d{0,8}");

  /** The input of an adoption of that version. */
  static byte[] adoption(int rules) {
    return Integer.toString(rules).getBytes(US_ASCII);
  }

  /** The version of the rules in force behind this turn; 0: it adopts one, but does not say it. */
  public int rulesAfter() {
    if (kind != Kind.ADOPT) {
      return rules;
    }
    String version = input == null ? "" : new String(input, US_ASCII);
    return VERSION.matcher(version).matches() ? Integer.parseInt(version) : 0;
  }

  /** Returns true if the lane moves to another partition, or from one. */
  public boolean isMove() {
    return kind == Kind.LEAVE || kind == Kind.ARRIVE;
  }

  /** What a departure says; null: it is none, or cannot be read. */
  public LaneDeparture departure() {
    return kind == Kind.LEAVE ? LaneDeparture.read(input).orElse(null) : null;
  }

  /** What an arrival says, and brings; null: it is none, or cannot be read. */
  public LaneArrival arrival() {
    return kind == Kind.ARRIVE ? LaneArrival.read(input).orElse(null) : null;
  }

  /** Returns true if a lane comes from another partition, with its first piece. */
  public boolean isFirstPiece() {
    LaneArrival piece = arrival();
    return piece != null && piece.isFirst();
  }

  /** The length of what came in: the input, and an unreadable record's key. */
  int bytes() {
    return (input == null ? 0 : input.length) + (key == null ? 0 : key.length);
  }

  /** Returns true if all fields are equal. Sources are compared by identity. */
  boolean isSame(TurnEntry other) {
    return lane.equals(other.lane)
        && number == other.number
        && atMillis == other.atMillis
        && kind == other.kind
        && Objects.equals(source, other.source)
        && Objects.equals(reason, other.reason)
        && Arrays.equals(key, other.key)
        && Arrays.equals(input, other.input)
        && outputs == other.outputs
        && Arrays.equals(outputsDigest, other.outputsDigest)
        && rules == other.rules;
  }
}

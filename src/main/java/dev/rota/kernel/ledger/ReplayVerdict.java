package dev.rota.kernel.ledger;

import java.util.HexFormat;
import java.util.Objects;

/** What a {@link PartitionReplay} says of a turn, or of a page as a whole. */
public sealed interface ReplayVerdict {
  /**
   * The replay gives the same.
   *
   * @param exact true: the turn has an input, whose bytes are just as the engine writes its record
   */
  record Same(DecidedTurn decided, boolean exact) implements ReplayVerdict {}

  /** The turn could not be replayed. What can be checked without that holds. */
  record Unproved(TurnEntry entry, Reason reason) implements ReplayVerdict {
    Unproved(TurnEntry entry) {
      this(entry, Reason.LOST);
    }
  }

  /** Why a turn is not replayed. */
  enum Reason {
    /** The start of the lane is missing, or an earlier turn differs. */
    LOST,
    /** Sealed, and decided by rules that cannot run here. */
    OLD_RULES,
    /** It follows such turns, so that the state that it found is not known. */
    AFTER_OLD_RULES,
    /** It is decided by rules that were released after this program, or it follows such turns. */
    UNKNOWN_RULES,
    /** Nobody asks for its lane. */
    LEFT_OUT
  }

  /**
   * Ledger and replay differ, or the chain is broken.
   *
   * @param entry null if it is unreadable, or if it is the page that differs
   * @param repeated true: an earlier turn again, so that the lane's next one can still be proved
   */
  record Differs(Divergence divergence, TurnEntry entry, boolean repeated)
      implements ReplayVerdict {
    Differs(Divergence divergence, TurnEntry entry) {
      this(divergence, entry, false);
    }

    /** A turn differs. */
    static Differs of(TurnEntry entry, String what, Object expected, Object found) {
      return new Differs(
          new Divergence(
              entry.lane(),
              entry.number(),
              what,
              Objects.toString(expected),
              Objects.toString(found)),
          entry);
    }

    /** A turn was there before. */
    static Differs repeated(TurnEntry entry, long expected) {
      Differs differs =
          of(
              entry,
              "a turn is repeated or out of order",
              "turn " + expected,
              "turn " + entry.number());
      return new Differs(differs.divergence, entry, true);
    }

    /** A lane adopts rules that are not later than its own. */
    static Differs adoption(TurnEntry entry) {
      return of(
          entry,
          "an adoption of rules that are not later",
          "rules after " + entry.rules(),
          "rules " + entry.rulesAfter());
    }

    /** The turns before this one are not there. */
    static Differs gap(TurnEntry entry, long expected) {
      return of(
          entry, "turns are missing before this one", "turn " + expected, "turn " + entry.number());
    }

    /** A page, or a record that is none, differs. */
    static Differs page(String what, Object expected, Object found) {
      return new Differs(
          new Divergence(null, 0, what, Objects.toString(expected), Objects.toString(found)), null);
    }
  }

  /**
   * The first difference between a lane's ledger and its replay.
   *
   * @param lane null if the entry is unreadable
   * @param number of the turn
   * @param what the field or rule that differs
   * @param expected by replay
   * @param found in the log
   */
  record Divergence(String lane, long number, String what, String expected, String found) {
    /** Says what differs, without its lane and turn. */
    public String told() {
      return "%s: %s by the rules, %s in the ledger".formatted(what, expected, found);
    }

    public static String hex(byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
  }
}

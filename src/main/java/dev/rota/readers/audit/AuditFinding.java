package dev.rota.readers.audit;

import dev.rota.kernel.ledger.TurnEntry;

/**
 * A difference between the log and the replay.
 *
 * @param where {@code topic/partition/offset} of the record, or {@code topic/partition} if it is
 *     missing
 * @param lane null if it cannot be read, or if it is not one lane's
 * @param turn the turn's number; 0: unknown
 * @param what a short description
 * @param expected by replay, or null
 * @param found on the topic, or null
 * @param records how many neighbouring records differ in this way, from this one on
 */
public record AuditFinding(
    String where,
    String lane,
    long turn,
    String what,
    String expected,
    String found,
    long records) {
  /** What is no single turn's. */
  static AuditFinding at(String where, String what, String expected, String found) {
    return new AuditFinding(where, null, 0, what, expected, found);
  }

  /** A turn's. */
  static AuditFinding at(String where, TurnEntry turn, String what, String expected, String found) {
    return new AuditFinding(where, turn.lane(), turn.number(), what, expected, found);
  }

  /** A finding of one record. */
  AuditFinding(String where, String lane, long turn, String what, String expected, String found) {
    this(where, lane, turn, what, expected, found, 1);
  }

  AuditFinding of(long count) {
    return new AuditFinding(where, lane, turn, what, expected, found, count);
  }
}

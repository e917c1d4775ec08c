package dev.rota.audit;

/**
 * A difference between the log and the replay.
 *
 * @param where {@code topic/partition/offset} of the record, or {@code topic/partition} if it is
 *     missing
 * @param lane null if it cannot be read
 * @param turn the turn's number; 0: unknown
 * @param what a short description
 * @param expected by replay, or null
 * @param found on the topic, or null
 */
public record AuditFinding(
    String where, String lane, long turn, String what, String expected, String found) {}

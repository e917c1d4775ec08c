package dev.rota.audit;

/**
 * Something that is not as the rules decide it.
 *
 * @param where {@code topic/partition/offset} of the record, or {@code topic/partition} when it is
 *     not there
 * @param lane null when not even that could be read
 * @param turn the turn's number; 0 when unknown
 * @param what in a few words
 * @param expected by deciding again, or null
 * @param found on the topic, or null
 */
public record AuditFinding(
    String where, String lane, long turn, String what, String expected, String found) {}

package dev.rota.ledger;

import dev.rota.domain.Output;

/**
 * One line of the ledger.
 *
 * @param source null for a tick
 * @param reason why an input became a dead letter; {@link Output#DEADLINE_FAULT}: a deadline is set
 *     aside, and the input decided; or null
 * @param key an unreadable record's key, else null
 * @param input single-object encoded; an unreadable one as it came; null for a tick
 * @param outputs how many records the turn published
 * @param rules version of the rules that decided
 * @param seal SHA-256 over the lane's seal before it and this entry's other bytes
 */
public record Entry(
    String lane,
    long number,
    long atMillis,
    Kind kind,
    Source source,
    String reason,
    byte[] key,
    byte[] input,
    int outputs,
    byte[] outputsDigest,
    long stateDigest,
    int rules,
    byte[] seal) {
  /** What kind of arrival the turn was for. */
  public enum Kind {
    INPUT,
    TICK,
    UNREADABLE
  }

  Entry sealed(byte[] with) {
    return new Entry(
        lane,
        number,
        atMillis,
        kind,
        source,
        reason,
        key,
        input,
        outputs,
        outputsDigest,
        stateDigest,
        rules,
        with);
  }
}

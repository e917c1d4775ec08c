package dev.rota.ledger;

import dev.rota.domain.Output;

/**
 * One entry of the ledger.
 *
 * @param source null for a tick
 * @param reason why an input became a dead letter, such as {@link Output#LANE_SET_ASIDE}; {@link
 *     Output#DEADLINE_FAULT}: a deadline is set aside and the input is decided; or null
 * @param key an unreadable record's key, else null
 * @param input single-object encoded; unchanged bytes of an unreadable record; null for a tick
 * @param outputs number of records that the turn published
 * @param rules version of the rules that decided
 * @param seal SHA-256 over the lane's previous seal and this entry's other bytes
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

package dev.rota.readers.follow.held;

import dev.rota.kernel.ledger.TurnEntry;

/**
 * One of a lane's last turns.
 *
 * @param atMillis its time, epoch ms
 * @param input the name of the input's record; null: it had none that could be read
 * @param reason why its input became a dead letter, or why something was refused; or null
 * @param outputs number of records that it published
 * @param said whom and what it was about, in a few words; null: nothing, or it is not held any more
 */
public record RecentTurn(
    long turn,
    long atMillis,
    TurnEntry.Kind kind,
    String input,
    String reason,
    int outputs,
    String said) {}

package dev.rota.kernel.ledger;

/**
 * A failure of the rules in a turn. A replay reproduces it but does not log it.
 *
 * @param index of its dead letter in the turn
 */
public record RulesFault(int index, Throwable cause) {
  /**
   * Returns true if it costs a turn: the rules have a bug, or recurse too deep. Otherwise it is the
   * program or the machine that fails, and the thread must end.
   */
  static boolean isOfRules(Throwable fault) {
    return fault instanceof StackOverflowError
        || !(fault instanceof VirtualMachineError || fault instanceof LinkageError);
  }

  /**
   * The rules fail over saving a turn whose outputs are written already. Nothing of its page may be
   * committed: its inputs are to be taken again, and each turn saved before its outputs are
   * written. Then the turn fails alone.
   */
  public static final class UnsavedTurns extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsavedTurns(String lane, long number, Throwable cause) {
      super(
          "turn " + number + " of lane " + lane + " cannot be saved at the end of its page", cause);
    }
  }
}

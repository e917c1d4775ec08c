package dev.rota.ledger;

/**
 * A failure of the rules in a turn. A replay reproduces it but does not log it.
 *
 * @param index of its dead letter in the turn
 */
public record Fault(int index, Throwable cause) {
  /**
   * Returns true if it costs a turn: the rules have a bug, or recurse too deep. Otherwise it is the
   * program or the machine that fails, and the thread must end.
   */
  static boolean isOfRules(Throwable fault) {
    return fault instanceof StackOverflowError
        || !(fault instanceof VirtualMachineError || fault instanceof LinkageError);
  }
}

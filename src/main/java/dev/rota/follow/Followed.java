package dev.rota.follow;

/**
 * How far the ledger of one partition is followed.
 *
 * @param lanes that have taken a turn
 * @param turns of the ledger up to where it is read, those before a kept checkpoint included
 * @param behind records of the ledger that are still to be read, transaction markers included
 * @param begun false: its beginning is not found yet
 * @param caughtUp it has read all that was committed at some time since it began
 * @param difference why not all of it is proved; null: all is
 * @param trouble why it does not get on at present, such as a broker that is away; null: it does
 */
public record Followed(
    int partition,
    int lanes,
    long turns,
    long behind,
    boolean begun,
    boolean caughtUp,
    String difference,
    String trouble) {
  /** Returns true if all that it has read is proved. */
  public boolean isProved() {
    return begun && difference == null;
  }
}

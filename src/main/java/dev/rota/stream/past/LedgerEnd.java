package dev.rota.stream.past;

import java.util.Optional;

/**
 * The end of a partition of the ledger.
 *
 * @param pages the number of the last committed page; 0: there is none
 * @param seal of that page; null: there is none
 * @param last the last committed entry of a ledger without pages, if it is still retained
 * @param written true: the partition has or had records
 */
public record LedgerEnd(long pages, byte[] seal, Optional<Turn> last, boolean written) {
  /** An end with entries, or with nothing. */
  public LedgerEnd(Optional<Turn> last, boolean written) {
    this(0, null, last, written);
  }

  /** The turn of an entry. */
  public record Turn(String lane, long number) {}
}

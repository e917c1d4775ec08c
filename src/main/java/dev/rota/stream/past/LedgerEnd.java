package dev.rota.stream.past;

import java.util.Optional;

/**
 * The end of a partition of the ledger.
 *
 * @param last the last committed entry that is still retained
 * @param written true: the partition has or had records
 */
public record LedgerEnd(Optional<Turn> last, boolean written) {
  /** The turn of an entry. */
  public record Turn(String lane, long number) {}

  /** Tells the ends of a domain's ledger. */
  @FunctionalInterface
  public interface Source {
    LedgerEnd of(int partition);
  }
}

package dev.rota.ledger;

import dev.rota.table.Tables;

/** The rows of a lane are not those that its last turn left: the store is damaged. */
public final class DamagedRows extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private DamagedRows(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Compares the sum of the rows with the cursor.
   *
   * @param cause why the lane could not be opened; null: it could
   * @throws DamagedRows if they differ
   */
  static void check(String lane, Cursor cursor, Tables opened, Throwable cause) {
    long sum = opened.sum();
    if (sum != cursor.stateDigest()) {
      throw new DamagedRows(
          "the rows of lane "
              + lane
              + " sum to "
              + Long.toHexString(sum)
              + ", and turn "
              + cursor.number()
              + " left "
              + Long.toHexString(cursor.stateDigest()),
          cause);
    }
  }
}

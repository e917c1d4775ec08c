package dev.rota.kernel.ledger.versions;

/**
 * Thrown when a lane has adopted rules that were released after this program. It would decide the
 * lane otherwise. The message says what to install.
 */
public final class UnknownRules extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param newest that this program knows
   */
  public UnknownRules(String domain, String lane, int rules, int newest) {
    super(
        "lane '%s' of %s is decided by rules %d, which are not known here: this program knows rules up to %d."
                .formatted(lane, domain, rules, newest)
            + " Nothing of its partition is decided. Install the release that adopted them, or a later one");
  }
}

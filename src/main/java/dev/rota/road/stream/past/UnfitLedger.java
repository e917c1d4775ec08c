package dev.rota.road.stream.past;

import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import java.util.List;

/** Says why nothing can be decided on a partition of a domain's ledger. */
public record UnfitLedger(String domain, int partition) {
  private static final String ANEW = "start over with new topics and a new application.id";

  /** It has no records, although there is something else of it. */
  public UnfitCluster emptied(String but) {
    return new UnfitCluster(
        "the ledger of %s is empty, but %s: the ledger was deleted and recreated. Restore it, or %s"
            .formatted(task(), but, ANEW));
  }

  /** It begins with a later page, although nothing was removed before it. */
  public UnfitCluster headless(long first) {
    return new UnfitCluster(
        "the ledger of %s begins with page %d, and no record before it was removed: the ledger was deleted and recreated while it was written. Restore it, or %s"
            .formatted(task(), first, ANEW));
  }

  /** None of its pages is retained, and the rows need not be as new as the last one was. */
  public UnfitCluster expired(long known) {
    return new UnfitCluster(
        "the ledger of %s retains no page, and its rows know page %d: whether others came after it cannot be known. Nothing is decided. Restore the ledger, or %s. A limit of its retention must be longer than any partition is without a turn; 'rota ledger trim %s' leaves what a start needs"
            .formatted(task(), known, ANEW, domain));
  }

  /** It ends before the page that the rows know. */
  public UnfitCluster cut(long pages, long known) {
    return new UnfitCluster(
        "the ledger of %s ends with page %d, but its rows know page %d: the ledger was cut. Restore it, or %s"
            .formatted(task(), pages, known, ANEW));
  }

  /**
   * Its replay differs.
   *
   * @param why the rows are lost
   * @param refused why kept checkpoints do not stand for what is missing; empty: none has to
   */
  public UnfitCluster differs(String why, LedgerMismatch cause, List<String> refused) {
    boolean whole = refused.isEmpty();
    String none = " No kept checkpoint replaces what is missing: %s.";
    return new UnfitCluster(
        "the rows of %s are lost: %s. They cannot be rebuilt from the ledger: %s.%s Nothing is decided."
                .formatted(
                    task(),
                    why,
                    cause.getMessage(),
                    whole ? "" : none.formatted(String.join("; ", refused)))
            + " Run 'rota audit %s'; restore the ledger%s or the topic of the rows (its name ends in -changelog), or %s"
                .formatted(domain, whole ? "" : ", " + RequiredTopics.checkpoints(domain), ANEW));
  }

  private String task() {
    return domain + ", partition " + partition;
  }
}

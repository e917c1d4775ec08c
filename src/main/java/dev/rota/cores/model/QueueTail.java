package dev.rota.cores.model;

/** 5.1, {@code enqueue}: creates several claims for the end of the queue in one decision. */
public final class QueueTail {
  private final long parathreadCores;
  private long ticket;
  private int cursor;

  public QueueTail(long ticket, int cursor, long parathreadCores) {
    this.ticket = ticket;
    this.cursor = cursor;
    this.parathreadCores = parathreadCores;
  }

  /** Returns the next claim, at the cursor's offset. It does not check the capacity. */
  public QueuedClaim next(long para, String collator, int retries) {
    if (parathreadCores == 0) {
      throw new RuntimeAbort("parathreadCores is 0: the claim of para " + para + " has no offset");
    }
    QueuedClaim claim = new QueuedClaim(ticket, para, collator, retries, cursor);
    ticket++;
    cursor = ClaimQueue.after(cursor, parathreadCores);
    return claim;
  }
}

package dev.rota.cores.model;

/**
 * A claim in the queue.
 *
 * @param ticket the position: the queue is sorted by ticket
 * @param retries the number of failed schedulings
 * @param offset the parathread core that the claim waits for
 */
public record QueuedClaim(long ticket, long para, String collator, int retries, int offset) {
  public QueuedClaim at(int newOffset) {
    return newOffset == offset ? this : new QueuedClaim(ticket, para, collator, retries, newOffset);
  }
}

package dev.rota.cores.model;

/**
 * A claim in the queue.
 *
 * @param ticket its place: the queue is in the order of tickets
 * @param retries how often it was scheduled in vain
 * @param offset of the parathread core that it waits for
 */
public record QueuedClaim(long ticket, long para, String collator, int retries, int offset) {
  public QueuedClaim at(int newOffset) {
    return newOffset == offset ? this : new QueuedClaim(ticket, para, collator, retries, newOffset);
  }
}

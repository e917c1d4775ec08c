package dev.rota.cores.model;

/**
 * An order of one block on demand (K6).
 *
 * @param ticket its place: the queue is sorted by tickets
 * @param collator who ordered it
 * @param block in which it was ordered, or last sent back
 */
public record SpotOrder(long ticket, long para, String collator, long block) {
  /** An order is for the block after the next at the earliest, which is built already. */
  private static final int DELAY = 2;

  /** Back at the end of the queue. */
  public SpotOrder again(long newTicket, long now) {
    return new SpotOrder(newTicket, para, collator, now);
  }

  boolean isReady(long now) {
    return block + DELAY <= now;
  }
}

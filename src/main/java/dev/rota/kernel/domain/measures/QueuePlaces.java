package dev.rota.kernel.domain.measures;

/**
 * The places of a lane's queue. An item that joins it takes the next one, so whoever follows the
 * lane can note when which was taken.
 *
 * @param first of those whose items wait; {@code next} if none waits
 * @param next is still free, as are all behind it
 */
public record QueuePlaces(long first, long next) {
  /** Returns true if none waits. */
  public boolean isEmpty() {
    return first == next;
  }
}

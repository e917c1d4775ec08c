package dev.rota.kernel.domain.measures;

/**
 * How long a lane's queue is, and what is assigned in it. Times are epoch ms.
 *
 * @param waiting number of items that wait
 * @param waitingSince since when the oldest of them waits; {@link #NONE} or {@link #UNKNOWN}
 * @param held number of current assignments
 * @param heldSince when the oldest of them began; {@link #NONE} or {@link #UNKNOWN}
 */
public record QueueVitals(long waiting, long waitingSince, long held, long heldSince) {
  /** There is no such item. */
  public static final long NONE = -1;

  /** Such times are not known. */
  public static final long UNKNOWN = -2;

  /** Numbers without times. */
  public QueueVitals(long waiting, long held) {
    this(waiting, UNKNOWN, held, UNKNOWN);
  }

  /** The same, and since when the oldest item waits. */
  public QueueVitals waitingSince(long since) {
    return new QueueVitals(waiting, since, held, heldSince);
  }

  /** Returns two lanes of a domain as one. */
  public QueueVitals plus(QueueVitals other) {
    return new QueueVitals(
        waiting + other.waiting,
        earlier(waitingSince, other.waitingSince),
        held + other.held,
        earlier(heldSince, other.heldSince));
  }

  private static long earlier(long one, long other) {
    return one < 0 || other < 0 ? Math.max(one, other) : Math.min(one, other);
  }
}

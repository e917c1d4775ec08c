package dev.rota.kernel.domain.measures;

/** Takes what facts say of a lane's assignments, in their order. Times are epoch ms. */
public interface AssignmentSink {
  /** The turn's time: the facts have none of their own. */
  long TURN_TIME = -1;

  /** Nobody knows when. */
  long UNKNOWN = -2;

  /** It did not wait. */
  long NONE = -3;

  /** As {@link #waits} has said. */
  long NOTED = -4;

  /** A thing begins to wait, or waits again. */
  void waits(String thing, long atMillis);

  /** A thing waits no longer, and nobody gets it. */
  void waitsNoMore(String thing);

  /**
   * A thing is assigned to a resource. If it waited, as was said, it does no longer.
   *
   * @param atMillis a time, {@link #TURN_TIME} or {@link #UNKNOWN}
   */
  void begins(ResourceAssignment one, long atMillis);

  /**
   * An assignment ends.
   *
   * @param atMillis a time or {@link #TURN_TIME}
   */
  void ends(String resource, String thing, AssignmentEnd end, long atMillis);

  /**
   * Who has what.
   *
   * @param resource its id, of the account's kind of resources
   * @param thing its id, of the account's kind of things
   * @param group what it belongs to, in few words; null: nothing
   * @param since when the thing began to wait: a time, or {@link #NONE}, {@link #NOTED} or {@link
   *     #UNKNOWN}
   */
  record ResourceAssignment(String resource, String thing, String group, long since) {}
}

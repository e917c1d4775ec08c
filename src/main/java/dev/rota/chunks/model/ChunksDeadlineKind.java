package dev.rota.chunks.model;

/**
 * The kinds of deadline in a network. Deadlines at the same instant are due in alphabetical order
 * of these names: changes of workers and listings come first, so that the generation contains them.
 */
public final class ChunksDeadlineKind {
  /** Rule 2: a silent worker is removed from the network. */
  public static final String FORGET = "forget";

  /** Rule 1: an open listing expires, or a complete one is forgotten. */
  public static final String LISTING = "listing";

  /** Rule 2: an operator's mark of a worker ends. */
  public static final String MARK = "mark";

  /** Rule 2: a worker's uptime is enough, or no longer, without a ping. */
  public static final String MEASURE = "measure";

  /** Rule 2: a silent worker goes offline. */
  public static final String OFFLINE = "offline";

  /** Rule 7: the next generation is made. */
  public static final String PLACE = "place";

  private ChunksDeadlineKind() {}
}

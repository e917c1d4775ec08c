package dev.rota.cores.model;

/**
 * What a core does with a part of its time (K2).
 *
 * @param para of a task; 0 of the others
 * @param parts of 57,600, at least 1
 */
public record CoreShare(Use use, long para, int parts) {
  public static final int WHOLE = 57_600;

  /** Who is served. */
  public enum Use {
    /** A symbol that this version does not know. Never in force: its assignment is refused. */
    UNKNOWN,
    /** Nobody. */
    IDLE,
    /** Orders on demand. */
    POOL,
    /** One para. */
    TASK
  }
}

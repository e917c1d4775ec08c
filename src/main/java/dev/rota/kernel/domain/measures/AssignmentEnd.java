package dev.rota.kernel.domain.measures;

/**
 * How an assignment ended.
 *
 * @param name a word of the domain
 */
public record AssignmentEnd(String name, Tone tone) {
  /** What an end means to whoever looks from afar, the best first. */
  public enum Tone {
    /** The resource did what it was to do. */
    DONE,
    /** It was taken from the resource by a decision, which blames nobody. */
    MOVED,
    /** The work went wrong. */
    FAILED,
    /** Nothing was heard of it any more. */
    LOST
  }

  /** An end that the domain has a constant for. */
  public static AssignmentEnd of(Enum<?> end, Tone tone) {
    return new AssignmentEnd(end.name(), tone);
  }
}

package dev.rota.road.stream.past;

/** The rows, or the turns that are replayed, are not those of the ledger. */
public final class Differs extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Differs(String message) {
    super(message);
  }

  /** There is nothing that could be replayed. */
  public static Differs expired() {
    return new Differs("none of its pages is retained");
  }
}

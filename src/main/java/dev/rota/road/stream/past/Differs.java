package dev.rota.road.stream.past;

/** The rows, or the turns that are decided again, are not those of the ledger. */
public final class Differs extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Differs(String message) {
    super(message);
  }

  /** There is nothing that could be decided again. */
  public static Differs expired() {
    return new Differs("none of its pages is retained");
  }
}

package dev.rota.kernel.ledger.moves;

/** Thrown for a piece of a lane that cannot come, or not now. */
public final class BadMove extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final String expected;
  private final String found;

  public BadMove(String what, Object expected, Object found) {
    super(what + ": expected " + expected + ", found " + found);
    this.what = what;
    this.expected = expected.toString();
    this.found = found.toString();
  }

  /** The rule that it breaks. */
  public String what() {
    return what;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }
}

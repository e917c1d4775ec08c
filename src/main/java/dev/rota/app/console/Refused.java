package dev.rota.app.console;

/** A line that is not sent, with the reason. */
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Exit exit;

  public Refused(Exit exit, String message) {
    super(message);
    this.exit = exit;
  }

  public Exit exit() {
    return exit;
  }
}

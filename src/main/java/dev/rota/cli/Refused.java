package dev.rota.cli;

/** A line that is not sent, and why. */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Exit exit;

  Refused(Exit exit, String message) {
    super(message);
    this.exit = exit;
  }

  Exit exit() {
    return exit;
  }
}

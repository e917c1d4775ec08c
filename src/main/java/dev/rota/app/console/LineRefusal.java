package dev.rota.app.console;

/** A line that is not sent, with the reason. */
public final class LineRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exit;

  public LineRefusal(ExitCode exit, String message) {
    super(message);
    this.exit = exit;
  }

  public ExitCode exit() {
    return exit;
  }
}

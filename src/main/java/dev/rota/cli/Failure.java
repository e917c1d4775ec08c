package dev.rota.cli;

/** A verb cannot go on: what failed, why, and what to do about it. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Exit exit;
  private final String what;
  private final String why;
  private final String fix;

  public Failure(Exit exit, String what, String why, String fix) {
    super(what + ": " + why);
    this.exit = exit;
    this.what = what;
    this.why = why;
    this.fix = fix;
  }

  public Failure(Exit exit, String what, String why, String fix, Throwable cause) {
    this(exit, what, why, fix);
    initCause(cause);
  }

  public Exit exit() {
    return exit;
  }

  public String what() {
    return what;
  }

  public String why() {
    return why;
  }

  public String fix() {
    return fix;
  }
}

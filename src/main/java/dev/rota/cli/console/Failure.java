package dev.rota.cli.console;

/** An error that ends a verb: what failed, why, and how to fix it. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Exit exit;
  private final String what;
  private final String why;
  private final String fix;
  private String field;
  private String value;

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

  /**
   * Names the field that is wrong.
   *
   * @param name a flag, or a path in a line; null: none
   * @param found its value, or null
   */
  public Failure about(String name, Object found) {
    field = name;
    value = found == null ? null : found.toString();
    return this;
  }

  /** The wrong field, or null. */
  public String field() {
    return field;
  }

  /** The wrong value, or null. */
  public String value() {
    return value;
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

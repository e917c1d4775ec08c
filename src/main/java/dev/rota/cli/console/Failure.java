package dev.rota.cli.console;

/** A verb cannot go on: what failed, why, and what to do about it. */
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
   * Says which field it is about.
   *
   * @param name of a flag, or a path in a line; null: none
   * @param found what stood there, or null
   */
  public Failure about(String name, Object found) {
    field = name;
    value = found == null ? null : found.toString();
    return this;
  }

  /** The field that it is about, or null. */
  public String field() {
    return field;
  }

  /** What stood there, or null. */
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

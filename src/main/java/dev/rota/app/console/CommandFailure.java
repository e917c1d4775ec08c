package dev.rota.app.console;

import org.apache.kafka.common.KafkaException;

/** An error that ends a verb: what failed, why, and how to fix it. */
public class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exit;
  private final String what;
  private final String why;
  private final String fix;
  private String field;
  private String value;

  public CommandFailure(ExitCode exit, String what, String why, String fix) {
    this(exit, what, why, fix, null);
  }

  public CommandFailure(ExitCode exit, String what, String why, String fix, Throwable cause) {
    super(what + ": " + why, cause);
    this.exit = exit;
    this.what = what;
    this.why = why;
    this.fix = fix;
  }

  /** What is not expected to happen. */
  static CommandFailure bug(Exception e) {
    return new CommandFailure(
        ExitCode.BUG,
        "unexpected error",
        e.toString(),
        "run it again with -v for the stack trace, then report it",
        e);
  }

  /** With the exception's message as the reason, and the message of its first cause. */
  static CommandFailure of(ExitCode exit, String what, Exception e, String fix) {
    String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new CommandFailure(exit, what, withRoot(why, e.getCause()) + kind(e), fix, e);
  }

  /**
   * Appends the message of the first cause, unless the text has it.
   *
   * @param cause null: none
   */
  protected static String withRoot(String why, Throwable cause) {
    Throwable root = cause;
    while (root != null && root.getCause() != null) {
      root = root.getCause();
    }
    return root == null || root.getMessage() == null || why.contains(root.getMessage())
        ? why
        : why + ": " + root.getMessage();
  }

  /** Appends the name of a Kafka error, so that users can look it up. */
  private static String kind(Exception e) {
    return e instanceof KafkaException ? " (" + e.getClass().getSimpleName() + ")" : "";
  }

  /**
   * Names the field that is wrong.
   *
   * @param name a flag, or a path in a line; null: none
   * @param found its value, or null
   */
  public CommandFailure about(String name, Object found) {
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

  public ExitCode exit() {
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

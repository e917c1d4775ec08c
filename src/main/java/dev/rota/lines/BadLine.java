package dev.rota.lines;

/**
 * A line, or a value in it, that does not say what it should. The message says where, why and what
 * was expected; which line it was is for the caller to add.
 */
public final class BadLine extends RuntimeException {
  private final String path;

  BadLine(JsonPath at, String why) {
    this(at.toString(), why);
  }

  /**
   * For what a line asks and cannot have.
   *
   * @param path the field, such as {@code topic}
   */
  public BadLine(String path, String why) {
    super(path.isEmpty() ? why : path + ": " + why);
    this.path = path;
  }

  /** Where, as in {@code value.session.config.rules}; empty when the whole line is meant. */
  public String path() {
    return path;
  }
}

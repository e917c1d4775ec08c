package dev.rota.base.lines;

/**
 * An invalid line or value. The message has the place, the reason and what was expected. The caller
 * adds the line number.
 */
public final class BadLine extends RuntimeException {
  private final String path;

  BadLine(JsonPath at, String why) {
    this(at.toString(), why);
  }

  /**
   * An invalid field.
   *
   * @param path the field, such as {@code topic}
   */
  public BadLine(String path, String why) {
    super(path.isEmpty() ? why : path + ": " + why);
    this.path = path;
  }

  /** The field, such as {@code value.session.config.rules}; empty for the whole line. */
  public String path() {
    return path;
  }
}

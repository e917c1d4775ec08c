package dev.rota.base.text;

/**
 * An argument of a log line that is also a field, where lines are JSON. In the message it is its
 * value.
 *
 * @param value a text or a number
 */
public record LogField(String name, Object value) {
  public static LogField domain(String name) {
    return new LogField("domain", name);
  }

  public static LogField lane(String name) {
    return new LogField("lane", name);
  }

  public static LogField turn(long number) {
    return new LogField("turn", number);
  }

  public static LogField partition(int number) {
    return new LogField("partition", number);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}

package dev.rota.bots.values;

/**
 * What was asked for, or why not.
 *
 * @param value null: refused
 * @param reason null: not refused
 * @param detail for people
 */
public record Answer<T>(T value, Refusal reason, String detail) {
  public static <T> Answer<T> yes(T value) {
    return new Answer<>(value, null, null);
  }

  public static <T> Answer<T> no(Refusal reason, String detail) {
    return new Answer<>(null, reason, detail);
  }

  public boolean refused() {
    return reason != null;
  }
}

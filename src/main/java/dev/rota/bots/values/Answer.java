package dev.rota.bots.values;

/**
 * The result of a request, or its refusal.
 *
 * @param value null if refused
 * @param reason null if not refused
 * @param detail for people; null if not refused
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

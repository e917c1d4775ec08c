package dev.rota.bots.values;

/**
 * The result of a request, or its refusal.
 *
 * @param value null if refused
 * @param reason null if not refused
 * @param detail for people; null if not refused
 */
public record RequestResult<T>(T value, RefusalReason reason, String detail) {
  public static <T> RequestResult<T> yes(T value) {
    return new RequestResult<>(value, null, null);
  }

  public static <T> RequestResult<T> no(RefusalReason reason, String detail) {
    return new RequestResult<>(null, reason, detail);
  }

  public boolean refused() {
    return reason != null;
  }
}

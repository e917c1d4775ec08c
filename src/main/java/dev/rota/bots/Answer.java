package dev.rota.bots;

/**
 * What was asked for, or why not.
 *
 * @param value null: refused
 * @param reason null: not refused
 * @param detail for people
 */
record Answer<T>(T value, Reason reason, String detail) {
  static <T> Answer<T> yes(T value) {
    return new Answer<>(value, null, null);
  }

  static <T> Answer<T> no(Reason reason, String detail) {
    return new Answer<>(null, reason, detail);
  }

  boolean refused() {
    return reason != null;
  }
}

package dev.rota.road.health;

/**
 * Inputs that wait.
 *
 * @param count how many; beyond those that were looked at, counted in offsets
 * @param sinceMillis when the oldest came, epoch ms; 0: none waits
 * @param atMost true: some may be markers of transactions, which may not be read here
 */
public record WaitingInputs(long count, long sinceMillis, boolean atMost) {
  public static final WaitingInputs NONE = new WaitingInputs(0, 0, false);

  /** Both together. */
  public WaitingInputs plus(WaitingInputs other) {
    long since =
        Math.min(
            sinceMillis == 0 ? Long.MAX_VALUE : sinceMillis,
            other.sinceMillis == 0 ? Long.MAX_VALUE : other.sinceMillis);
    return new WaitingInputs(
        count + other.count, since == Long.MAX_VALUE ? 0 : since, atMost || other.atMost);
  }

  public boolean isNone() {
    return count == 0;
  }

  /** How long the oldest has waited, in ms; 0: none waits. */
  public long ageMillis(long nowMillis) {
    return isNone() ? 0 : Math.max(0, nowMillis - sinceMillis);
  }

  /** In words: {@code 3 inputs wait, the oldest 40 s}. */
  String words(long nowMillis) {
    if (isNone()) {
      return "no input waits";
    }
    return "%s%d %s, the oldest %s"
        .formatted(
            atMost ? "up to " : "",
            count,
            count == 1 ? "input waits" : "inputs wait",
            AgeText.of(ageMillis(nowMillis)));
  }
}

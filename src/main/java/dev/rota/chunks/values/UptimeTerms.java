package dev.rota.chunks.values;

/**
 * How much of the time a reliable worker's pings cover (rule 2).
 *
 * @param least the share of the window that pings cover; 0: nobody looks
 * @param window ms
 * @param interval the time that a ping covers, ms
 */
public record UptimeTerms(double least, long window, long interval) {
  /** Nobody looks. */
  public static final UptimeTerms DEFAULT = new UptimeTerms(0, 3_600_000, 60_000);

  /** The window is looked at in so many parts: a part is covered or not. */
  public static final int PARTS = 60;

  public boolean areAsked() {
    return least > 0;
  }

  /** True if what was measured by the other terms goes on. */
  boolean measureLike(UptimeTerms other) {
    return other.areAsked() && window == other.window && interval == other.interval;
  }

  /** Returns the number of the part that has this moment. */
  public long part(long atMillis) {
    return Math.floorDiv(atMillis, partMillis());
  }

  /** Returns when a part begins. */
  public long startMillis(long part) {
    return part * partMillis();
  }

  /** Returns the last part that a ping covers. */
  public long lastPart(long pingMillis) {
    return part(pingMillis + Math.min(window, Math.max(partMillis(), interval)));
  }

  private long partMillis() {
    return (window + PARTS - 1) / PARTS;
  }
}

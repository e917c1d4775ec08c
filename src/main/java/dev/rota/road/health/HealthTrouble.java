package dev.rota.road.health;

/**
 * What is not as it should be.
 *
 * @param what in words; null: nothing
 * @param sinceMillis epoch ms; 0: nothing is, or it is not known since when
 */
public record HealthTrouble(String what, long sinceMillis) {
  public static final HealthTrouble NONE = new HealthTrouble(null, 0);

  /** Returns true if there is none. */
  public boolean isNone() {
    return what == null;
  }
}

package dev.rota.lab.simulate;

/**
 * What to simulate.
 *
 * @param hours per lane, in virtual time
 */
public record SimulationPlan(long seed, double hours, int lanes, boolean hostile) {
  private static final double HOUR_MILLIS = 3_600_000;

  long millis() {
    return Math.round(hours * HOUR_MILLIS);
  }
}

package dev.rota.lab.bench.builds;

import java.time.Duration;

/**
 * The size of a measurement.
 *
 * @param alone actions that run one at a time
 * @param perSecond actions/s at a steady rate
 * @param seconds how long the rate is held
 * @param steadyWorkers that serve it
 * @param actions that are sent as fast as they are answered
 * @param workers that serve them
 * @param buildActions of a build, all of them sent at once
 * @param buildWorkers that serve it
 * @param buildEach how long an action of a build lasts
 * @param buildLeases that a worker of a build holds, of which it runs one at a time
 * @param waiting operations that wait while the heap is measured
 */
public record BuildLoad(
    int alone,
    int perSecond,
    int seconds,
    int steadyWorkers,
    int actions,
    int workers,
    int buildActions,
    int buildWorkers,
    Duration buildEach,
    int buildLeases,
    int waiting) {
  private static final Duration BUILD_EACH = Duration.ofMillis(50);

  /** The next action is there when one is done: nobody waits for a scheduler between the two. */
  private static final int BUILD_LEASES = 2;

  /**
   * The usual one.
   *
   * @param percent of its usual size; rates and workers are as given
   */
  public static BuildLoad of(int perSecond, int actions, int workers, int percent) {
    return new BuildLoad(
        part(100, percent),
        perSecond,
        part(15, percent),
        Math.max(1, workers / 10),
        actions,
        workers,
        part(500, percent),
        8,
        BUILD_EACH,
        BUILD_LEASES,
        part(100_000, percent));
  }

  private static int part(int usual, int percent) {
    return Math.max(1, (int) ((long) usual * percent / 100));
  }

  /** Seconds of a build if no worker ever waited. */
  public double idealSeconds() {
    int rounds = (buildActions + buildWorkers - 1) / buildWorkers;
    return rounds * buildEach.toNanos() / 1e9;
  }
}

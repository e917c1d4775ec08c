package dev.rota.app.rollout;

/**
 * What the faults' tests have measured with three brokers and two engines, in seconds. {@code
 * docs/faults.md} has the same.
 */
final class RestartFigures {
  /** An engine stops on SIGTERM, and the other one decides. */
  static final double STOP = 1.8;

  /** An engine comes, and takes its share. */
  static final double JOIN = 1.5;

  /** An engine is killed, and the other one decides. */
  static final double KILL = 7.9;

  /** The session of the killed one, which the others wait for. */
  static final double KILL_SESSION = 6.0;

  static final String SOURCE = "measured with three brokers and two engines, docs/faults.md";

  private RestartFigures() {}
}

package dev.rota.kernel.domain.measures;

import java.util.function.ToLongFunction;

/**
 * A figure of a lane.
 *
 * @param name of the metric behind {@code rota_<domain>_}, with its unit
 * @param help what it is, in one sentence
 * @param together how the lanes without a series of their own are one
 * @param value of a lane as it stands
 */
public record LaneGauge<S>(String name, String help, Together together, ToLongFunction<S> value) {
  /** How the figures of several lanes are one. */
  public enum Together {
    SUM,
    LEAST,
    MOST;

    /** Returns both as one. */
    public long of(long one, long other) {
      return switch (this) {
        case SUM -> one + other;
        case LEAST -> Math.min(one, other);
        case MOST -> Math.max(one, other);
      };
    }
  }

  /** A figure that is summed over lanes. */
  public static <S> LaneGauge<S> sum(String name, String help, ToLongFunction<S> value) {
    return new LaneGauge<>(name, help, Together.SUM, value);
  }
}

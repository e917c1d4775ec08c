package dev.rota.readers.forecast;

import dev.rota.kernel.domain.ForecastModel.Start;
import dev.rota.kernel.domain.measures.RecentSamples;

/** What came of forecasts. Times and errors are in ms. */
public final class ForecastAccuracy {
  /** A start is on time if the error is at most this, or a tenth of the wait. */
  private static final long ON_TIME_MILLIS = 1000;

  private final RecentSamples errors = new RecentSamples(Integer.MAX_VALUE);
  int moments;
  private long started;
  private long exact;
  private long onTime;
  private long late;
  private long placed;
  private long missed;
  private long never;
  private long rightlyNot;
  private long overdue;
  private long unjudged;

  void started(Start foreseen, long madeAt, long untilMillis, Start real) {
    if (foreseen == null) {
      missed += real.atMillis() <= untilMillis ? 1 : 0;
      rightlyNot += real.atMillis() <= untilMillis ? 0 : 1;
      return;
    }
    long error = Math.abs(real.atMillis() - foreseen.atMillis());
    long wait = foreseen.atMillis() - madeAt;
    errors.add(error);
    started++;
    exact += error == 0 ? 1 : 0;
    onTime += error <= Math.max(ON_TIME_MILLIS, wait / 10) ? 1 : 0;
    late += real.atMillis() > foreseen.atMillis() ? 1 : 0;
    placed += real.where().equals(foreseen.where()) ? 1 : 0;
  }

  /** It ended without being started, or its horizon passed while it waited. */
  void gone(Start foreseen) {
    never += foreseen == null ? 0 : 1;
    rightlyNot += foreseen == null ? 1 : 0;
  }

  /** It still waits where the history ends. */
  void open(Start foreseen, long nowMillis) {
    boolean late = foreseen != null && foreseen.atMillis() < nowMillis;
    overdue += late ? 1 : 0;
    unjudged += late ? 0 : 1;
  }

  /** The errors of all that were forecast and started. */
  public RecentSamples errors() {
    return errors;
  }

  /** At how many moments forecasts were made. */
  public int moments() {
    return moments;
  }

  /** All forecasts that were made. */
  public long made() {
    return started + missed + never + rightlyNot + overdue + unjudged;
  }

  /** Forecast, and started. */
  public long started() {
    return started;
  }

  /** Started in the very millisecond. */
  public long exact() {
    return exact;
  }

  /** Started with an error of at most a second, or of a tenth of the wait. */
  public long onTime() {
    return onTime;
  }

  /** Started later than forecast. */
  public long late() {
    return late;
  }

  /** Started on the forecast core, bot or worker. */
  public long placed() {
    return placed;
  }

  /** Not forecast within the horizon, and started within it. */
  public long missed() {
    return missed;
  }

  /** Forecast, and over without being started. */
  public long never() {
    return never;
  }

  /** Not forecast within the horizon, and not started within it. */
  public long rightlyNot() {
    return rightlyNot;
  }

  /** Forecast before the end of the history, where it still waits. */
  public long overdue() {
    return overdue;
  }

  /** Still waiting at the end of the history, which is too early to tell. */
  public long unjudged() {
    return unjudged;
  }
}

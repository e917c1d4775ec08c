package dev.rota.kernel.domain.measures;

/** A figure that holds until it changes, such as the number of jobs that wait. */
public final class LevelFigure {
  private final long beginMillis;
  private long sinceMillis;
  private long value;
  private double area;

  /** Begins with 0 at this time. Changes before it count as of then. */
  LevelFigure(long beginMillis) {
    this.beginMillis = beginMillis;
    this.sinceMillis = beginMillis;
  }

  /** The figure now. */
  public long value() {
    return value;
  }

  void set(long atMillis, long newValue) {
    if (newValue != value) {
      long at = Math.max(atMillis, sinceMillis);
      area += (double) value * (at - sinceMillis);
      sinceMillis = at;
      value = newValue;
    }
  }

  /** The mean over time up to an end, epoch ms. */
  public double mean(long endMillis) {
    double whole = area + (double) value * Math.max(0, endMillis - sinceMillis);
    return endMillis > beginMillis ? whole / (endMillis - beginMillis) : value;
  }
}

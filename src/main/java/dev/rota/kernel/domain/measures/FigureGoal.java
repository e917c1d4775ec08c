package dev.rota.kernel.domain.measures;

/** Which way a figure is better. */
public enum FigureGoal {
  MORE,
  LESS;

  /** Returns true if the second is better than the first. */
  public boolean isBetter(double first, double second) {
    return this == MORE ? second > first : second < first;
  }
}

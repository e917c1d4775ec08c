package dev.rota.readers.whatif;

import dev.rota.kernel.domain.measures.FigureGoal;
import java.util.Locale;

/**
 * One measure of both histories.
 *
 * @param name such as {@code waiting for a bot, p99}
 * @param unit such as ms; empty: a number of things
 * @param goal which way it is better; null: nobody can say
 */
public record ComparedFigure(
    String name, String unit, double happened, double would, FigureGoal goal) {
  /** The name with the unit. */
  public String label() {
    return unit.isEmpty() ? name : name + ", " + unit;
  }

  /** Whole numbers without a point, others with three digits behind it. */
  public static String text(double figure) {
    return figure == Math.rint(figure)
        ? String.format(Locale.ROOT, "%.0f", figure)
        : String.format(Locale.ROOT, "%.3f", figure);
  }

  public double difference() {
    return would - happened;
  }

  public boolean isSame() {
    return Double.compare(happened, would) == 0;
  }

  /** {@code same}, {@code better} or {@code worse}; null: it differs, and nobody can say. */
  public String verdict() {
    if (isSame()) {
      return "same";
    }
    return goal == null ? null : goal.isBetter(happened, would) ? "better" : "worse";
  }
}

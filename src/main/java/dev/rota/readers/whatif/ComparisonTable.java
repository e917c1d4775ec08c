package dev.rota.readers.whatif;

import dev.rota.kernel.domain.measures.Distribution;
import dev.rota.kernel.domain.measures.FigureGoal;
import dev.rota.kernel.domain.measures.LaneMeasures;
import dev.rota.kernel.domain.measures.LaneMeasures.Samples;
import dev.rota.kernel.domain.measures.LevelFigure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** A comparison as one table. */
public final class ComparisonTable {
  private static final int MOST = 100;

  private final List<ComparedFigure> all = new ArrayList<>();

  private ComparisonTable() {}

  /** All figures: counts, samples, then levels as means over time. */
  public static List<ComparedFigure> of(HistoryComparison both) {
    ComparisonTable figures = new ComparisonTable();
    LaneMeasures past = both.happened();
    LaneMeasures would = both.would();
    past.counts()
        .forEach(
            (name, count) ->
                figures.add(name, "", count, would.counts().get(name), past.goal(name)));
    past.samples()
        .forEach(
            (name, some) ->
                figures.samples(name, some, would.samples().get(name), past.goal(name)));
    past.levels().forEach((name, one) -> figures.level(name, one, would.levels().get(name), both));
    return List.copyOf(figures.all);
  }

  private void add(String name, String unit, double happened, double would, FigureGoal goal) {
    all.add(new ComparedFigure(name, unit, happened, would, goal));
  }

  private void samples(String name, Samples happened, Samples would, FigureGoal goal) {
    String unit = happened.unit();
    sample(name + ", mean", unit, Distribution::mean, happened, would, goal);
    sample(name + ", p50", unit, one -> one.percentile(50), happened, would, goal);
    sample(name + ", p99", unit, one -> one.percentile(99), happened, would, goal);
    sample(name + ", most", unit, one -> one.percentile(MOST), happened, would, goal);
    add(
        name + ", fairness",
        "Jain's index",
        fairness(happened.tenants().values()),
        fairness(would.tenants().values()),
        FigureGoal.MORE);
  }

  private void sample(
      String name,
      String unit,
      Function<Distribution, Number> of,
      Samples one,
      Samples other,
      FigureGoal goal) {
    add(name, unit, of.apply(one.all()).doubleValue(), of.apply(other.all()).doubleValue(), goal);
  }

  private void level(String name, LevelFigure happened, LevelFigure would, HistoryComparison both) {
    FigureGoal goal = both.happened().goal(name);
    add(name + ", mean", "", happened.mean(both.endMillis()), would.mean(both.endMillis()), goal);
  }

  /** Of the tenants' means: 1 if all are equal, 1/n if one of n has everything. */
  static double fairness(Collection<Distribution> tenants) {
    double sum = 0;
    double squares = 0;
    for (Distribution tenant : tenants) {
      sum += tenant.mean();
      squares += tenant.mean() * tenant.mean();
    }
    return squares == 0 ? 1 : sum * sum / squares / tenants.size();
  }
}

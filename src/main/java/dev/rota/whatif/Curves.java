package dev.rota.whatif;

import dev.rota.domain.measures.Distribution;
import dev.rota.domain.measures.Level;
import dev.rota.domain.measures.Measures.Samples;
import dev.rota.whatif.Plot.Point;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The plots of a comparison: levels over time, and how samples are distributed. */
final class Curves {
  private final Comparison both;
  private final int cornersMax;

  /**
   * Draws nothing yet.
   *
   * @param cornersMax of a curve; more than pixels are not seen
   */
  Curves(Comparison both, int cornersMax) {
    this.both = both;
    this.cornersMax = cornersMax;
  }

  List<Plot> all() {
    List<Plot> plots = new ArrayList<>();
    both.happened()
        .samples()
        .forEach((name, some) -> plots.add(shares(name, some, both.would().samples().get(name))));
    both.happened()
        .levels()
        .forEach((name, level) -> plots.add(times(name, level, both.would().levels().get(name))));
    return plots;
  }

  private Plot times(String name, Level happened, Level would) {
    return new Plot(
        name,
        Instant.ofEpochMilli(both.sinceMillis()).toString(),
        Instant.ofEpochMilli(both.endMillis()).toString(),
        steps(happened),
        steps(would));
  }

  private List<Point> steps(Level level) {
    List<Point> points = new ArrayList<>();
    double apart = (double) (both.endMillis() - both.sinceMillis()) / cornersMax;
    double last = 0;
    double drawnAt = Double.NEGATIVE_INFINITY;
    for (Level.Step step : level.steps()) {
      if (step.atMillis() - drawnAt >= apart) {
        points.add(new Point(step.atMillis(), last));
        points.add(new Point(step.atMillis(), step.value()));
        drawnAt = step.atMillis();
      }
      last = step.value();
    }
    points.add(new Point(both.endMillis(), last));
    return points;
  }

  private Plot shares(String name, Samples happened, Samples would) {
    long most = Math.max(happened.all().percentile(100), would.all().percentile(100));
    return new Plot(
        name + ": share of all, by " + happened.unit(),
        "0",
        most + " " + happened.unit(),
        shares(happened.all(), most),
        shares(would.all(), most));
  }

  private List<Point> shares(Distribution some, long most) {
    List<Point> points = new ArrayList<>(List.of(new Point(0, 0)));
    double apart = (double) most / cornersMax;
    long seen = 0;
    double share = 0;
    double drawnAt = Double.NEGATIVE_INFINITY;
    for (Map.Entry<Long, Long> one : some.counts().entrySet()) {
      seen += one.getValue();
      if (one.getKey() - drawnAt >= apart) {
        points.add(new Point(one.getKey(), share));
        drawnAt = one.getKey();
        share = (double) seen / some.samples();
        points.add(new Point(one.getKey(), share));
      }
      share = (double) seen / some.samples();
    }
    points.add(new Point(most, share));
    return points;
  }
}

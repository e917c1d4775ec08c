package dev.rota.readers.whatif;

import dev.rota.kernel.domain.measures.Distribution;
import dev.rota.kernel.domain.measures.LaneMeasures.Samples;
import dev.rota.kernel.domain.measures.LevelFigure;
import dev.rota.readers.whatif.SvgPlot.Point;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The plots of a comparison: levels over time, and how samples are distributed. */
final class ComparisonPlots {
  private final HistoryComparison both;
  private final int cornersMax;

  /**
   * Draws nothing yet.
   *
   * @param cornersMax of a curve; more than pixels are not seen
   */
  ComparisonPlots(HistoryComparison both, int cornersMax) {
    this.both = both;
    this.cornersMax = cornersMax;
  }

  List<SvgPlot> all() {
    List<SvgPlot> plots = new ArrayList<>();
    both.happened()
        .samples()
        .forEach((name, some) -> plots.add(shares(name, some, both.would().samples().get(name))));
    both.happened()
        .levels()
        .forEach((name, level) -> plots.add(times(name, level, both.would().levels().get(name))));
    return plots;
  }

  private SvgPlot times(String name, LevelFigure happened, LevelFigure would) {
    return new SvgPlot(
        name,
        Instant.ofEpochMilli(both.sinceMillis()).toString(),
        Instant.ofEpochMilli(both.endMillis()).toString(),
        steps(happened),
        steps(would));
  }

  private List<Point> steps(LevelFigure level) {
    List<Point> steps =
        level.steps().stream().map(step -> new Point(step.atMillis(), step.value())).toList();
    return corners(steps, both.endMillis() - both.sinceMillis(), both.endMillis());
  }

  /**
   * The corners of a line that holds until its next step. Of steps closer together than the eye can
   * see, it shows the lowest, the highest and the last.
   *
   * @param width of the plot, in units of x
   */
  private List<Point> corners(List<Point> steps, long width, long end) {
    List<Point> corners = new ArrayList<>();
    double apart = (double) width / cornersMax;
    double before = 0;
    int next = 0;
    while (next < steps.size()) {
      double x = steps.get(next).x();
      double lowest = steps.get(next).y();
      double highest = lowest;
      corners.add(new Point(x, before));
      for (; next < steps.size() && steps.get(next).x() - x < Math.max(apart, 1); next++) {
        before = steps.get(next).y();
        lowest = Math.min(lowest, before);
        highest = Math.max(highest, before);
      }
      if (lowest < highest) {
        corners.add(new Point(x, lowest));
        corners.add(new Point(x, highest));
      }
      corners.add(new Point(x, before));
    }
    corners.add(new Point(end, before));
    return corners;
  }

  private SvgPlot shares(String name, Samples happened, Samples would) {
    long most = Math.max(happened.all().percentile(100), would.all().percentile(100));
    return new SvgPlot(
        name + ": share of all, by " + happened.unit(),
        "0",
        most + " " + happened.unit(),
        shares(happened.all(), most),
        shares(would.all(), most));
  }

  private List<Point> shares(Distribution some, long most) {
    if (some.samples() == 0) {
      return List.of(); // a line at 0 would say that none was so short
    }
    List<Point> steps = new ArrayList<>(List.of(new Point(0, 0)));
    long seen = 0;
    for (Map.Entry<Long, Long> one : some.counts().entrySet()) {
      seen += one.getValue();
      steps.add(new Point(one.getKey(), (double) seen / some.samples()));
    }
    return corners(steps, most, most);
  }
}

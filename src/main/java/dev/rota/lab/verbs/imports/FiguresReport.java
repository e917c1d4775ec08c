package dev.rota.lab.verbs.imports;

import dev.rota.lab.swf.TraceFigures;
import org.HdrHistogram.Histogram;

/** The figures of a trace that was played. */
final class FiguresReport {
  private static final double SECOND_MILLIS = 1000;
  private static final double PERCENT = 100;
  private static final double MEDIAN = 50;
  private static final double NEARLY_ALL = 99;

  private FiguresReport() {}

  static void tell(ImportReport report, TraceFigures figures) {
    Histogram waits = figures.waits();
    long median = waits.getValueAtPercentile(MEDIAN);
    long nearlyAll = waits.getValueAtPercentile(NEARLY_ALL);
    long max = waits.getMaxValue();
    report.line("jobs", "%d, of %d processors", figures.jobs(), figures.slots());
    report.line("bots", "%d", figures.bots());
    report.line("leases", "%d", figures.leases());
    report.line(
        "waiting",
        "mean %.1f s, p50 %.0f s, p99 %.0f s, max %.0f s",
        waits.getMean() / SECOND_MILLIS,
        median / SECOND_MILLIS,
        nearlyAll / SECOND_MILLIS,
        max / SECOND_MILLIS);
    report.line("utilisation", "%.2f %%", figures.utilisation() * PERCENT);
    report.line("makespan", "%.0f s", figures.makespanMillis() / SECOND_MILLIS);
    report.line("digest", "%s of all leases", figures.digest());
    var json = report.fields();
    json.put("jobs", figures.jobs()).put("slots", figures.slots());
    json.put("bots", figures.bots()).put("leases", figures.leases());
    json.putObject("waitingMs")
        .put("mean", waits.getMean())
        .put("p50", median)
        .put("p99", nearlyAll)
        .put("max", max);
    json.put("utilisation", figures.utilisation());
    json.put("makespanMs", figures.makespanMillis()).put("digest", figures.digest());
  }
}

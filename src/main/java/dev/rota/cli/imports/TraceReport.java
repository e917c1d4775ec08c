package dev.rota.cli.imports;

import dev.rota.swf.Figures;
import dev.rota.swf.Playback;
import org.HdrHistogram.Histogram;

/** The result of a trace. */
final class TraceReport {
  private static final double SECOND_MILLIS = 1000;
  private static final double PERCENT = 100;
  private static final double MEDIAN = 50;
  private static final double NEARLY_ALL = 99;

  private TraceReport() {}

  /**
   * Creates the report.
   *
   * @param unreadable lines that are no job
   * @param leftOut lines of jobs that never ran, and lines of partial jobs
   * @param seconds duration of the playback
   */
  static ImportReport of(
      Playback playback, long unreadable, long leftOut, boolean live, double seconds) {
    Figures figures = playback.figures();
    boolean all = figures.refused() == 0 && playback.waiting() == 0;
    String how = live ? "" : ", offline";
    var report = new ImportReport("swf", unreadable, all, "PLAYED" + how, "NOT ALL PLAYED" + how);
    report.fields().put("offline", !live);
    figures(report, figures);
    report.line("took", "%.1f s", seconds);
    report.unreadable();
    report.remark(leftOut, "lines are of jobs that never ran, or parts of others");
    report.remark(figures.oversized(), "jobs have more processors than there are bots");
    report.remark(playback.waiting(), "were never started");
    report.remark(figures.refused(), "were refused, first " + figures.refusedFirst());
    report.fields().put("leftOutLines", leftOut).put("oversized", figures.oversized());
    report.fields().put("refused", figures.refused()).put("neverStarted", playback.waiting());
    report.fields().put("seconds", seconds);
    return report;
  }

  private static void figures(ImportReport report, Figures figures) {
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

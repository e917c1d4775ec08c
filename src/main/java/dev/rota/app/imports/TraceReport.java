package dev.rota.app.imports;

import dev.rota.lab.swf.Figures;
import dev.rota.lab.swf.Playback;

/** The result of a trace. */
final class TraceReport {
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
    FiguresReport.tell(report, figures);
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
}

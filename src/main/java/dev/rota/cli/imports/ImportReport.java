package dev.rota.cli.imports;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.console.Exit;
import dev.rota.swf.Figures;
import dev.rota.swf.Playback;
import dev.rota.swf.SwfReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** What came of an import, when it is over. */
final class ImportReport {
  private static final double SECOND_MILLIS = 1000;
  private static final double PERCENT = 100;
  private static final double MEDIAN = 50;
  private static final double NEARLY_ALL = 99;

  private final Playback playback;
  private final TraceJobs jobs;
  private final SwfReader trace;
  private final boolean live;
  private final long started = System.nanoTime();

  ImportReport(Playback playback, TraceJobs jobs, SwfReader trace, boolean live) {
    this.playback = playback;
    this.jobs = jobs;
    this.trace = trace;
    this.live = live;
  }

  /** Lines that could not be read outweigh what was refused. */
  Exit exit() {
    if (jobs.refused() > 0) {
      return Exit.USAGE;
    }
    Figures figures = playback.figures();
    return figures.refused() > 0 || playback.waiting() > 0 ? Exit.REFUSED : Exit.OK;
  }

  List<String> text() {
    Figures figures = playback.figures();
    Histogram waits = figures.waits();
    List<String> lines = new ArrayList<>();
    lines.add("swf: " + (exit() == Exit.OK ? "PLAYED" : "NOT ALL PLAYED") + how());
    lines.add("  jobs         %d, of %d processors".formatted(figures.jobs(), figures.slots()));
    lines.add("  bots         " + figures.bots());
    lines.add("  leases       " + figures.leases());
    lines.add(
        String.format(
            Locale.ROOT,
            "  waiting      mean %.1f s, p50 %.0f s, p99 %.0f s, max %.0f s",
            waits.getMean() / SECOND_MILLIS,
            waits.getValueAtPercentile(MEDIAN) / SECOND_MILLIS,
            waits.getValueAtPercentile(NEARLY_ALL) / SECOND_MILLIS,
            waits.getMaxValue() / SECOND_MILLIS));
    lines.add(
        String.format(Locale.ROOT, "  utilisation  %.2f %%", figures.utilisation() * PERCENT));
    lines.add(
        String.format(
            Locale.ROOT, "  makespan     %.0f s", figures.makespanMillis() / SECOND_MILLIS));
    lines.add("  digest       " + figures.digest() + " of all leases");
    lines.add(String.format(Locale.ROOT, "  took         %.1f s", seconds()));
    lines.addAll(remarks(figures));
    return lines;
  }

  private List<String> remarks(Figures figures) {
    List<String> remarks = new ArrayList<>();
    add(remarks, jobs.refused(), "%d lines could not be read");
    add(remarks, trace.leftOut(), "%d lines are of jobs that never ran, or parts of others");
    add(remarks, figures.oversized(), "%d jobs have more processors than there are bots");
    add(remarks, playback.waiting(), "%d were never started");
    add(remarks, figures.refused(), "%d were refused, first " + figures.refusedFirst());
    return remarks;
  }

  private static void add(List<String> remarks, long count, String text) {
    if (count > 0) {
      remarks.add("  remark       " + text.replace("%d", Long.toString(count)));
    }
  }

  private String how() {
    return live ? "" : ", offline";
  }

  private double seconds() {
    return (System.nanoTime() - started) / 1e9;
  }

  String json() {
    Figures figures = playback.figures();
    Histogram waits = figures.waits();
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("ok", exit() == Exit.OK).put("offline", !live);
    json.put("jobs", figures.jobs()).put("slots", figures.slots());
    json.put("bots", figures.bots()).put("leases", figures.leases());
    json.putObject("waitingMs")
        .put("mean", waits.getMean())
        .put("p50", waits.getValueAtPercentile(MEDIAN))
        .put("p99", waits.getValueAtPercentile(NEARLY_ALL))
        .put("max", waits.getMaxValue());
    json.put("utilisation", figures.utilisation());
    json.put("makespanMs", figures.makespanMillis());
    json.put("digest", figures.digest());
    json.put("unreadableLines", jobs.refused()).put("leftOutLines", trace.leftOut());
    json.put("oversized", figures.oversized()).put("refused", figures.refused());
    json.put("neverStarted", playback.waiting()).put("seconds", seconds());
    return json.toString();
  }
}

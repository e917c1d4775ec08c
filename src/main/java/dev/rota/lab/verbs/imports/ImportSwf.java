package dev.rota.lab.verbs.imports;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.Envelope;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.lab.swf.GridRefused;
import dev.rota.lab.swf.SwfJob;
import dev.rota.lab.swf.SwfReader;
import dev.rota.lab.swf.TraceFigures;
import dev.rota.lab.swf.TracePlayback;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rota import swf}: plays a trace of a parallel machine as jobs and bots. */
@Command(
    name = "swf",
    description = {
      "play a trace in the Standard Workload Format to a grid of bots",
      "",
      "Each processor is a bot of capacity 1; a job of N processors is N jobs, 17.1 to 17.N. Group,"
          + " else user, is the instance, the queue's number the priority, the executable the"
          + " locality hint. Time is the trace's own. With a broker the events go to its topics,"
          + " and the bots complete what the grid's engine gives them; without one, the engine"
          + " runs in this process. Either way the same trace gets the same leases."
    })
final class ImportSwf extends ImportVerb {
  private static final int BOTS_MAX = 100_000;
  private static final double SECOND_NANOS = 1e9;

  @Option(
      names = "--bots",
      paramLabel = "N",
      description = "default: the trace's MaxProcs, else its MaxNodes")
  private Integer bots;

  @Option(
      names = "--grid",
      paramLabel = "NAME",
      defaultValue = "swf",
      description = "the lane, which must be new; default: ${DEFAULT-VALUE}")
  private String grid;

  @Option(
      names = "--speed",
      paramLabel = "N",
      defaultValue = "0",
      description = "times real time; 0: as fast as the grid answers, which is the default")
  private double speed;

  @Option(names = "--offline", description = "without a broker, even if one is there")
  private boolean offline;

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = "write the events as lines instead of sending them, as for 'rota simulate'")
  private Path save;

  private SwfReader trace;

  ImportSwf() {
    super("bots");
  }

  @Override
  String lane() {
    return grid;
  }

  @Override
  void check(FlagValidator flags) {
    flags.within("--bots", bots, 1, BOTS_MAX);
    if (!(speed >= 0 && speed < Double.POSITIVE_INFINITY)) {
      throw flags.usage("--speed is 0 or more");
    }
  }

  @Override
  ImportReport run(Settings settings) throws IOException {
    boolean live = !offline && save == null && settings.find(KnownSettings.BOOTSTRAP).isPresent();
    if (speed > 0 && !live) {
      throw flags().usage("--speed needs a broker: pass -b, or start 'rota dev'");
    }
    long started = System.nanoTime();
    try (SkippingReader<SwfJob> jobs = open(in -> trace = new SwfReader(in))) {
      TracePlayback playback = playback(jobs);
      try (ImportGrid taker =
          live ? new LiveGrid(address(settings), speed) : new OfflineGrid(domain(), save)) {
        play(playback, taker);
      }
      double seconds = (System.nanoTime() - started) / SECOND_NANOS;
      return TraceReport.of(playback, jobs.refused(), trace.leftOut(), live, seconds);
    }
  }

  private TracePlayback playback(SkippingReader<SwfJob> jobs) {
    jobs.readAhead();
    try {
      return new TracePlayback(jobs, grid, bots(), trace.startMillis());
    } catch (BadLine bad) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "the head of " + file(),
          bad.getMessage(),
          "correct or remove that line",
          bad);
    }
  }

  private int bots() {
    long count = bots == null ? trace.processors().orElse(-1) : bots;
    if (count < 1 || count > BOTS_MAX) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "the number of bots is unknown",
          count == -1
              ? file() + " has neither MaxProcs nor MaxNodes in its head"
              : "the head of " + file() + " says " + count + ", bots can be 1 to " + BOTS_MAX,
          "pass --bots N");
    }
    return (int) count;
  }

  private void play(TracePlayback playback, ImportGrid taker) throws IOException {
    long played = 0;
    try (ProgressDisplay progress = new ProgressDisplay(root(), "events played")) {
      for (List<Envelope> batch = playback.next(); !batch.isEmpty(); batch = playback.next()) {
        playback.hear(taker.take(batch));
        played += batch.size();
        progress.at(played);
      }
    } catch (GridRefused e) {
      throw new CommandFailure(
          ExitCode.REFUSED,
          "the grid '" + grid + "' does not play the trace",
          e.getMessage(),
          "name a grid that nobody else uses with --grid",
          e);
    }
  }

  /** The result of a trace. */
  private static final class TraceReport {
    private TraceReport() {}

    /**
     * Creates the report.
     *
     * @param unreadable lines that are no job
     * @param leftOut lines of jobs that never ran, and lines of partial jobs
     * @param seconds duration of the playback
     */
    static ImportReport of(
        TracePlayback playback, long unreadable, long leftOut, boolean live, double seconds) {
      TraceFigures figures = playback.figures();
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
}

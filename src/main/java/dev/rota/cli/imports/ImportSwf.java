package dev.rota.cli.imports;

import dev.rota.cli.cluster.Connection;
import dev.rota.cli.console.Catalogue;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.Progress;
import dev.rota.cli.console.Root;
import dev.rota.domain.Domain;
import dev.rota.lines.BadLine;
import dev.rota.lines.Envelope;
import dev.rota.settings.Known;
import dev.rota.settings.Settings;
import dev.rota.swf.GridRefused;
import dev.rota.swf.Playback;
import dev.rota.swf.SwfReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota import swf}: a trace of a parallel machine as jobs and bots. */
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
final class ImportSwf implements Callable<Integer> {
  private static final String DOMAIN = "bots";
  private static final int BOTS_MAX = 100_000;
  private static final long SECOND_MILLIS = 1000;

  @ParentCommand private ImportCommand parent;
  @Mixin private Connection connection;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the trace, plain or gzipped")
  private Path file;

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

  @Option(names = "--limit", paramLabel = "N", description = "stop after so many jobs")
  private Long limit;

  @Option(names = "--offline", description = "without a broker, even if one is there")
  private boolean offline;

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = "write the events as lines instead of sending them, as for 'rota simulate'")
  private Path save;

  @Override
  public Integer call() throws Exception {
    check();
    Root root = parent.root();
    Settings settings = connection.settings(root);
    boolean live = !offline && save == null && settings.find(Known.BOOTSTRAP).isPresent();
    if (speed > 0 && !live) {
      throw usage("--speed needs a broker: pass -b, or start 'rota dev'");
    }
    try (InputStream in = ImportCommand.open(file);
        SwfReader trace = new SwfReader(in)) {
      TraceJobs jobs = new TraceJobs(trace, root, limit == null ? Long.MAX_VALUE : limit);
      Playback playback = new Playback(jobs, grid, bots(trace), startMillis(trace));
      ImportReport report = new ImportReport(playback, jobs, trace, live);
      try (Grid taker = live ? online(settings) : offline(Catalogue.domain(DOMAIN))) {
        play(playback, taker);
      }
      root.report(report.json(), report.text());
      return report.exit().code();
    }
  }

  private void check() {
    Flags flags = new Flags(spec);
    if (bots != null) {
      flags.within("--bots", bots, 1, BOTS_MAX);
    }
    if (!(speed >= 0 && speed < Double.POSITIVE_INFINITY)) {
      throw usage("--speed is 0 or more");
    }
    flags.notNegative("--limit", limit);
    flags.lane("--grid", grid);
  }

  private int bots(SwfReader trace) {
    if (bots != null) {
      return bots;
    }
    OptionalLong processors = header(trace, "MaxProcs");
    long count = processors.orElseGet(() -> header(trace, "MaxNodes").orElse(-1));
    if (count < 1 || count > BOTS_MAX) {
      throw new Failure(
          Exit.USAGE,
          "the number of bots is unknown",
          count == -1
              ? file + " has neither MaxProcs nor MaxNodes in its head"
              : "the head of " + file + " says " + count + ", bots can be 1 to " + BOTS_MAX,
          "pass --bots N");
    }
    return (int) count;
  }

  /** A trace that does not say when it began begins in 1970. */
  private long startMillis(SwfReader trace) {
    long seconds = header(trace, "UnixStartTime").orElse(0);
    return Math.max(0, Math.min(seconds, Integer.MAX_VALUE)) * SECOND_MILLIS;
  }

  private OptionalLong header(SwfReader trace, String key) {
    try {
      return trace.header(key);
    } catch (BadLine bad) {
      throw new Failure(
          Exit.USAGE, "the head of " + file, bad.getMessage(), "mend or remove that line", bad);
    }
  }

  private Grid online(Settings settings) {
    return LiveGrid.open(parent.root(), settings, Catalogue.domain(DOMAIN), grid, speed);
  }

  private Grid offline(Domain<?, ?, ?> domain) throws IOException {
    return new OfflineGrid<>(domain, save);
  }

  private void play(Playback playback, Grid taker) throws IOException {
    Progress progress = new Progress(parent.root(), "events played");
    long played = 0;
    try {
      for (List<Envelope> batch = playback.next(); !batch.isEmpty(); batch = playback.next()) {
        playback.hear(taker.take(batch));
        played += batch.size();
        progress.at(played);
      }
    } catch (GridRefused e) {
      throw new Failure(
          Exit.REFUSED,
          "the grid '" + grid + "' does not play the trace",
          e.getMessage(),
          "name a grid that nobody else uses with --grid",
          e);
    } finally {
      progress.end();
    }
  }

  private ParameterException usage(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}

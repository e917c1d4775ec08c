package dev.rota.app.size;

import dev.rota.app.console.CommandReport;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.base.text.SizeText;
import dev.rota.kernel.domain.Domain;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota size}: what a domain needs under a load. */
@Command(
    name = "size",
    description = {
      "estimate bytes, partitions and memory under a load",
      "",
      "It asks no cluster. It multiplies figures that were measured on the domain's own generated"
          + " traffic: docs/sizing.md has them, and what is assumed."
    })
public final class SizeCommand implements Callable<Integer> {
  private static final Pattern RETENTION = Pattern.compile("(\\d{1,5})([hd])");
  private static final int HOURS = 24;
  private static final int RATE_MAX = 10_000_000;

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private DomainParameter domain;

  @Option(
      names = "--events-per-second",
      paramLabel = "N",
      required = true,
      description = "inputs of the domain, all of its topics together")
  private double rate;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      defaultValue = "1",
      description = "lanes that they are spread over; default: ${DEFAULT-VALUE}")
  private int lanes;

  @Option(
      names = "--objects",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "what the state holds at once: bots and jobs, claims, shards and transactions, chunks"
              + " and workers; default: ${DEFAULT-VALUE}")
  private long objects;

  @Option(
      names = "--retention",
      paramLabel = "TIME",
      defaultValue = "7d",
      description = "how long topics are kept, such as 12h or 90d; default: ${DEFAULT-VALUE}")
  private String retention;

  @Option(
      names = "--replication-factor",
      paramLabel = "R",
      defaultValue = "3",
      description = "of each topic; default: ${DEFAULT-VALUE}")
  private int replicas;

  @Option(
      names = "--commit-interval-ms",
      paramLabel = "N",
      defaultValue = "100",
      description = "the engine's commit.interval.ms; default: ${DEFAULT-VALUE}")
  private int commitMillis;

  @Override
  public Integer call() throws Exception {
    FlagValidator flags = new FlagValidator(spec);
    flags.within("--events-per-second", rate, 0, RATE_MAX);
    flags.within("--lanes", lanes, 1, 1_000_000);
    flags.within("--objects", objects, 0, 10_000_000_000L);
    flags.within("--replication-factor", replicas, 1, 100);
    flags.within("--commit-interval-ms", commitMillis, 1, 60_000);
    Domain chosen = domain.domain();
    SizeFigures figures =
        Optional.ofNullable(SizeFigures.all().get(chosen.name()))
            .orElseThrow(() -> flags.usage("nothing was measured of the domain " + chosen.name()));
    SizeEstimate.Load load =
        new SizeEstimate.Load(rate, lanes, objects, days(flags), replicas, commitMillis);
    report(chosen.name(), new SizeEstimate(figures, load)).print(root);
    return ExitCode.OK.code();
  }

  private double days(FlagValidator flags) {
    Matcher form = RETENTION.matcher(retention);
    if (!form.matches()) {
      throw flags.usage("--retention " + retention + ": pass hours or days, such as 12h or 90d");
    }
    double count = Integer.parseInt(form.group(1));
    return form.group(2).equals("d") ? count : count / HOURS;
  }

  private CommandReport report(String name, SizeEstimate estimate) {
    CommandReport report =
        new CommandReport(
            "%s under %s inputs/s on %d lanes, kept for %s"
                .formatted(name, number(rate), lanes, retention));
    topics(report, estimate);
    report.line("all topics", "%s a day of one replica", SizeText.of(estimate.allBytesPerDay()));
    report.line(
        "brokers",
        "%s after %s, %d replicas, with the changelog",
        SizeText.of(estimate.retained()),
        retention,
        replicas);
    report.line(
        "partitions",
        "%d; threads %d, each at most half busy; measured %d inputs/s of a thread",
        estimate.partitions(),
        estimate.threads(),
        estimate.figures().inputsPerSecond());
    if (estimate.isLaneTooBusy()) {
      report.line(
          "warning",
          "a lane has %s inputs/s, and one thread decides a lane: divide it into more lanes",
          number(rate / lanes));
    }
    state(report, estimate);
    report.line("assumed", "%s", ASSUMED);
    return report;
  }

  private static final String ASSUMED =
      "10 bytes of heap, 2 of disk and 4 of changelog for a byte of a row; 300 MB for a JVM, 96 MB"
          + " for RocksDB; your records are like the generated ones";

  private static void topics(CommandReport report, SizeEstimate estimate) {
    report.field("bytesPerDay", estimate.bytesPerDay());
    estimate
        .bytesPerDay()
        .forEach(
            (topic, bytes) ->
                report.line("  %-22s %9s a day".formatted(topic, SizeText.of(bytes))));
  }

  private void state(CommandReport report, SizeEstimate estimate) {
    report.line(
        "memory",
        "%s in one process; every other one needs %s more",
        SizeText.of(estimate.memory()),
        SizeText.of(SizeEstimate.BASE_BYTES + SizeEstimate.ROCKSDB_BYTES));
    report.line(
        "state",
        "%s on disk, for %d objects with rows of %s bytes",
        SizeText.of(estimate.disk()),
        objects,
        number(estimate.figures().rowBytes()));
    report.line(
        "recovery",
        "%s from rows and tail after a kill; %s from the retained ledger alone",
        time(estimate.tailSeconds()),
        time(estimate.rebuildSeconds()));
    report
        .fields()
        .put("allBytesPerDay", estimate.allBytesPerDay())
        .put("brokerBytes", estimate.retained())
        .put("partitions", estimate.partitions())
        .put("threads", estimate.threads())
        .put("laneTooBusy", estimate.isLaneTooBusy())
        .put("memoryBytes", estimate.memory())
        .put("stateBytes", estimate.disk())
        .put("tailSeconds", estimate.tailSeconds())
        .put("rebuildSeconds", estimate.rebuildSeconds())
        .put("assumed", ASSUMED);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  private static String time(double seconds) {
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    Duration whole = Duration.ofSeconds(Math.round(seconds));
    return whole.toHours() > 0
        ? "%d h %d min".formatted(whole.toHours(), whole.toMinutesPart())
        : "%d min".formatted(Math.max(1, whole.toMinutes()));
  }
}

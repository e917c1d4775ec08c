package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.lab.bench.rules.ContestResult;
import dev.rota.lab.bench.rules.MemoryTrialResult;
import dev.rota.lab.bench.rules.SeriesResult;
import dev.rota.lab.bench.rules.SplitResult;
import dev.rota.lab.bench.rules.TrialStopwatch;
import dev.rota.lab.traffic.BenchmarkTrial;
import dev.rota.lab.traffic.BenchmarkTrial.Contest;
import dev.rota.lab.traffic.BenchmarkTrial.Holding;
import dev.rota.lab.traffic.BenchmarkTrial.Series;
import dev.rota.lab.traffic.BenchmarkTrial.Split;
import dev.rota.lab.traffic.BenchmarkTrial.TextTrial;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** The result of a trial, on one line. */
record TrialReport(String name, Object figures, String text) {
  private static final double MIB = 1 << 20;

  static TrialReport of(BenchmarkTrial trial, int rounds, LongConsumer progress) {
    TrialStopwatch watch = new TrialStopwatch();
    return switch (trial) {
      case Contest contest -> {
        ContestResult won = watch.run(contest, rounds, progress);
        yield new TrialReport(trial.name(), won, text(won));
      }
      case Split split -> {
        SplitResult halved = watch.run(split, rounds, progress);
        yield new TrialReport(trial.name(), halved, text(halved));
      }
      case Series series -> {
        SeriesResult timed = watch.run(series, progress);
        yield new TrialReport(trial.name(), timed, text(timed, series.figure()));
      }
      case TextTrial(String name, Supplier<String> text) -> {
        String says = text.get();
        yield new TrialReport(name, says, says);
      }
      case Holding holding -> {
        MemoryTrialResult held = watch.run(holding);
        yield new TrialReport(trial.name(), held, text(held, holding.part()));
      }
    };
  }

  private static String text(ContestResult won) {
    String ours = format("%.2f s of CPU", won.seconds());
    return won.plainSeconds() == 0
        ? ours
        : ours
            + format(
                ", %.1f times as fast as the plain algorithm (%.2f s), with an equal result",
                won.plainSeconds() / won.seconds(), won.plainSeconds());
  }

  private static String text(SplitResult halved) {
    return format(
        "%.2f s with one thread, %.2f s with two: %.2f times as fast",
        halved.seconds(),
        halved.twoThreadsSeconds(),
        halved.seconds() / halved.twoThreadsSeconds());
  }

  private static String text(SeriesResult timed, String figure) {
    String times =
        format(
            "mean %.3f ms, p50 %.3f, p99 %.3f, max %.3f; %s",
            timed.meanMillis(),
            timed.p50Millis(),
            timed.p99Millis(),
            timed.maxMillis(),
            timed.kinds());
    return figure == null ? times : times + format("; %.2f %s", timed.figure(), figure);
  }

  private static String text(MemoryTrialResult held, String part) {
    return format(
        "built in %.2f s of CPU; %.0f MiB: %d times a %s of %.1f bytes",
        held.seconds(),
        held.bytes() / MIB,
        held.parts(),
        part,
        (double) held.bytes() / held.parts());
  }

  private static String format(String form, Object... of) {
    return String.format(Locale.ROOT, form, of);
  }

  String json() throws JsonProcessingException {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("trial", name);
    raw.put("figures", figures);
    return new ObjectMapper().writeValueAsString(raw);
  }
}

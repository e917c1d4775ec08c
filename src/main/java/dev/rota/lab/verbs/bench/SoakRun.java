package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.lab.bench.BenchmarkLoad;
import dev.rota.lab.bench.ResourceSample;
import dev.rota.lab.bench.RoadBench;
import dev.rota.lab.bench.SoakSamples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * {@code rota bench soak}: runs the topology for minutes and watches its resources.
 *
 * @param rate inputs per second; null: half the measured throughput
 */
record SoakRun(RootCommand root, BenchmarkLoad load, int minutes, Integer rate) {
  private static final Duration EVERY = Duration.ofSeconds(10);

  ExitCode on(RoadBench bench) throws IOException {
    int perSecond = rate == null ? half(bench) : rate;
    root.note(perSecond + " inputs/s for " + minutes + " minutes …");
    line("   s      decided   heap MiB  resident MiB  open iterators  open files  threads");
    Duration howLong = Duration.ofMinutes(minutes);
    return tell(bench.soak(perSecond, howLong, EVERY, this::show), perSecond);
  }

  /** Half the throughput of the topology, after a warm-up pass. */
  private int half(RoadBench bench) {
    double best = 0;
    for (int pass = 1; pass <= 2; pass++) {
      ProgressDisplay.of(root, "filled", bench::fill);
      best = Math.max(best, ProgressDisplay.of(root, "decided", bench::road).inputsPerSecond());
    }
    return (int) (best / 2);
  }

  private void show(ResourceSample sample) {
    line(
        String.format(
            Locale.ROOT,
            "%4d  %11d  %9d  %12d  %14d  %10d  %7d",
            sample.seconds(),
            sample.decided(),
            sample.heapMiB(),
            sample.residentMiB(),
            sample.iterators(),
            sample.files(),
            sample.threads()));
  }

  private ExitCode tell(SoakSamples soak, int perSecond) throws IOException {
    if (root.json()) {
      Map<String, Object> raw = new LinkedHashMap<>();
      raw.put("bench", "soak");
      raw.put("load", load);
      raw.put("inputsPerSecond", perSecond);
      raw.put("courses", soak.courses());
      raw.put("samples", soak.samples());
      root.console().line(new ObjectMapper().writeValueAsString(raw));
    }
    for (SoakSamples.Course course : soak.courses()) {
      line(
          String.format(
              Locale.ROOT,
              "%-28s %6d, then %6d: %s",
              course.figure(),
              course.before(),
              course.after(),
              course.grows() ? "GROWS" : "steady"));
    }
    return soak.courses().stream().anyMatch(SoakSamples.Course::grows)
        ? ExitCode.DIFFERS
        : ExitCode.OK;
  }

  private void line(String text) {
    if (root.json()) {
      return;
    }
    try {
      root.console().line(text);
      root.console().out().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

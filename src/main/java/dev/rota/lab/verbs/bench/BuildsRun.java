package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.lab.bench.builds.BuildLoad;
import dev.rota.lab.bench.builds.BuildsBench;
import dev.rota.lab.bench.builds.BuildsBench.BuildRound;
import dev.rota.lab.bench.builds.BuildsBench.Side;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;

/**
 * {@code rota bench builds}: a scheduler in memory and the road with its front door, in
 * alternation.
 *
 * @param rounds measured ones, after one that warms up
 * @param commitMillis interval between the road's commits
 */
record BuildsRun(RootCommand root, BuildLoad load, int rounds, String commitMillis) {

  /** Both schedulers of one round. */
  private record Round(BuildRound memory, BuildRound road) {
    double ratio() {
      return road.perSecond() / memory.perSecond();
    }

    double latencyRatio() {
      return road.p50Millis() / memory.p50Millis();
    }

    double buildRatio() {
      return road.buildSeconds() / memory.buildSeconds();
    }
  }

  ExitCode on(BuildsBench bench) throws IOException {
    List<Round> all = new ArrayList<>();
    for (int number = 0; number <= rounds; number++) {
      Round round = new Round(round(bench, Side.BASE), round(bench, Side.ROAD));
      if (number > 0) { // round 0 warms up the JIT compiler
        all.add(round);
        print(number, round);
      }
    }
    long memoryBytes = waiting(bench, Side.BASE);
    long roadBytes = waiting(bench, Side.ROAD);
    if (root.json()) {
      json(all, memoryBytes, roadBytes);
    } else {
      summary(all, memoryBytes, roadBytes);
    }
    return ExitCode.OK;
  }

  private BuildRound round(BuildsBench bench, Side side) throws IOException {
    return shown("run", side, progress -> bench.round(side, progress));
  }

  private long waiting(BuildsBench bench, Side side) throws IOException {
    return shown("wait", side, progress -> bench.waitingBytes(side, progress));
  }

  private interface BenchWork<T> {
    T run(LongConsumer progress) throws Exception;
  }

  private <T> T shown(String verb, Side side, BenchWork<T> work) throws IOException {
    AtomicLong count = new AtomicLong();
    String where = side == Side.BASE ? " in memory" : " on the road";
    try {
      return ProgressDisplay.beside(root, verb + where, count::get, () -> work.run(count::set));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private void print(int number, Round round) throws IOException {
    if (root.json()) {
      return;
    }
    if (number == 1) {
      root.console()
          .line("round      alone p50 ms  p50 ms  p99 ms  actions/s  CPU µs/action  build s");
    }
    row(number + " memory", round.memory(), "");
    row(
        number + " road",
        round.road(),
        format("%.2f of its actions/s, build %.2f", round.ratio(), round.buildRatio()));
    root.console().out().flush();
  }

  private void row(String name, BuildRound round, String more) throws IOException {
    String line =
        format(
            "%-10s %12.1f  %6.1f  %6.1f  %9.0f  %13.0f  %7.2f  %s",
            name,
            round.aloneP50Millis(),
            round.p50Millis(),
            round.p99Millis(),
            round.perSecond(),
            round.cpuMicros(),
            round.buildSeconds(),
            more);
    root.console().line(line.stripTrailing());
  }

  private void json(List<Round> all, long memoryBytes, long roadBytes) throws IOException {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("bench", "builds");
    raw.put("load", load);
    raw.put("commitIntervalMillis", commitMillis);
    raw.put("rounds", all);
    raw.put("ratio", median(all, Round::ratio));
    raw.put("latencyRatio", median(all, Round::latencyRatio));
    raw.put("buildRatio", median(all, Round::buildRatio));
    raw.put("idealSeconds", load.idealSeconds());
    raw.put("memoryBytesPerWaiting", memoryBytes);
    raw.put("roadBytesPerWaiting", roadBytes);
    root.console().line(new ObjectMapper().writeValueAsString(raw));
  }

  private void summary(List<Round> all, long memoryBytes, long roadBytes) throws IOException {
    double ideal = load.idealSeconds();
    say(
        "a worker has the lease, with a commit every %s ms: alone p50 %.1f ms (memory %.1f); at %d"
            + " actions/s and %d workers p50 %.1f ms, p99 %.1f ms (memory %.1f and %.1f)",
        commitMillis,
        median(all, round -> round.road().aloneP50Millis()),
        median(all, round -> round.memory().aloneP50Millis()),
        load.perSecond(),
        load.steadyWorkers(),
        median(all, round -> round.road().p50Millis()),
        median(all, round -> round.road().p99Millis()),
        median(all, round -> round.memory().p50Millis()),
        median(all, round -> round.memory().p99Millis()));
    say(
        "with %d workers: %.0f actions/s, %.2f of the scheduler in memory",
        load.workers(), median(all, round -> round.road().perSecond()), median(all, Round::ratio));
    say(
        "a build of %d actions of %d ms on %d workers with %d leases each: %.2f times the ideal (memory"
            + " %.2f)",
        load.buildActions(),
        load.buildEach().toMillis(),
        load.buildWorkers(),
        load.buildLeases(),
        median(all, round -> round.road().buildSeconds()) / ideal,
        median(all, round -> round.memory().buildSeconds()) / ideal);
    say(
        "%d operations wait: %d bytes of heap for each (memory %d)",
        load.waiting(), roadBytes, memoryBytes);
  }

  private void say(String form, Object... of) throws IOException {
    root.console().line(format(form, of));
  }

  private static double median(List<Round> all, ToDoubleFunction<Round> of) {
    return all.stream().mapToDouble(of).sorted().toArray()[all.size() / 2];
  }

  private static String format(String form, Object... of) {
    return String.format(Locale.ROOT, form, of);
  }
}

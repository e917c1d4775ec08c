package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.lab.bench.BenchmarkLoad;
import dev.rota.lab.bench.PassResult;
import dev.rota.lab.bench.RoadBench;
import dev.rota.lab.bench.watch.WatchedFollower;
import dev.rota.lab.bench.watch.WatchedFollower.Seen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * {@code rota bench watch}: the road alone, beside a follower, and beside a follower at which
 * browsers look, in alternation.
 *
 * @param rounds measured ones, after one that warms up
 * @param browsers number of open pages
 * @param beside words before the commands of the follower and of the browsers
 */
record WatchRun(
    RootCommand root, BenchmarkLoad load, int rounds, int browsers, List<String> beside) {

  private record Round(PassResult alone, PassResult followed, PassResult watched, Seen seen) {
    double followedRatio() {
      return followed.inputsPerSecond() / alone.inputsPerSecond();
    }

    double watchedRatio() {
      return watched.inputsPerSecond() / followed.inputsPerSecond();
    }

    double bothRatio() {
      return watched.inputsPerSecond() / alone.inputsPerSecond();
    }

    double cpuRatio() {
      return watched.cpuMicros() / alone.cpuMicros();
    }
  }

  ExitCode on(RoadBench bench, String domain, String bootstrap) throws IOException {
    List<Round> all = new ArrayList<>();
    for (int number = 0; number <= rounds; number++) {
      Round round = round(bench, domain, bootstrap);
      if (number > 0) { // round 0 warms up the JIT compiler
        all.add(round);
        print(number, round);
      }
    }
    summary(all);
    return ExitCode.OK;
  }

  private Round round(RoadBench bench, String domain, String bootstrap) throws IOException {
    ProgressDisplay.of(root, "filled", bench::fill);
    PassResult alone = ProgressDisplay.of(root, "decided", bench::road);
    try (WatchedFollower onlookers = WatchedFollower.follow(domain, bootstrap, beside)) {
      ProgressDisplay.of(root, "filled", bench::fill);
      PassResult followed = ProgressDisplay.of(root, "decided", bench::road);
      ProgressDisplay.of(root, "filled", bench::fill);
      onlookers.open(domain, browsers);
      PassResult watched = ProgressDisplay.of(root, "decided", bench::road);
      return new Round(alone, followed, watched, onlookers.leave());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void print(int number, Round round) throws IOException {
    if (root.json()) {
      return;
    }
    if (number == 1) {
      root.console().line("round       inputs/s  CPU µs/input");
    }
    row(number + " alone", round.alone(), "");
    row(number + " followed", round.followed(), format("%.3f of alone", round.followedRatio()));
    row(
        number + " watched",
        round.watched(),
        format(
            "%.3f of followed; %d browsers saw %d turns and %d answers",
            round.watchedRatio(), browsers, round.seen().turns(), round.seen().answers()));
    root.console().out().flush();
  }

  private void row(String name, PassResult pass, String more) throws IOException {
    String line =
        format("%-10s %9.0f  %12.1f  %s", name, pass.inputsPerSecond(), pass.cpuMicros(), more);
    root.console().line(line.stripTrailing());
  }

  private void summary(List<Round> all) throws IOException {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("bench", "watch");
    raw.put("load", load);
    raw.put("browsers", browsers);
    raw.put("rounds", all);
    raw.put("followedRatio", median(all, Round::followedRatio));
    raw.put("watchedRatio", median(all, Round::watchedRatio));
    raw.put("ratio", median(all, Round::bothRatio));
    raw.put("cpuRatio", median(all, Round::cpuRatio));
    root.report(
        new ObjectMapper().writeValueAsString(raw),
        List.of(
            format(
                "median ratio: a follower leaves %.3f of the road's inputs/s, %d browsers %.3f of"
                    + " that; together %.3f",
                raw.get("followedRatio"), browsers, raw.get("watchedRatio"), raw.get("ratio")),
            format(
                "the road's process, with its broker, used %.3f of the CPU per input",
                raw.get("cpuRatio"))));
  }

  private static double median(List<Round> all, ToDoubleFunction<Round> of) {
    return all.stream().mapToDouble(of).sorted().toArray()[all.size() / 2];
  }

  private static String format(String form, Object... of) {
    return String.format(Locale.ROOT, form, of);
  }
}

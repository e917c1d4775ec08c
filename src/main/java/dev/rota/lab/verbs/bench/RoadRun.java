package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.lab.bench.BenchmarkLoad;
import dev.rota.lab.bench.LargeTurnsResult;
import dev.rota.lab.bench.LatencyFigures;
import dev.rota.lab.bench.PassResult;
import dev.rota.lab.bench.ProofCosts;
import dev.rota.lab.bench.RoadBench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * {@code rota bench road}: both applications in alternation, then latencies, the audit and a
 * domain's large turns.
 */
final class RoadRun {
  private static final int STEADY_SECONDS = 15;

  /** Rounds that warm up the JIT compiler: in the second it still has a sixth of the CPU. */
  private static final int WARM_UP = 2;

  /** The first one warms up the JIT compiler. */
  private static final int LARGE_TURNS = 2;

  private final RootCommand root;
  private final BenchmarkLoad load;
  private final int rounds;
  private final int rate;
  private final int percent;

  /**
   * Defines a run.
   *
   * @param rounds measured ones
   * @param rate inputs/s for the latencies
   * @param percent of the usual size of a large turn
   */
  RoadRun(RootCommand root, BenchmarkLoad load, int rounds, int rate, int percent) {
    this.root = root;
    this.load = load;
    this.rounds = rounds;
    this.rate = rate;
    this.percent = percent;
  }

  /** The two passes of one round. */
  private record Round(PassResult passThrough, PassResult road) {
    double ratio() {
      return road.inputsPerSecond() / passThrough.inputsPerSecond();
    }

    double writtenRatio() {
      return road.writtenPerSecond() / passThrough.writtenPerSecond();
    }
  }

  ExitCode on(RoadBench bench) throws IOException {
    List<Round> all = new ArrayList<>();
    for (int round = 1 - WARM_UP; round <= rounds; round++) {
      ProgressDisplay.of(root, "filled", bench::fill);
      PassResult base = ProgressDisplay.of(root, "passed through", bench::passThrough);
      PassResult road = ProgressDisplay.of(root, "decided", bench::road);
      if (round > 0) {
        all.add(new Round(base, road));
        print(round, all.get(all.size() - 1));
      }
    }
    LatencyFigures base =
        ProgressDisplay.of(
            root, "steady", seen -> bench.passThroughLatency(rate, STEADY_SECONDS, seen));
    LatencyFigures road =
        ProgressDisplay.of(root, "steady", seen -> bench.roadLatency(rate, STEADY_SECONDS, seen));
    ProofCosts proof = ProgressDisplay.of(root, "audited", seen -> bench.proof(rounds, seen));
    List<LargeTurnsResult> large =
        ProgressDisplay.of(root, "sent", seen -> bench.largeTurns(LARGE_TURNS, percent, seen));
    summary(all, base, road, proof, large);
    return ExitCode.OK;
  }

  private void print(int number, Round round) throws IOException {
    if (root.json()) {
      return;
    }
    if (number == 1) {
      root.console()
          .line("round              inputs/s   written/s  written/input  CPU µs/input     ratio");
    }
    row(number + " pass-through", round.passThrough(), "");
    row(
        number + " road",
        round.road(),
        String.format(
            Locale.ROOT, "%.2f inputs, %.2f written", round.ratio(), round.writtenRatio()));
    root.console().out().flush();
  }

  private void row(String name, PassResult pass, String ratio) throws IOException {
    root.console()
        .line(
            String.format(
                    Locale.ROOT,
                    "%-16s %10.0f  %10.0f  %13.1f  %12.1f     %s",
                    name,
                    pass.inputsPerSecond(),
                    pass.writtenPerSecond(),
                    pass.writtenPerInput(),
                    pass.cpuMicros(),
                    ratio)
                .stripTrailing());
  }

  private void summary(
      List<Round> all,
      LatencyFigures base,
      LatencyFigures road,
      ProofCosts proof,
      List<LargeTurnsResult> large)
      throws IOException {
    double ratio = median(all, Round::ratio);
    double written = median(all, Round::writtenRatio);
    double writtenPerInput = median(all, round -> round.road().writtenPerInput());
    if (root.json()) {
      Map<String, Object> raw = new LinkedHashMap<>();
      raw.put("bench", "road");
      raw.put("load", load);
      raw.put("rounds", all);
      raw.put("ratio", ratio);
      raw.put("writtenRatio", written);
      raw.put("writtenPerInput", writtenPerInput);
      raw.put("steadyInputsPerSecond", rate);
      raw.put("passThroughLatency", base);
      raw.put("roadLatency", road);
      raw.put("auditedPerSecond", proof.auditedPerSecond());
      raw.put("proof", proof);
      raw.put("largeTurns", large);
      root.console().line(new ObjectMapper().writeValueAsString(raw));
      return;
    }
    say(
        "median ratio: %.2f of the pass-through's inputs/s, %.2f of its records written/s",
        ratio, written);
    say(
        "at %d inputs/s: pass-through p50 %d ms, p99 %d ms; road p50 %d ms, p99 %d ms",
        rate, base.p50Millis(), base.p99Millis(), road.p50Millis(), road.p99Millis());
    say(
        "%.2f records written an input: %.2f outputs; ledger, changelog and transaction markers",
        writtenPerInput, median(all, round -> round.road().outputsPerInput()));
    proof(proof, median(all, round -> round.road().inputsPerSecond()));
    large(large);
  }

  private void proof(ProofCosts proof, double decidedPerSecond) throws IOException {
    double audited = proof.auditedPerSecond();
    say(
        "audit: %.0f turns/s, %.1f CPU µs/turn, %.1f times the road's, %.2f of only reading the same"
            + " records",
        audited,
        proof.auditCpuMicros(),
        audited / decidedPerSecond,
        audited / proof.readPerSecond());
    say(
        "ledger: %.0f bytes a turn on disk with lz4, %.2f of a page for each turn",
        proof.bytesPerTurn(), proof.bytesPerTurn() / proof.bytesPerTurnAlone());
  }

  private void large(List<LargeTurnsResult> large) throws IOException {
    for (LargeTurnsResult turn : large) {
      say(
          "%s: visible %.1f s after the last of %d inputs, %.1f s of CPU (%.1f s since the first"
              + " input), %d MiB resident",
          turn.what(),
          turn.seconds(),
          turn.inputs(),
          turn.cpuSeconds(),
          turn.totalCpuSeconds(),
          turn.residentMiB());
    }
  }

  private void say(String format, Object... arguments) throws IOException {
    root.console().line(String.format(Locale.ROOT, format, arguments));
  }

  private static <T> double median(List<T> of, Function<T, Double> figure) {
    List<Double> sorted = of.stream().map(figure).sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}

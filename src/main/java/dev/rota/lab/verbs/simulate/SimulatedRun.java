package dev.rota.lab.verbs.simulate;

import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.LineReader;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.simulate.LaneSimulator;
import dev.rota.lab.simulate.SimulationPlan;
import dev.rota.lab.simulate.SimulationResult;
import dev.rota.lab.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** One run of the simulator with checks, from its input to its report. */
record SimulatedRun(RootCommand root, LaneSimulator simulator, SimulationReport words, Path save) {
  private static final double NANOS = 1e9;

  /** Simulates generated traffic. */
  static SimulatedRun seeded(RootCommand root, Domain domain, SimulationPlan plan, Path save) {
    SimulationReport words = new SimulationReport(domain.name(), plan, save);
    return new SimulatedRun(root, new LaneSimulator(domain, plan), words, save);
  }

  /**
   * Simulates lines.
   *
   * @param file their source; null: stdin
   */
  static SimulatedRun ofLines(RootCommand root, Domain domain, LineReader lines, Path file)
      throws IOException {
    Map<String, List<Traffic.Event>> lanes = new HistoryLines(domain).read(lines);
    if (lanes.isEmpty()) {
      root.note(SimulateCommand.nothing(file));
    }
    LaneSimulator simulator =
        new LaneSimulator(domain, List.copyOf(lanes.keySet()), lane -> lanes.get(lane).iterator());
    SimulationReport words = new SimulationReport(domain.name(), lanes.size(), file);
    return new SimulatedRun(root, simulator, words, null);
  }

  /** Returns the exit code. */
  int run() throws IOException, InterruptedException, ExecutionException {
    long started = System.nanoTime();
    SimulationResult report =
        ProgressDisplay.beside(root, "turns simulated", simulator::turns, simulator::run);
    double seconds = (System.nanoTime() - started) / NANOS;
    if (save != null) {
      HistoryLines.write(save, histories(report));
    }
    words.of(report, seconds).print(root);
    return (report.finding().isEmpty() ? ExitCode.OK : ExitCode.DIFFERS).code();
  }

  private Map<String, Iterator<Traffic.Event>> histories(SimulationResult report) {
    Map<String, Iterator<Traffic.Event>> histories = new LinkedHashMap<>();
    report
        .finding()
        .ifPresentOrElse(
            finding -> histories.put(finding.lane(), finding.history().iterator()),
            () -> simulator.lanes().forEach(lane -> histories.put(lane, simulator.history(lane))));
    return histories;
  }
}

package dev.rota.lab.verbs.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.lab.simulate.FailingTurn;
import dev.rota.lab.simulate.SimulationCounts;
import dev.rota.lab.simulate.SimulationPlan;
import dev.rota.lab.simulate.SimulationResult;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats the result of a simulation. */
final class SimulationReport {
  private static final double MINUTE_SECONDS = 60;

  private final String domain;
  private final SimulationPlan plan;
  private final int lanes;
  private final Path file;

  /** For generated lanes. {@code file}: where the history is saved, or null. */
  SimulationReport(String domain, SimulationPlan plan, Path file) {
    this(domain, plan, plan.lanes(), file);
  }

  /** For lines. {@code file}: their source, or null. */
  SimulationReport(String domain, int lanes, Path file) {
    this(domain, null, lanes, file);
  }

  private SimulationReport(String domain, SimulationPlan plan, int lanes, Path file) {
    this.domain = domain;
    this.plan = plan;
    this.lanes = lanes;
    this.file = file;
  }

  /** The command that reproduces this run. */
  String repeat() {
    if (plan == null) {
      return "./rota simulate " + domain + (file == null ? "" : " --file " + file) + " --check";
    }
    return "./rota simulate "
        + domain
        + " --seed "
        + plan.seed()
        + " --hours "
        + hours()
        + (plan.lanes() == 1 ? "" : " --lanes " + plan.lanes())
        + (plan.hostile() ? " --hostile" : "");
  }

  CommandReport of(SimulationResult result, double seconds) {
    SimulationCounts counts = result.counts();
    boolean ok = result.finding().isEmpty();
    CommandReport report = new CommandReport(domain + ": " + verdict(result));
    ObjectNode json = report.fields().put("domain", domain).put("ok", ok).put("lanes", lanes);
    result.finding().ifPresent(finding -> tell(finding, report));
    report.line("lanes", "%d", lanes);
    if (plan != null) {
      report.line("hours", "%s simulated per lane, seed %d", hours(), plan.seed());
      json.put("seed", plan.seed()).put("hours", plan.hours()).put("hostile", plan.hostile());
    }
    report.line("turns", "%d, all checked", counts.turns());
    json.put("turns", counts.turns());
    outputs(counts, report);
    if (!counts.faults().isEmpty()) {
      report.line("faults", "%s", counted(counts.faults()));
    }
    counts.faults().forEach(json.putObject("faults")::put);
    fates(counts, report);
    if (counts.reopenings() > 0) {
      report.line(
          "restarts",
          "%d, each equal to the lane that lived on; %d policy switches",
          counts.reopenings(),
          counts.switches());
    }
    json.put("restarts", counts.reopenings()).put("switches", counts.switches());
    owners(counts, report);
    report.line("digest", "%s", result.digest());
    json.put("digest", result.digest()).put("seconds", seconds);
    speed(result, seconds, report);
    return report;
  }

  private static void outputs(SimulationCounts counts, CommandReport report) {
    long assignments = counts.outputs(Channel.ASSIGNMENTS);
    long outcomes = counts.outputs(Channel.OUTCOMES);
    long deadLetters = counts.outputs(Channel.DEAD_LETTERS);
    long snapshots = counts.outputs(Channel.SNAPSHOTS);
    report.line(
        "outputs",
        "%d assignments, %d outcomes, %d dead letters%s",
        assignments,
        outcomes,
        deadLetters,
        snapshots == 0 ? "" : ", " + snapshots + " snapshots");
    report
        .fields()
        .putObject("outputs")
        .put("assignments", assignments)
        .put("outcomes", outcomes)
        .put("deadLetters", deadLetters)
        .put("snapshots", snapshots);
  }

  /** What became of each kind of fault. */
  private static void fates(SimulationCounts counts, CommandReport report) {
    ObjectNode json = report.fields();
    ObjectNode became = json.putObject("became");
    counts.fates().forEach((fault, ends) -> ends.forEach(became.putObject(fault)::put));
    counts.deadLetters().forEach(json.putObject("deadLetters")::put);
    json.put("refusals", counts.refusals());
    if (counts.fates().isEmpty()) {
      return;
    }
    counts.fates().forEach((fault, ends) -> report.line("  " + fault, "%s", counted(ends)));
    report.line("dead letters", "%s", counted(counts.deadLetters()));
    report.line("refusals", "%d outcomes refuse something", counts.refusals());
  }

  private static void owners(SimulationCounts counts, CommandReport report) {
    if (counts.freezes() > 0) {
      report.line(
          "owners",
          "%d frozen; their successors took %d turns again, equal to theirs; %d turns of woken"
              + " owners refused",
          counts.freezes(),
          counts.takenAgain(),
          counts.fenced());
    }
    report
        .fields()
        .putObject("owners")
        .put("frozen", counts.freezes())
        .put("takenAgain", counts.takenAgain())
        .put("refused", counts.fenced());
  }

  private void tell(FailingTurn finding, CommandReport report) {
    String few = finding.history().size() + " of its events reproduce it";
    report.line("expected", "%s", finding.broken().check());
    report.line("found", "%s", finding.broken().what());
    report.line("repeat", "%s", repeat());
    if (plan == null) {
      report.line("shrunk", "%s", few);
    } else if (file == null) {
      report.line("shrunk", "%s; --save FILE writes them", few);
    } else {
      report.line("shrunk", "%s; reproduce with", few);
      report.line("", "./rota simulate %s --file %s --check", domain, file);
    }
    report
        .fields()
        .putObject("finding")
        .put("lane", finding.lane())
        .put("turn", finding.turn())
        .put("check", finding.broken().check())
        .put("found", finding.broken().what())
        .put("repeat", repeat())
        .put("events", finding.history().size());
  }

  private static String verdict(SimulationResult report) {
    return report
        .finding()
        .map(finding -> "BROKEN at turn " + finding.turn() + " of lane " + finding.lane())
        .orElse("OK");
  }

  private static String counted(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(one -> one.getKey() + " " + one.getValue())
        .collect(Collectors.joining(", "));
  }

  private String hours() {
    return plan.hours() == Math.rint(plan.hours())
        ? Long.toString((long) plan.hours())
        : Double.toString(plan.hours());
  }

  /** A failed run ends early, so its speed in hours is unknown. */
  private void speed(SimulationResult result, double seconds, CommandReport report) {
    double turns = result.counts().turns() / seconds;
    String told = String.format(Locale.ROOT, "%.0f turns/s, %.1f s", turns, seconds);
    report.fields().put("turnsPerSecond", turns);
    if (plan == null || result.finding().isPresent()) {
      report.line("speed", "%s", told);
    } else {
      double hours = plan.hours() * plan.lanes() * MINUTE_SECONDS / seconds;
      report.line("speed", "%.0f simulated hours per minute, %s", hours, told);
      report.fields().put("hoursPerMinute", hours);
    }
  }
}

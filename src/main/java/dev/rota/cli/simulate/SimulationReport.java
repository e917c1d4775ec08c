package dev.rota.cli.simulate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.domain.Output.Channel;
import dev.rota.simulate.Counts;
import dev.rota.simulate.FailingTurn;
import dev.rota.simulate.Plan;
import dev.rota.simulate.SimulationResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is said of a simulation. */
final class SimulationReport {
  private static final double MINUTE_SECONDS = 60;

  private final String domain;
  private final Plan plan;
  private final int lanes;
  private final Path file;

  /** Of seeded lanes; the file is where the history was saved, or null. */
  SimulationReport(String domain, Plan plan, Path file) {
    this(domain, plan, plan.lanes(), file);
  }

  /** Of lines; the file is where they came from, or null. */
  SimulationReport(String domain, int lanes, Path file) {
    this(domain, null, lanes, file);
  }

  private SimulationReport(String domain, Plan plan, int lanes, Path file) {
    this.domain = domain;
    this.plan = plan;
    this.lanes = lanes;
    this.file = file;
  }

  /** The one command that shows the same again. */
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

  List<String> text(SimulationResult report, double seconds) {
    Counts counts = report.counts();
    List<String> lines = new ArrayList<>();
    lines.add(domain + ": " + verdict(report));
    report.finding().ifPresent(finding -> lines.addAll(text(finding)));
    lines.add("  lanes        " + lanes);
    if (plan != null) {
      lines.add("  hours        " + hours() + " simulated of each lane, seed " + plan.seed());
    }
    lines.add("  turns        " + counts.turns() + ", every one checked");
    lines.add(
        "  outputs      %d assignments, %d outcomes, %d dead letters"
                .formatted(
                    counts.outputs(Channel.ASSIGNMENTS),
                    counts.outputs(Channel.OUTCOMES),
                    counts.outputs(Channel.DEAD_LETTERS))
            + (counts.outputs(Channel.SNAPSHOTS) == 0
                ? ""
                : ", " + counts.outputs(Channel.SNAPSHOTS) + " snapshots"));
    if (!counts.faults().isEmpty()) {
      lines.add("  faults       " + faults(counts));
    }
    lines.add("  digest       " + report.digest());
    lines.add("  speed        " + speed(report, seconds));
    return lines;
  }

  String json(SimulationResult report, double seconds) {
    Counts counts = report.counts();
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("domain", domain).put("ok", report.finding().isEmpty()).put("lanes", lanes);
    if (plan != null) {
      json.put("seed", plan.seed()).put("hours", plan.hours()).put("hostile", plan.hostile());
    }
    json.put("turns", counts.turns());
    json.putObject("outputs")
        .put("assignments", counts.outputs(Channel.ASSIGNMENTS))
        .put("outcomes", counts.outputs(Channel.OUTCOMES))
        .put("deadLetters", counts.outputs(Channel.DEAD_LETTERS))
        .put("snapshots", counts.outputs(Channel.SNAPSHOTS));
    counts.faults().forEach(json.putObject("faults")::put);
    json.put("digest", report.digest())
        .put("seconds", seconds)
        .put("turnsPerSecond", counts.turns() / seconds);
    if (complete(report)) {
      json.put("hoursPerMinute", hoursPerMinute(seconds));
    }
    report.finding().ifPresent(finding -> json(finding, json.putObject("finding")));
    return json.toString();
  }

  private void json(FailingTurn finding, ObjectNode json) {
    json.put("lane", finding.lane())
        .put("turn", finding.turn())
        .put("check", finding.broken().check())
        .put("found", finding.broken().what())
        .put("repeat", repeat())
        .put("events", finding.history().size());
  }

  private List<String> text(FailingTurn finding) {
    List<String> lines = new ArrayList<>();
    lines.add("  expected     " + finding.broken().check());
    lines.add("  found        " + finding.broken().what());
    lines.add("  repeat       " + repeat());
    String few = finding.history().size() + " of its events are enough";
    if (plan == null) {
      lines.add("  shrunk       " + few);
    } else if (file == null) {
      lines.add("  shrunk       " + few + "; --save FILE writes them");
    } else {
      lines.add("  shrunk       " + few + "; see them fail again with");
      lines.add("               ./rota simulate " + domain + " --file " + file + " --check");
    }
    return lines;
  }

  private static String verdict(SimulationResult report) {
    return report
        .finding()
        .map(finding -> "BROKEN at turn " + finding.turn() + " of lane " + finding.lane())
        .orElse("OK");
  }

  private static String faults(Counts counts) {
    return counts.faults().entrySet().stream()
        .map(fault -> fault.getKey() + " " + fault.getValue())
        .collect(Collectors.joining(", "));
  }

  private String hours() {
    return plan.hours() == Math.rint(plan.hours())
        ? Long.toString((long) plan.hours())
        : Double.toString(plan.hours());
  }

  /** A run that ended early has simulated fewer hours than planned. */
  private boolean complete(SimulationResult report) {
    return plan != null && report.finding().isEmpty();
  }

  private double hoursPerMinute(double seconds) {
    return plan.hours() * plan.lanes() * MINUTE_SECONDS / seconds;
  }

  private String speed(SimulationResult report, double seconds) {
    String turns =
        String.format(
            Locale.ROOT, "%.0f turns/s, %.1f s", report.counts().turns() / seconds, seconds);
    return complete(report)
        ? String.format(
            Locale.ROOT, "%.0f simulated hours a minute, %s", hoursPerMinute(seconds), turns)
        : turns;
  }
}

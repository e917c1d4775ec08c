package dev.rota.app.rollout;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.app.doctor.CheckResult;
import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.app.doctor.DoctorReport;
import java.util.List;
import java.util.stream.Collectors;

/** A plan in words and as JSON: the engines in their order, where each figure is from, findings. */
record RolloutReport(RolloutFacts facts, RolloutPlan plan, List<CheckResult> found) {
  private static final int LANES_NAMED = 5;
  private static final int LANES_NAMED_JSON = 100;

  CommandReport report() {
    int engines = plan.steps().size();
    CommandReport report =
        new CommandReport(
            engines == 0
                ? facts.domain() + ": no engine to restart"
                : "%s: %d engine%s to restart, one by one"
                    .formatted(facts.domain(), engines, engines == 1 ? "" : "s"));
    report.fields().put("domain", facts.domain()).put("group", facts.group());
    costs(report);
    ArrayNode list = report.fields().putArray("engines");
    for (int i = 0; i < engines; i++) {
      step(report, i, plan.steps().get(i), list.addObject());
    }
    sources(report);
    findings(report);
    return report;
  }

  private void costs(CommandReport report) {
    if (!plan.steps().isEmpty()) {
      report.line(
          "pause",
          "%s of a partition, %s of all %d together; %s of one whose engine is killed instead",
          plan.longest().words(),
          plan.sum().words(),
          plan.owned(),
          plan.longestKilled().words());
    }
    report.fields().set("longestSeconds", plan.longest().json());
    report.fields().set("sumSeconds", plan.sum().json());
    report.fields().set("longestKilledSeconds", plan.longestKilled().json());
  }

  private void step(CommandReport report, int place, RolloutPlan.Step step, ObjectNode json) {
    EngineInstance engine = step.instance();
    String why = plan.why(step);
    int threads = engine.members().size();
    report.line(
        "%d. %s, %d thread%s"
            .formatted(place + 1, engine.words(), threads, threads == 1 ? "" : "s"));
    report.line("why here", "%s", why);
    json.put("name", engine.name())
        .put("host", engine.host())
        .put("threads", threads)
        .put("why", why);
    if (engine.status() != null) {
      json.put("url", engine.status().url()).put("version", engine.status().version());
    }
    ArrayNode partitions = json.putArray("partitions");
    step.pauses().forEach(one -> pause(report, one, partitions.addObject()));
  }

  private void pause(CommandReport report, PartitionPause one, ObjectNode json) {
    report.line(
        "partition " + one.partition(),
        "%s from its stop on, %s when it is back; killed: %s",
        one.stop().words(),
        one.back().words(),
        one.killed().words());
    report.line("  rows", "%s", one.rows());
    LedgerTail tail = facts.tails().get(one.partition());
    report.line("  lanes", "%s", lanes(tail));
    json.put("partition", one.partition())
        .put("heir", one.heir().name())
        .put("rows", one.rows())
        .put("restoredRecords", one.records())
        .put("restoredBytes", one.bytes());
    json.set("stopSeconds", one.stop().json());
    json.set("backSeconds", one.back().json());
    json.set("killedSeconds", one.killed().json());
    json.put("lanes", tail == null ? null : (Integer) tail.lanes().size())
        .put("turns", tail == null ? null : (Long) tail.turns());
    if (tail != null) {
      tail.lanes().stream().limit(LANES_NAMED_JSON).forEach(json.putArray("lanesNamed")::add);
    }
  }

  private static String lanes(LedgerTail tail) {
    if (tail == null) {
      return "nobody knows which";
    }
    if (tail.lanes().isEmpty()) {
      return "none has taken a turn";
    }
    int lanes = tail.lanes().size();
    return "%d in its last %d turns, %s"
        .formatted(
            lanes,
            tail.turns(),
            (lanes > LANES_NAMED ? "such as " : "")
                + tail.lanes().stream().limit(LANES_NAMED).collect(Collectors.joining(", ")));
  }

  /** Where each figure is from. None is a promise. */
  private void sources(CommandReport report) {
    report.line("all of these are estimates:");
    ArrayNode list = report.fields().putArray("figures");
    figure(report, list, "stop", "%.1f s".formatted(RestartFigures.STOP), RestartFigures.SOURCE);
    figure(report, list, "back", "%.1f s".formatted(RestartFigures.JOIN), RestartFigures.SOURCE);
    killed(report, list);
    figure(
        report,
        list,
        "restore",
        facts.rate() == null ? "unknown" : facts.rate().words(),
        facts.rate() == null ? facts.rateUnknown() : facts.rate().source());
    figure(
        report,
        list,
        "tail",
        facts.figures() == null
            ? "unknown"
            : "%d turns/s replayed".formatted(facts.figures().turnsPerSecond()),
        facts.figures() == null
            ? "nothing was measured of this domain"
            : "docs/sizing.md; at most twice checkpoint.turns, after a kill alone");
    figure(
        report,
        list,
        "process",
        "unknown",
        "how long an engine takes from its end to its start, only its platform knows");
  }

  private void killed(CommandReport report, ArrayNode list) {
    Double session = facts.settings().sessionSeconds();
    String rest = "%.1f s".formatted(RestartFigures.KILL - RestartFigures.KILL_SESSION);
    if (session == null) {
      figure(
          report,
          list,
          "killed",
          rest + " after its session",
          RestartFigures.SOURCE + "; brokers know the session: group.streams.session.timeout.ms");
    } else {
      figure(
          report,
          list,
          "killed",
          "%s after its session of %.1f s".formatted(rest, session),
          RestartFigures.SOURCE + "; the session is that of this command's settings");
    }
  }

  private static void figure(
      CommandReport report, ArrayNode list, String name, String value, String source) {
    report.line(name, "%s: %s", value, source);
    list.addObject().put("name", name).put("value", value).put("source", source);
  }

  private void findings(CommandReport report) {
    DoctorReport lines =
        new DoctorReport(false, found.stream().map(CheckResult::name).distinct().toList());
    ArrayNode list = report.fields().putArray("checks");
    for (CheckResult one : found) {
      lines.lines(one).forEach(report::line);
      list.add(DoctorReport.json(one));
    }
    lines.summary().forEach(report::line);
    boolean warned = found.stream().anyMatch(one -> one.finding().verdict() != Verdict.OK);
    report.line(
        "%s: %s"
            .formatted(
                facts.domain(),
                lines.hasFailed()
                    ? "do not restart now"
                    : warned ? "it can be done; see what is not ok" : "nothing speaks against it"));
    report.fields().put("restartNow", !lines.hasFailed());
  }
}

package dev.rota.cli.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.audit.Audit;
import dev.rota.audit.AuditFinding;
import dev.rota.audit.AuditReport;
import dev.rota.audit.RetainedStart;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Connection;
import dev.rota.cli.console.Catalogue;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Progress;
import dev.rota.cli.console.Report;
import dev.rota.cli.console.Root;
import dev.rota.cli.console.Words;
import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.settings.Settings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code rota audit}: verifies a domain's history by replay. */
@Command(
    name = "audit",
    description = {
      "replay the ledger and compare every record",
      "Exit code 0: everything is proved. Exit code 1: a record differs or cannot be proved."
    })
public final class AuditCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHOWN_MAX = 10;
  private static final double NANOS = 1e9;

  @ParentCommand private Root root;
  @Mixin private Connection connection;

  @Parameters(
      paramLabel = "DOMAIN",
      completionCandidates = Words.OfDomains.class,
      description = "a domain, such as cores")
  private String domain;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "partitions audited in parallel; default: one per processor")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Override
  public Integer call() throws Exception {
    return run(Catalogue.domain(domain));
  }

  private <S extends State, I, F extends Fact<S>> int run(Domain<S, I, F> chosen) throws Exception {
    long started = System.nanoTime();
    Settings settings = connection.kafka(root);
    Cluster.check(settings);
    AuditReport report;
    try (Audit<S, I, F> audit = new Audit<>(chosen, settings.consumer())) {
      report = Progress.beside(root, "audited", audit::done, () -> audit.run(Math.max(1, threads)));
    }
    double seconds = (System.nanoTime() - started) / NANOS;
    report(chosen.name(), report, seconds).print(root);
    return (report.proved() ? Exit.OK : Exit.DIFFERS).code();
  }

  private static Report report(String name, AuditReport audit, double seconds) {
    Report report = new Report(name + ": " + verdict(audit));
    ObjectNode json = report.fields().put("domain", name).put("proved", audit.proved());
    report.line("lanes", "%d", audit.lanes());
    report.line("turns", "%d replayed identically", audit.turns());
    report.line("outputs", "%d identical, byte for byte", audit.outputs());
    report.line("dead letters", "%d unchanged", audit.deadLetters());
    report.line("inputs", "%d in the ledger exactly once, unchanged", audit.inputs());
    json.put("lanes", audit.lanes()).put("turns", audit.turns()).put("outputs", audit.outputs());
    json.put("deadLetters", audit.deadLetters()).put("inputs", audit.inputs());
    if (audit.turns() == 0 && audit.proved()) {
      report.line("note", "nothing has been decided yet");
    }
    notes(report, audit);
    double rate = seconds == 0 ? 0 : audit.turns() / seconds;
    report.line("digest", "%s", audit.digest());
    report.line("speed", "%.0f turns/s, %.1f s", rate, seconds);
    json.put("beginningGone", audit.beginningGone()).put("differences", audit.differences());
    json.put("digest", audit.digest()).put("seconds", seconds).put("turnsPerSecond", rate);
    findings(report, audit);
    json.set("starts", JSON.valueToTree(audit.starts()));
    json.set("findings", JSON.valueToTree(audit.findings()));
    return report;
  }

  private static void notes(Report report, AuditReport audit) {
    note(
        report,
        "faults",
        audit.faults(),
        "failures of the rules, reproduced; their dead letters have the causes");
    note(
        report,
        "inputsGone",
        audit.goneInputs(),
        "inputs are no longer retained; the ledger has them");
    note(report, "inputsWaiting", audit.waitingInputs(), "inputs are not decided yet");
    note(
        report,
        "unprovedTurns",
        audit.unprovedTurns(),
        "turns unproved: the start of their lane is no longer retained or differs");
    note(
        report,
        "unprovedOutputs",
        audit.unprovedOutputs(),
        "outputs unproved: their turns are unproved, or they are no longer retained");
    note(
        report,
        "unprovedInputs",
        audit.unprovedInputs(),
        "inputs unproved: their ledger entries are no longer retained");
    for (RetainedStart start : audit.starts()) {
      report.line("note", "%s", start);
    }
  }

  private static void note(Report report, String field, long count, String what) {
    report.fields().put(field, count);
    if (count > 0) {
      report.line("note", "%d %s", count, what);
    }
  }

  private static void findings(Report report, AuditReport audit) {
    List<AuditFinding> all = audit.findings();
    List<AuditFinding> shown = all.subList(0, Math.min(SHOWN_MAX, all.size()));
    for (AuditFinding finding : shown) {
      report.line("differs: " + finding.what());
      report.line("  at       " + finding.where());
      if (finding.lane() != null) {
        String turn = finding.turn() > 0 ? ", turn " + finding.turn() : "";
        report.line("  lane     " + finding.lane() + turn);
      }
      if (finding.expected() != null) {
        report.line("  expected " + finding.expected());
      }
      report.line("  found    " + finding.found());
    }
    if (audit.differences() > shown.size()) {
      report.line("… and " + (audit.differences() - shown.size()) + " more");
    }
  }

  private static String verdict(AuditReport report) {
    if (report.differences() > 0) {
      return "DIFFERS in "
          + report.differences()
          + (report.differences() == 1 ? " place" : " places");
    }
    if (!report.proved()) {
      return "partly UNPROVED: history is missing";
    }
    return "PROVED";
  }
}

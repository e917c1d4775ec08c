package dev.rota.cli.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.audit.Anchor;
import dev.rota.audit.Audit;
import dev.rota.audit.AuditFinding;
import dev.rota.audit.AuditReport;
import dev.rota.audit.Count;
import dev.rota.audit.RetainedStart;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Connection;
import dev.rota.cli.console.Catalogue;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.Progress;
import dev.rota.cli.console.Report;
import dev.rota.cli.console.Root;
import dev.rota.cli.console.Words;
import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.registry.Registry;
import dev.rota.settings.Known;
import dev.rota.settings.Settings;
import java.nio.file.Path;
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

  @Option(
      names = "--anchor",
      paramLabel = "FILE",
      description = "seals that an earlier audit noted: finds a history that was cut or made anew")
  private Path anchor;

  @Option(
      names = "--write-anchor",
      paramLabel = "FILE",
      description = "notes the seals for later audits, unless something differs")
  private Path written;

  @Override
  public Integer call() throws Exception {
    return run(Catalogue.domain(domain));
  }

  private <S extends State, I, F extends Fact<S>> int run(Domain<S, I, F> chosen) throws Exception {
    long started = System.nanoTime();
    Settings settings = connection.kafka(root);
    Anchor noted = anchor == null ? null : AnchorFile.read(anchor);
    Cluster.check(settings);
    String group = settings.text(Known.APPLICATION) + "-" + chosen.name();
    AuditReport report;
    try (Registry registry = registry(settings);
        Audit<S, I, F> audit =
            new Audit<>(chosen, settings.consumer(), new Audit.Witnesses(group, registry, noted))) {
      report = Progress.beside(root, "audited", audit::done, () -> audit.run(Math.max(1, threads)));
      if (written != null && report.differences() == 0) {
        AnchorFile.write(written, audit.anchor(report, System.currentTimeMillis()));
      }
    } catch (Anchor.Foreign e) {
      throw new Failure(
          Exit.USAGE, "the anchor", anchor + ": " + e.getMessage(), "pass the file of this one", e);
    }
    double seconds = (System.nanoTime() - started) / NANOS;
    Report told = report(chosen.name(), report, seconds);
    anchors(told, report);
    told.print(root);
    return (report.proved() ? Exit.OK : Exit.DIFFERS).code();
  }

  /** Returns null if none is configured: Rota's own schemas must do. */
  private static Registry registry(Settings settings) {
    return settings.find(Known.REGISTRY).isEmpty() || settings.text(Known.REGISTRY).isBlank()
        ? null
        : Registry.open(settings.registry());
  }

  private void anchors(Report report, AuditReport audit) {
    if (anchor != null) {
      report.fields().put("anchor", anchor.toString());
      report.line("anchor", "%s", anchor);
    }
    if (written != null) {
      boolean done = audit.differences() == 0;
      report.fields().put("anchorWritten", done);
      report.line("note", done ? "the anchor is written: %s" : "no anchor is written: %s", written);
    }
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
        "converted",
        audit.total(Count.CONVERTED),
        "outputs were converted to another version of their schema by the serializer");
    note(
        report,
        "deadLettersAlone",
        audit.total(Count.LETTERS_ALONE),
        "dead letters without their inputs: the inputs' own headers cannot be compared");
    note(
        report,
        "deadLettersReworded",
        audit.total(Count.REWORDED),
        "dead letters give their reason in other words than this version");
    limits(report, audit);
    unproved(report, audit);
  }

  /** The setting is known to those who set it, not to the audit. */
  private static void limits(Report report, AuditReport audit) {
    ObjectNode json = report.fields().putObject("inputsByLimit");
    audit
        .inputsByLimit()
        .forEach(
            (limit, count) -> {
              json.put(Long.toString(limit), count);
              String what = "%d inputs are larger than the limit of %d bytes that the ledger names";
              report.line("note", what + "; compare it with input.bytes.max", count, limit);
            });
  }

  private static void unproved(Report report, AuditReport audit) {
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
        "inputs unproved: their entries are no longer retained, or nothing says what they hold");
    audit.unproved().forEach(why -> report.line("unproved", "%s", why));
    audit.warnings().forEach(what -> report.line("warning", "%s", what));
    report.fields().set("unproved", JSON.valueToTree(audit.unproved()));
    report.fields().set("warnings", JSON.valueToTree(audit.warnings()));
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
      String more = finding.records() > 1 ? ", and " + (finding.records() - 1) + " more" : "";
      report.line("  at       " + finding.where() + more);
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

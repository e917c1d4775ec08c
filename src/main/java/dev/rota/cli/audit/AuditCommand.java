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
import dev.rota.cli.console.Console;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Progress;
import dev.rota.cli.console.Root;
import dev.rota.cli.console.Words;
import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code rota audit}: proves a domain's history, or shows where it differs. */
@Command(
    name = "audit",
    description = {
      "decides the ledger again and compares, record by record",
      "Ends with 0 when everything is proved, with 1 when something differs or cannot be proved."
    })
public final class AuditCommand implements Callable<Integer> {
  private static final long LOOK_MILLIS = 200;
  private static final int SHOWN_MAX = 10;
  private static final double NANOS = 1e9;

  @ParentCommand private Root root;
  @Mixin private Connection connection;

  @Parameters(
      paramLabel = "DOMAIN",
      completionCandidates = Words.OfDomains.class,
      description = "such as cores")
  private String domain;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "partitions at a time; default: one per processor")
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
      report = run(audit);
    }
    double seconds = (System.nanoTime() - started) / NANOS;
    if (root.json()) {
      printJson(chosen.name(), report, seconds);
    } else {
      printText(chosen.name(), report, seconds);
    }
    return (report.proved() ? Exit.OK : Exit.DIFFERS).code();
  }

  /** Runs it beside, so that this thread can tell how far it is. */
  private AuditReport run(Audit<?, ?, ?> audit) throws Exception {
    Progress progress = new Progress(root, "audited");
    CompletableFuture<AuditReport> running = new CompletableFuture<>();
    Thread work = new Thread(() -> complete(running, audit), "audit");
    work.setDaemon(true);
    work.start();
    while (!running.isDone()) {
      progress.at(audit.done());
      waitFor(running);
    }
    progress.end();
    return running.get();
  }

  private void complete(CompletableFuture<AuditReport> running, Audit<?, ?, ?> audit) {
    try {
      running.complete(audit.run(Math.max(1, threads)));
    } catch (RuntimeException | InterruptedException e) {
      running.completeExceptionally(e);
    }
  }

  private static void waitFor(CompletableFuture<AuditReport> running)
      throws InterruptedException, ExecutionException {
    try {
      running.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // Not yet: tell how far it is.
    }
  }

  private void printText(String name, AuditReport report, double seconds) throws IOException {
    Console console = root.console();
    console.line(name + ": " + verdict(report));
    console.line("  lanes        " + report.lanes());
    console.line("  turns        " + report.turns() + " decided again, to the same");
    console.line("  outputs      " + report.outputs() + " as decided, byte for byte");
    console.line("  dead letters " + report.deadLetters() + " unchanged");
    console.line("  inputs       " + report.inputs() + " in the ledger, once and unchanged");
    if (report.turns() == 0 && report.proved()) {
      console.line("  note         nothing has been decided yet");
    }
    optional(report.faults(), "faults of the rules, met again; their dead letters say of what");
    optional(report.goneInputs(), "inputs are retained no more; the ledger has them");
    optional(report.waitingInputs(), "inputs wait to be decided");
    optional(report.unprovedTurns(), "turns unproved: their lane's beginning is gone or differs");
    optional(report.unprovedOutputs(), "outputs unproved: of such turns, or retained no more");
    optional(report.unprovedInputs(), "inputs unproved: their ledger entries are retained no more");
    for (RetainedStart start : report.starts()) {
      console.line("  note         " + start);
    }
    console.line("  digest       " + report.digest());
    console.line(
        String.format(
            Locale.ROOT, "  speed        %.0f turns/s, %.1f s", rate(report, seconds), seconds));
    for (AuditFinding finding : report.findings().subList(0, shown(report))) {
      printText(finding);
    }
    if (report.differences() > shown(report)) {
      console.line("… and " + (report.differences() - shown(report)) + " more");
    }
  }

  private void optional(long count, String what) throws IOException {
    if (count > 0) {
      root.console().line("  note         " + count + " " + what);
    }
  }

  private void printText(AuditFinding finding) throws IOException {
    Console console = root.console();
    console.line("differs: " + finding.what());
    console.line("  at       " + finding.where());
    if (finding.lane() != null) {
      console.line(
          "  lane     " + finding.lane() + (finding.turn() > 0 ? ", turn " + finding.turn() : ""));
    }
    if (finding.expected() != null) {
      console.line("  expected " + finding.expected());
    }
    console.line("  found    " + finding.found());
  }

  private static int shown(AuditReport report) {
    return Math.min(SHOWN_MAX, report.findings().size());
  }

  private static String verdict(AuditReport report) {
    if (report.differences() > 0) {
      return "DIFFERS in "
          + report.differences()
          + (report.differences() == 1 ? " place" : " places");
    }
    if (!report.proved()) {
      return "UNPROVED in part: history is missing";
    }
    return "PROVED";
  }

  private static double rate(AuditReport report, double seconds) {
    return seconds == 0 ? 0 : report.turns() / seconds;
  }

  private void printJson(String name, AuditReport report, double seconds) throws IOException {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("domain", name)
        .put("proved", report.proved())
        .put("lanes", report.lanes())
        .put("turns", report.turns())
        .put("faults", report.faults())
        .put("outputs", report.outputs())
        .put("deadLetters", report.deadLetters())
        .put("inputs", report.inputs())
        .put("inputsGone", report.goneInputs())
        .put("inputsWaiting", report.waitingInputs())
        .put("unprovedTurns", report.unprovedTurns())
        .put("unprovedOutputs", report.unprovedOutputs())
        .put("unprovedInputs", report.unprovedInputs())
        .put("beginningGone", report.beginningGone())
        .put("differences", report.differences())
        .put("digest", report.digest())
        .put("seconds", seconds)
        .put("turnsPerSecond", rate(report, seconds));
    json.set("starts", new ObjectMapper().valueToTree(report.starts()));
    json.set("findings", new ObjectMapper().valueToTree(report.findings()));
    root.console().line(json.toString());
  }
}

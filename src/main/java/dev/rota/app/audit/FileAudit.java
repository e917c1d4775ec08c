package dev.rota.app.audit;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.capsule.Capsule;
import dev.rota.readers.capsule.CapsuleReplay;
import java.io.IOException;
import java.nio.file.Path;

/** Verifies the turns of a file that {@code rota capsule} or {@code rota export} wrote. */
final class FileAudit {
  private FileAudit() {}

  /** Prints what it finds. Returns the exit code. */
  static int of(RootCommand root, Domain domain, Path file) throws IOException {
    Capsule capsule = Capsule.open(file);
    if (!capsule.domain().equals(domain.name())) {
      String why = "it is of the domain " + capsule.domain();
      throw new CommandFailure(ExitCode.USAGE, "--from " + file, why, "name that domain");
    }
    CapsuleReplay replayed = capsule.replay(domain);
    report(domain.name(), replayed).print(root);
    if (!replayed.isSame()) {
      return ExitCode.DIFFERS.code();
    }
    return (replayed.before() > 0 ? ExitCode.BY_WORD : ExitCode.OK).code();
  }

  private static CommandReport report(String domain, CapsuleReplay replayed) {
    CommandReport report =
        new CommandReport(domain + ": " + (replayed.isSame() ? "PROVED" : "NOT PROVED"));
    report
        .fields()
        .put("domain", domain)
        .put("proved", replayed.isSame())
        .put("turns", replayed.turns())
        .put("before", replayed.before())
        .put("difference", replayed.difference());
    report.line("turns", "%d replayed identically", replayed.turns());
    if (replayed.before() > 0) {
      report.line("note", "%d earlier turns, not verified here", replayed.before());
    }
    if (!replayed.isSame()) {
      report.line("differs", "%s", replayed.difference());
    }
    report.line(
        "note",
        "the file has the ledger alone, key, headers and timestamp of each record included; inputs"
            + " and outputs are not compared");
    return report;
  }
}

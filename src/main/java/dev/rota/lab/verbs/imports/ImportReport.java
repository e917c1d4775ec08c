package dev.rota.lab.verbs.imports;

import dev.rota.app.console.CommandReport;
import dev.rota.app.console.ExitCode;

/** The result of an import. */
final class ImportReport extends CommandReport {
  private final ExitCode exit;
  private final long unreadable;

  /**
   * Starts the report with its first line.
   *
   * @param unreadable invalid lines of the file; they outweigh refused records in the exit code
   * @param all true if every record had the expected result
   * @param done text if everything succeeded
   * @param notDone text otherwise
   */
  ImportReport(String verb, long unreadable, boolean all, String done, String notDone) {
    super(verb + ": " + (all && unreadable == 0 ? done : notDone));
    this.exit = unreadable > 0 ? ExitCode.USAGE : all ? ExitCode.OK : ExitCode.REFUSED;
    this.unreadable = unreadable;
    fields().put("ok", exit == ExitCode.OK);
  }

  void remark(String remark) {
    line("remark", "%s", remark);
  }

  /** Adds a remark unless the count is 0. */
  void remark(long count, String what) {
    if (count > 0) {
      remark(count + " " + what);
    }
  }

  void unreadable() {
    remark(unreadable, "lines could not be read");
    fields().put("unreadableLines", unreadable);
  }

  ExitCode exit() {
    return exit;
  }
}

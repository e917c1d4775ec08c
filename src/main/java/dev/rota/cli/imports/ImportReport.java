package dev.rota.cli.imports;

import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Report;

/** What came of an import. */
final class ImportReport extends Report {
  private final Exit exit;
  private final long unreadable;

  /**
   * Its first line.
   *
   * @param unreadable lines of the file that are no record: they outweigh what was refused
   * @param all whether all that was sent came to what it should
   * @param done how that is told
   * @param notDone how the opposite is told
   */
  ImportReport(String verb, long unreadable, boolean all, String done, String notDone) {
    super(verb + ": " + (all && unreadable == 0 ? done : notDone));
    this.exit = unreadable > 0 ? Exit.USAGE : all ? Exit.OK : Exit.REFUSED;
    this.unreadable = unreadable;
    fields().put("ok", exit == Exit.OK);
  }

  void remark(String remark) {
    line("remark", "%s", remark);
  }

  /** None is not worth a remark. */
  void remark(long count, String what) {
    if (count > 0) {
      remark(count + " " + what);
    }
  }

  void unreadable() {
    remark(unreadable, "lines could not be read");
    fields().put("unreadableLines", unreadable);
  }

  Exit exit() {
    return exit;
  }
}

package dev.rota.readers.audit;

/** Joins what one cause does to neighbouring records: one finding with their number. */
final class FindingRun {
  private final AuditReport report;
  private AuditFinding first;
  private long records;

  FindingRun(AuditReport report) {
    this.report = report;
  }

  void add(AuditFinding finding) {
    if (first != null && !first.what().equals(finding.what())) {
      end();
    }
    if (first == null) {
      first = finding;
    }
    records++;
  }

  /** A record is as it should be, or there are no more. */
  void end() {
    if (first != null) {
      report.differs(first.of(records));
      first = null;
      records = 0;
    }
  }
}

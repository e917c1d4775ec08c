package dev.rota.readers.audit;

import dev.rota.kernel.table.TreeRows;
import dev.rota.road.kept.KeptCheckpointEnd;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;

/**
 * A part of a partition's history, from one kept checkpoint to another.
 *
 * @param start null: from the ledger's first record
 * @param to null: to the end
 */
record AuditStretch(int partition, OpenedCheckpoint start, KeptCheckpointEnd to) {
  /** A whole partition. */
  static AuditStretch whole(int partition) {
    return new AuditStretch(partition, null, null);
  }

  /** The checkpoint with which it begins, or null. */
  KeptCheckpointEnd from() {
    return start == null ? null : start.kept();
  }

  /** The offsets of the ledger. */
  OffsetRange ofLedger() {
    return new OffsetRange(
        start == null ? 0 : from().offset() + 1, to == null ? Long.MAX_VALUE : to.offset() + 1);
  }

  /** The offsets of another topic. */
  OffsetRange of(String topic) {
    return new OffsetRange(
        start == null ? 0 : from().position(topic),
        to == null ? Long.MAX_VALUE : to.position(topic));
  }

  /** The replay must lead to the checkpoint with which the next stretch begins. */
  void meet(TreeRows rows, PeekingReader ledger, AuditReport report) {
    boolean whole = ledger.stuckAt() < 0 && ledger.expired().isEmpty();
    if (!whole || !report.otherRules().isEmpty()) {
      return; // turns that are not read, or not verified, lead nobody knows where
    }
    AuditReport.PageSeal last = report.pages().get(partition);
    boolean same = last != null && last.number() == to.page();
    if (!same || !OpenedCheckpoint.isOf(to, rows)) {
      report.differs(
          ledger.where(),
          "a kept checkpoint is not what the replay gives",
          "the lanes at the end of page " + to.page(),
          same ? "other rows" : "another page");
    }
  }
}

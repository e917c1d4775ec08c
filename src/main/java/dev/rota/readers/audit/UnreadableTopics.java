package dev.rota.readers.audit;

import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.UnreadableOffsets;

/** Tells what of a topic could not be read. */
final class UnreadableTopics {
  private UnreadableTopics() {}

  static void tell(PeekingReader reader, AuditReport report) {
    for (UnreadableOffsets damage : reader.damages()) {
      report.differs(
          reader.where() + "/" + damage.from(),
          "records are damaged",
          "records that can be read",
          "none from offset %d to %d: %s".formatted(damage.from(), damage.to() - 1, damage.why()));
    }
    if (reader.stuckAt() >= 0) {
      report.unproved(
          "%s: the broker sends no records from offset %d on; is a transaction open there?"
              .formatted(reader.where(), reader.stuckAt()));
    }
  }

  /** Of a ledger: what its deleted records have decided is not known. */
  static void tellExpired(PeekingReader ledger, AuditReport report) {
    for (OffsetRange range : ledger.expired()) {
      report.unproved(
          "%s: the records from offset %d to %d were deleted while the ledger was read; audit what is left again"
              .formatted(ledger.where(), range.from(), range.to() - 1));
    }
  }
}

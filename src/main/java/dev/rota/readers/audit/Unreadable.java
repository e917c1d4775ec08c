package dev.rota.readers.audit;

import dev.rota.road.logs.Damage;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;

/** Tells what of a topic could not be read. */
final class Unreadable {
  private Unreadable() {}

  static void tell(PeekingReader reader, AuditReport report) {
    for (Damage damage : reader.damages()) {
      report.differs(
          new AuditFinding(
              reader.where() + "/" + damage.from(),
              null,
              0,
              "records are damaged",
              "records that can be read",
              "none from offset "
                  + damage.from()
                  + " to "
                  + (damage.to() - 1)
                  + ": "
                  + damage.why()));
    }
    if (reader.stuckAt() >= 0) {
      report.unproved(
          reader.where()
              + ": the broker sends no records from offset "
              + reader.stuckAt()
              + " on; is a transaction open there?");
    }
  }

  /** Of a ledger: what its deleted records have decided is not known. */
  static void tellExpired(PeekingReader ledger, AuditReport report) {
    for (OffsetRange range : ledger.expired()) {
      report.unproved(
          ledger.where()
              + ": the records from offset "
              + range.from()
              + " to "
              + (range.to() - 1)
              + " were deleted while the ledger was read; audit what is left again");
    }
  }
}

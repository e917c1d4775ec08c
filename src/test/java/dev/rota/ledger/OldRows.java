package dev.rota.ledger;

/** Rows as older engines left them. */
final class OldRows {
  private OldRows() {}

  /** A row that does not say when the lane is due. */
  static void withoutDeadline(LaneStore<?, ?, ?> store, String lane) {
    Cursor is = store.cursor(lane);
    store.save(lane, is.due(Cursor.UNKNOWN, false));
  }
}

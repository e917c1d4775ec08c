package dev.rota.ledger;

import dev.rota.testing.EntrySeals;

/** Rows as engines left them that wrote entries: each cursor has the seal of its lane's last. */
public final class OldRows {
  private OldRows() {}

  /** A row that does not say when the lane is due. */
  static void withoutDeadline(LaneStore<?, ?, ?> store, String lane) {
    Cursor is = store.cursor(lane);
    store.save(lane, is.due(Cursor.UNKNOWN, false));
  }

  public static void seal(LaneStore<?, ?, ?> store, EntrySeals seals) {
    for (String lane : store.lanes()) {
      Cursor is = store.cursor(lane);
      store.save(
          lane,
          new Cursor(
              is.number(),
              is.atMillis(),
              is.stateDigest(),
              seals.seal(lane),
              is.nextMillis(),
              is.rules(),
              is.stuck()));
    }
  }
}

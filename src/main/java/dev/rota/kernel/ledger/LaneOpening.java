package dev.rota.kernel.ledger;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.table.Tables;

/**
 * A lane's state as some rules open it from its rows.
 *
 * @param lane null: the rules fail over it
 * @param fault why, or null
 */
record LaneOpening<S extends State, I, F extends Fact<S>>(
    OpenLane<S, I, F> lane, Tables tables, Throwable fault) {
  /**
   * Reads the rows, to decide by these rules.
   *
   * @throws DamagedRows if they are not those of the lane's last turn
   */
  static <S extends State, I, F extends Fact<S>> LaneOpening<S, I, F> by(
      int rules, String name, LaneCursor cursor, LaneStore<S, I, F> store) {
    Tables tables = new Tables(store.rows(name), cursor.stateDigest());
    OpenLane<S, I, F> lane = null;
    Throwable fault = null;
    try {
      lane = new OpenLane<>(store.versions().of(rules), name, store, tables, store.encoder());
    } catch (RuntimeException | Error bug) {
      store.throwUnlessOfRules(bug);
      fault = bug;
    }
    // What the rules make of damaged rows says nothing about the rules.
    DamagedRows.check(name, cursor, tables, fault);
    return new LaneOpening<>(lane, tables, fault);
  }

  /** The same, once the lane has adopted the rules. If they fail over that, no row is changed. */
  LaneOpening<S, I, F> adopted(LaneStore<S, I, F> store) {
    if (lane == null) {
      return this;
    }
    try {
      lane.adopt();
      return this;
    } catch (RuntimeException | Error bug) {
      store.throwUnlessOfRules(bug);
      tables.takeBack();
      return new LaneOpening<>(null, tables, bug);
    }
  }
}

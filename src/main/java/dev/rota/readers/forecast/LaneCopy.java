package dev.rota.readers.forecast;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.ledger.LaneCursor;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.SetAside;
import dev.rota.kernel.ledger.versions.DomainVersion;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;

/** A lane in memory that goes on by itself. The lane that it was copied from does not notice. */
public final class LaneCopy {
  private final TreeRows rows = new TreeRows();
  private final String lane;

  /** Copies the lane behind its last turn. */
  public LaneCopy(LaneStore store, String lane) {
    this.lane = lane;
    store.copyRows(lane, rows);
    rows.sort();
  }

  /**
   * Opens it by the rules in force. Each call opens another copy, which begins where the lane was.
   *
   * @param versions the rules that can run, which nobody but the caller watches
   */
  Stepper<State, Object, Fact<State>> open(DomainVersions versions) {
    LaneStore store = new LaneStore(versions, new TreeRows(rows));
    LaneCursor cursor = store.lane(lane).cursor();
    DomainVersion version = versions.of(cursor.rules());
    Tables tables = new Tables(store.rows(lane), cursor.stateDigest());
    return new Stepper<>(version.engine(), version.card().open(tables), new SetAside(tables));
  }
}

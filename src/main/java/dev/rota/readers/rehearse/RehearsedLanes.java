package dev.rota.readers.rehearse;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.List;

/** Lanes that take the turns of a ledger by other rules than those that decided them. */
final class RehearsedLanes {
  private final InputCodec codec;
  private final TreeRows rows = new TreeRows();
  private final LaneStore lanes;

  /** Lanes begin with these rules, or adopt them before their first turn. */
  RehearsedLanes(Domain domain, RulesAdoption adoption) {
    codec = new InputCodec(domain);
    lanes = new LaneStore(new DomainVersions(domain, adoption), rows);
  }

  /** The lane goes on from here as it stands there. Its last turn is saved. */
  void goOnFrom(LaneStore store, String lane) {
    store.copyRows(lane, rows);
  }

  /** The lane has left, or comes: it goes on from its recorded state when it is there. */
  void forget(String lane) {
    lanes.forget(lane);
  }

  /**
   * Takes the turn of this entry again, at its time. An adoption is the lane's own affair, and a
   * tick is taken if these rules have something due.
   *
   * @return the turns that it made; none: there was nothing to do
   */
  List<DecidedTurn> take(TurnEntry entry) {
    List<DecidedTurn> turns = new ArrayList<>();
    Lane lane = lanes.lane(entry.lane());
    if (entry.kind() == TurnEntry.Kind.ADOPT
        || entry.kind() == TurnEntry.Kind.TICK && !lane.isDue(entry.atMillis())) {
      return turns;
    }
    if (Output.LANE_SET_ASIDE.equals(entry.reason())) {
      lane.openAgain();
    }
    lane.take(codec.again(entry), entry.atMillis(), turns::add);
    return turns;
  }

  /** The digest of the lane's rows. */
  long stateDigest(String lane) {
    return lanes.stateDigest(lane);
  }

  /** The lane's state; null: it is set aside. */
  State state(String lane) {
    return lanes.lane(lane).state();
  }
}

package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.placement.Placement;
import dev.rota.chunks.placement.Placement.Walk;
import dev.rota.chunks.rules.FactorShortfall;
import dev.rota.kernel.domain.Why.Reason;
import java.util.List;

/** Why a chunk of the current generation has so many copies, and where they are. */
final class PlacedChunkNow {
  private PlacedChunkNow() {}

  /**
   * Returns the reason, with every worker that a copy came to.
   *
   * @param change what will become of the chunk; null: nothing that is known
   */
  static Reason of(ChunksState state, int slot, String change) {
    Placement live = state.live();
    FactorShortfall limit =
        FactorShortfall.of(state, live.chunk(slot).weight(), live.planned(slot));
    long placed = 0;
    long more = 0;
    boolean unplaced = false;
    List<Walk> walks = live.walks(slot);
    for (Walk walk : walks) {
      placed += walk.counts() && !walk.wide() ? 1 : 0;
      more += walk.counts() && walk.wide() ? 1 : 0;
      unplaced |= walk.taker() == null && !walk.wide();
    }
    String what =
        "has "
            + ReasonWording.copies(placed)
            + " in generation "
            + state.standing().generation()
            + (more == 0 ? "" : ", and " + more + " on unreliable workers")
            + "; weight "
            + limit.weight()
            + " has the factor "
            + limit.factor()
            + (limit.detail() == null ? "" : ": " + limit.detail())
            + (unplaced ? "; no worker may hold copy " + (placed + 1) : "")
            + (change == null ? "" : "; " + change);
    String rule = rule(change, unplaced, limit.detail() != null);
    return new Reason(what, rule, CopyCandidates.of(state, walks));
  }

  private static String rule(String change, boolean unplaced, boolean limited) {
    if (change != null) {
      return "chunks 7";
    }
    return unplaced || !limited ? "chunks 5" : "chunks 4";
  }
}

package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.placement.Placement;
import dev.rota.chunks.placement.Placement.Walk;
import dev.rota.chunks.rules.Census;
import dev.rota.domain.Why.Reason;

/** Why a chunk of the current generation has so many copies, and where they are. */
final class PlacedNow {
  private PlacedNow() {}

  /**
   * Returns the reason, with every worker that a copy came to.
   *
   * @param change what will become of the chunk; null: nothing that is known
   */
  static Reason of(ChunksState state, int slot, String change) {
    Placement live = state.live();
    int planned = live.planned(slot);
    int weight = live.chunk(slot).weight();
    int wanted = live.wanted().getOrDefault(weight, planned);
    long placed = 0;
    long more = 0;
    for (Walk walk : live.walks(slot)) {
      placed += walk.counts() && !walk.wide() ? 1 : 0;
      more += walk.counts() && walk.wide() ? 1 : 0;
    }
    String what =
        "has "
            + Wording.copies(placed)
            + " in generation "
            + state.standing().generation()
            + (more == 0 ? "" : ", and " + more + " on unreliable workers")
            + "; "
            + number(state, weight, planned, wanted)
            + (placed == planned ? "" : "; no worker may hold copy " + (placed + 1))
            + (change == null ? "" : "; " + change);
    return new Reason(
        what, rule(change, placed < planned, planned < wanted), CopyCandidates.of(state, slot));
  }

  private static String number(ChunksState state, int weight, int planned, int wanted) {
    if (planned == wanted) {
      return "weight " + weight + " has the factor " + planned;
    }
    int counting = state.live().counting();
    int least = state.standingPolicy().placement().minReplication();
    String limit = Census.detail(Census.limit(planned, wanted, counting), wanted, least, counting);
    return "weight " + weight + " has the factor " + planned + ": " + limit;
  }

  private static String rule(String change, boolean unplaced, boolean limited) {
    if (change != null) {
      return "chunks 7";
    }
    return unplaced || !limited ? "chunks 5" : "chunks 4";
  }
}

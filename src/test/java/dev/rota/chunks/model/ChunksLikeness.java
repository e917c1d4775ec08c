package dev.rota.chunks.model;

import dev.rota.chunks.placement.live.PlacementLikeness;
import dev.rota.kernel.table.LongsByName;
import dev.rota.testing.likeness.Likeness;
import java.util.List;

/** What of a network in memory may differ after it was reopened. */
public final class ChunksLikeness {
  private ChunksLikeness() {}

  public static Likeness likeness() {
    return PlacementLikeness.in(new Likeness("dev.rota.chunks"))
        .without("placement.live.LivePlacement.excess", "it is told in the turn of its try alone")
        .as(
            LongsByName.class,
            LongsByName::sorted, // who reads them places them in an order of its own
            "pages",
            "first",
            "removed",
            "hashes",
            "entries",
            "placed",
            "crowded")
        .as(
            BlockRangeList.class,
            BlockRangeList::all,
            "pages",
            "opened",
            "changed",
            "firsts",
            "lasts",
            "count")
        .without("model.Dataset.all", "where the chunks are read from, not what they are");
  }

  /** What is counted when somebody asks is counted by both. */
  public static void remember(ChunksState lived, ChunksState reopened) {
    for (ChunksState state : List.of(lived, reopened)) {
      state.datasets().values().forEach(Dataset::shares);
      state.inventory().comings().values().forEach(coming -> coming.list().shares());
    }
  }
}

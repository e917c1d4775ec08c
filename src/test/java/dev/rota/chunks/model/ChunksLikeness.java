package dev.rota.chunks.model;

import dev.rota.chunks.placement.live.PlacementLikeness;
import dev.rota.testing.likeness.Likeness;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What of a network in memory may differ after it was reopened. */
public final class ChunksLikeness {
  private ChunksLikeness() {}

  public static Likeness likeness() {
    return PlacementLikeness.in(new Likeness("dev.rota.chunks"))
        .without("placement.live.LivePlacement.excess", "it is told in the turn of its try alone")
        .with(
            "model.Pending.datasets",
            "chunks are in the order of their naming; placement sorts them",
            ChunksLikeness::sorted)
        .with(
            "model.Coming.changes",
            "chunks are in the order of their naming; who reads them sorts them",
            (Map<String, Long> changes) -> new TreeMap<>(changes))
        .as(Ranges.class, Ranges::all, "pages")
        .without("model.Dataset.all", "where the chunks are read from, not what they are");
  }

  private static Object sorted(Map<String, Map<String, Long>> datasets) {
    Map<String, Object> sorted = new TreeMap<>();
    datasets.forEach((name, chunks) -> sorted.put(name, new TreeMap<>(chunks)));
    return sorted;
  }

  /** What is counted when somebody asks is counted by both. */
  public static void remember(ChunksState lived, ChunksState reopened) {
    for (ChunksState state : List.of(lived, reopened)) {
      state.datasets().values().forEach(Dataset::shares);
      state.inventory().comings().values().forEach(coming -> coming.list().shares());
    }
  }
}

package dev.rota.chunks.rules;

import dev.rota.chunks.placement.Placement.Walk;
import java.util.List;

/**
 * Why workers that stay drop a chunk that stays (rules 4, 5 and 6). Nobody keeps which copy a
 * worker held, so that several reasons may hold.
 *
 * @param moved another worker takes a copy on its way
 * @param fewer fewer copies are planned
 * @param fell so many, because the factor of its weight fell
 * @param nowhere the first copy without a place; null: all have one
 */
public record CopyLoss(boolean moved, boolean fewer, boolean fell, Walk nowhere) {
  /**
   * Returns what the placement that was made shows.
   *
   * @param added the number of workers that got the chunk
   * @param removed the number of workers that dropped it
   * @param was the factor of its weight before; null: the chunk or the weight is new
   */
  public static CopyLoss of(List<Walk> walks, int added, int removed, Integer was, int factor) {
    boolean lost = removed > added;
    boolean moved = added > 0;
    Walk nowhere = null;
    for (Walk walk : walks) {
      nowhere = nowhere == null && walk.taker() == null ? walk : nowhere;
      moved |= walk.taker() != null && !walk.counts();
    }
    boolean fell = lost && was != null && factor < was;
    boolean fewer = fell || lost && !moved && nowhere == null;
    return new CopyLoss(moved, fewer, fell, lost ? nowhere : null);
  }
}

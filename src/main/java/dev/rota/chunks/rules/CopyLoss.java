package dev.rota.chunks.rules;

import dev.rota.chunks.placement.Placement;
import dev.rota.chunks.placement.Placement.Walk;
import java.util.List;

/**
 * Why workers that stay drop a chunk that stays (rules 4 and 5). Nobody keeps which copy a worker
 * held, so that several reasons may hold.
 *
 * @param moved another worker takes a copy on its way
 * @param fewer fewer copies are planned
 * @param nowhere the first copy without a place, from 1; 0: all have one
 */
public record CopyLoss(boolean moved, boolean fewer, int nowhere) {
  /**
   * Returns what the placement that was made shows.
   *
   * @param added the number of workers that got the chunk
   * @param removed the number of workers that dropped it
   */
  public static CopyLoss of(Placement live, int slot, int added, int removed) {
    List<Walk> walks = live.walks(slot);
    int nowhere =
        walks.stream()
            .filter(walk -> walk.taker() == null)
            .mapToInt(walk -> walk.tag() + 1)
            .findFirst()
            .orElse(0);
    long before = walks.stream().filter(Walk::counts).count() - added + removed;
    boolean lost = removed > added;
    boolean fewer = lost && (nowhere == 0 || live.planned(slot) < before);
    return new CopyLoss(added > 0, fewer, lost ? nowhere : 0);
  }
}

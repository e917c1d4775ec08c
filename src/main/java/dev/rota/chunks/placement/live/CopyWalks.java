package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.CopyRefusal;
import dev.rota.chunks.placement.Placement.Offer;
import dev.rota.chunks.placement.Placement.Walk;
import dev.rota.chunks.placement.PlacementWorker;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks the copies of single chunks once more, to tell the workers that passed them on and why. The
 * sequences of a pass know the load at each turn, so no other copy has to be placed.
 */
record CopyWalks(LivePasses passes) {
  List<Walk> of(int slot) {
    passes.all().forEach(LivePass::open);
    List<Walk> walks = new ArrayList<>();
    for (LivePass pass : passes.all()) {
      boolean placed = true;
      for (int tag = 0; placed && tag < pass.copies.planned(slot); tag++) {
        walks.add(walk(pass, slot, tag));
        placed = walks.get(walks.size() - 1).taker() != null;
      }
    }
    return walks;
  }

  /** The last pass has all workers on its rings, in the same order as the first one. */
  private Walk walk(LivePass pass, int slot, int tag) {
    LivePass all = passes.all().get(passes.all().size() - 1);
    int ring = pass.copies.ring(slot, tag);
    long hash = pass.copies.hash(slot, tag);
    long key = pass.keys.key(slot, tag);
    int rank = all.rings().rank(ring, hash);
    List<Offer> offers = new ArrayList<>();
    boolean taken = false;
    for (int steps = 0; !taken && steps < all.count(); steps++) {
      PlacementWorker worker = all.worker(all.rings().worker(ring, rank, steps));
      CopyRefusal refusal = pass.refusal(worker, slot, tag, key);
      offers.add(new Offer(worker, refusal));
      taken = refusal == null;
    }
    return new Walk(pass != passes.first(), tag, ring, hash, List.copyOf(offers));
  }
}

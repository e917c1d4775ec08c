package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.PeerId;
import java.util.List;

/**
 * The passes of an assignment, as many as the policy asks for. In two passes, reliable workers hold
 * what the first gives them, the others what the second gives them.
 *
 * @param all none where there are no workers or no chunks
 */
record LivePasses(List<LivePass> all) {
  static final LivePasses NONE = new LivePasses(List.of());

  boolean isEmpty() {
    return all.isEmpty();
  }

  LivePass first() {
    return all.get(0);
  }

  /** The pass that counts for a worker; null: the worker is in none. */
  LivePass of(PeerId worker) {
    for (LivePass pass : all) {
      if (pass.number(worker) >= 0) {
        return pass;
      }
    }
    return null;
  }

  /** What the worker holds; null: it is in no pass. */
  WorkerSequence lane(PeerId worker) {
    LivePass pass = of(worker);
    return pass == null ? null : pass.lane(pass.number(worker));
  }

  /** All copies that count. */
  long held() {
    long copies = 0;
    for (LivePass pass : all) {
      copies += pass == first() ? pass.held() : pass.heldUnreliable();
    }
    return copies;
  }
}

package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.SnapshotKept;
import dev.rota.chunks.model.NetworkFact.SnapshotWithdrawn;
import dev.rota.chunks.model.Node;
import dev.rota.chunks.values.Policy;
import java.util.ArrayList;
import java.util.List;

/**
 * The last whole set of each worker of the network, on a compacted topic: with it, and the deltas
 * since, a worker that begins with nothing has its set (rule 7). A worker's own pings renew it, so
 * that a generation writes no more than what changes, and sets are written one by one.
 */
final class Snapshots {
  private Snapshots() {}

  /** With a ping of a worker that is there. */
  static List<ChunksFact> renewed(ChunksView view, String worker, long nowMillis) {
    Node node = view.nodes().get(worker);
    if (!isDue(node, view.policy().telling(), nowMillis)) {
      return List.of();
    }
    List<ChunksFact> facts = new ArrayList<>();
    for (Assigned part : Generations.deltas(view, nowMillis).shown(node)) {
      facts.add(new SnapshotKept(part));
    }
    int parts = facts.size();
    if (node.shown() != null) {
      facts.addAll(withdrawn(node, parts, view, nowMillis));
    }
    return facts;
  }

  /** A worker that leaves takes it along. */
  static List<ChunksFact> withdrawn(ChunksView view, Node node, long nowMillis) {
    return node.shown() == null ? List.of() : withdrawn(node, 0, view, nowMillis);
  }

  private static List<ChunksFact> withdrawn(Node node, int from, ChunksView view, long nowMillis) {
    List<ChunksFact> facts = new ArrayList<>();
    for (int part = from; part < node.shown().parts(); part++) {
      facts.add(new SnapshotWithdrawn(node.name(), part, view.standing().generation(), nowMillis));
    }
    return facts;
  }

  /**
   * There is none; or deltas since name as many chunks as the set has, so that all snapshots
   * together name no more than all deltas do; or it is old, and there are deltas.
   */
  private static boolean isDue(Node node, Policy.Telling telling, long nowMillis) {
    Node.Shown shown = node.shown();
    if (shown == null) {
      return true;
    }
    long chunks = node.held() == null ? 0 : node.held().chunks();
    return shown.moved() > 0
        && (shown.moved() >= chunks || shown.atMillis() + telling.snapshotAge() <= nowMillis);
  }
}

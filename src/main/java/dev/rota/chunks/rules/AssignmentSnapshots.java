package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.SnapshotKept;
import dev.rota.chunks.model.NetworkFact.SnapshotWithdrawn;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.values.PublishingSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * The last whole set of each worker, on a compacted topic (rule 7). A worker that starts empty
 * builds its set from the snapshot and the later deltas. A worker's own pings renew its snapshot.
 * So a generation writes only its changes, and snapshots are written one at a time.
 */
final class AssignmentSnapshots {
  private AssignmentSnapshots() {}

  /** Renews the snapshot of a worker that pinged, if due. */
  static List<ChunksFact> renewed(ChunksView view, String worker, long nowMillis) {
    WorkerNode node = view.nodes().get(worker);
    if (!isDue(node, view.policy().telling(), nowMillis)) {
      return List.of();
    }
    List<ChunksFact> facts = new ArrayList<>();
    for (Assigned part : GenerationRoutine.deltas(view, nowMillis).shown(node)) {
      facts.add(new SnapshotKept(part));
    }
    int parts = facts.size();
    if (node.shown() != null) {
      facts.addAll(withdrawn(node, parts, view, nowMillis));
    }
    return facts;
  }

  /** Deletes the snapshot of a worker that leaves. */
  static List<ChunksFact> withdrawn(ChunksView view, WorkerNode node, long nowMillis) {
    return node.shown() == null ? List.of() : withdrawn(node, 0, view, nowMillis);
  }

  private static List<ChunksFact> withdrawn(
      WorkerNode node, int from, ChunksView view, long nowMillis) {
    List<ChunksFact> facts = new ArrayList<>();
    for (int part = from; part < node.shown().parts(); part++) {
      facts.add(new SnapshotWithdrawn(node.name(), part, view.standing().generation(), nowMillis));
    }
    return facts;
  }

  /**
   * True if there is no snapshot, or later deltas name as many chunks as the set has, or it is old
   * and deltas exist. So all snapshots together name no more chunks than all deltas do.
   */
  private static boolean isDue(WorkerNode node, PublishingSettings telling, long nowMillis) {
    WorkerNode.Shown shown = node.shown();
    if (shown == null) {
      return true;
    }
    long chunks = node.held() == null ? 0 : node.held().chunks();
    return shown.moved() > 0
        && (shown.moved() >= chunks || shown.atMillis() + telling.snapshotAge() <= nowMillis);
  }
}

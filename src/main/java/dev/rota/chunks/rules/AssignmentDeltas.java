package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementMoves;
import dev.rota.chunks.placement.PlacementMoves.WorkerMoves;
import dev.rota.chunks.placement.ResizedChunks;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.kernel.engine.ParallelParts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The assignments of workers: the chunks to fetch and drop, and the digests of their sets. */
final class AssignmentDeltas {
  /** Copies that one thread tells sooner than several. */
  private static final int FEW = 10_000;

  private final ChunksView view;
  private final long generation;
  private final long effectiveFrom;
  private final long nowMillis;

  private final ChunkDigests digests;

  /**
   * Creates the deltas of a generation.
   *
   * @param generation that the deltas lead to
   * @param effectiveFrom when it takes effect, in epoch milliseconds
   */
  AssignmentDeltas(ChunksView view, long generation, long effectiveFrom, long nowMillis) {
    this.view = view;
    this.generation = generation;
    this.effectiveFrom = effectiveFrom;
    this.nowMillis = nowMillis;
    this.digests = new ChunkDigests(view.live());
  }

  /**
   * Returns deltas for workers whose sets, sizes, or own capacity, version or reliability changed.
   */
  List<Assigned> assigned(PlacementMoves moves) {
    ParallelParts parts = copies(moves) < FEW ? ParallelParts.IN_TURN : view.live().parts();
    digests.read(moves, parts);
    List<WorkerMoves> workers = moves.workers();
    List<List<Assigned>> told = new ArrayList<>(Collections.nCopies(workers.size(), null));
    parts.each(
        workers.size(), number -> told.set(number, told(workers.get(number), moves.resized())));
    List<Assigned> facts = new ArrayList<>();
    told.forEach(facts::addAll);
    Set<PeerId> moved = new HashSet<>();
    workers.forEach(worker -> moved.add(worker.worker()));
    for (WorkerNode node : view.nodes().all()) {
      if (node.isNews(view.policy()) && !moved.contains(node.id())) {
        facts.addAll(
            told(WorkerMoves.none(node.id(), view.live().bytes(node.id())), ResizedChunks.NONE));
      }
    }
    return facts;
  }

  private static long copies(PlacementMoves moves) {
    return moves.workers().stream()
        .mapToLong(one -> one.added().length + one.removed().length + one.resized().length)
        .sum();
  }

  /** Reads what is named, and changes nothing. */
  private List<Assigned> told(WorkerMoves moves, ResizedChunks resized) {
    WorkerNode node = view.nodes().get(moves.worker().toString());
    WorkerNode.Held was = node.held();
    SetDigest.Hasher hasher = new SetDigest.Hasher();
    SetDigest.Sum digest = new SetDigest.Sum(was == null ? SetDigest.EMPTY : was.digest());
    List<SizedChunk> removed = before(moves.removed(), resized);
    for (int i = 0; i < removed.size(); i++) {
      int slot = moves.removed()[i];
      digest.minus(resized.has(slot) ? hasher.of(removed.get(i)) : digests.of(slot));
    }
    for (int slot : moves.resized()) {
      digest.minus(hasher.of(before(slot, resized)));
      digest.plus(digests.of(slot));
    }
    for (int slot : moves.added()) {
      digest.plus(digests.of(slot));
    }
    long chunks = (was == null ? 0 : was.chunks()) + moves.added().length - removed.size();
    WorkerNode.Held held =
        node.isThere()
            ? new WorkerNode.Held(
                node.worker(view.policy()), chunks, moves.bytes(), digest.digest())
            : null;
    List<SizedChunk> again = view.live().sized(moves.resized());
    List<SizedChunk> added = view.live().sized(moves.added());
    return told(node.name(), held, AssignmentSlices.of(removed, again, added), false);
  }

  /** Returns a worker's whole set. */
  List<Assigned> shown(WorkerNode node) {
    List<SizedChunk> all = view.live().sized(view.live().held(node.id()));
    return told(node.name(), node.held(), AssignmentSlices.of(List.of(), List.of(), all), true);
  }

  private List<SizedChunk> before(int[] slots, ResizedChunks resized) {
    if (resized.isEmpty()) {
      return view.live().sized(slots);
    }
    List<SizedChunk> before = new ArrayList<>(slots.length);
    for (int slot : slots) {
      before.add(before(slot, resized));
    }
    return before;
  }

  /** Returns a chunk with its size before the generation. */
  private SizedChunk before(int slot, ResizedChunks resized) {
    SizedChunk now = view.live().sized(slot);
    long bytes = resized.before(slot, now.bytes());
    return bytes == now.bytes() ? now : now.resized(bytes);
  }

  private List<Assigned> told(
      String worker, WorkerNode.Held held, List<AssignmentSlices.Slice> slices, boolean snapshot) {
    List<Assigned> facts = new ArrayList<>(slices.size());
    for (int part = 0; part < slices.size(); part++) {
      facts.add(
          new Assigned(
              worker,
              held,
              slices.get(part).added(),
              slices.get(part).removed(),
              slices.get(part).resized(),
              snapshot,
              part,
              slices.size(),
              effectiveFrom,
              generation,
              nowMillis));
    }
    return facts;
  }
}

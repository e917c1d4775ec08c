package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.Node;
import dev.rota.chunks.placement.Moves;
import dev.rota.chunks.placement.Moves.WorkerMoves;
import dev.rota.chunks.placement.NamedChunks;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.Resized;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.SizedChunk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The assignments of workers: the chunks to fetch and drop, and the digests of their sets. */
final class AssignmentDeltas {
  private final ChunksView view;
  private final long generation;
  private final long effectiveFrom;
  private final long nowMillis;

  private final NamedChunks named;

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
    this.named = new NamedChunks(view.live());
  }

  /**
   * Returns deltas for workers whose sets, sizes, or own capacity, version or reliability changed.
   */
  List<Assigned> assigned(Moves moves) {
    List<Assigned> facts = new ArrayList<>();
    Set<PeerId> told = new HashSet<>();
    for (WorkerMoves worker : moves.workers()) {
      told.add(worker.worker());
      tell(view.nodes().get(worker.worker().toString()), worker, moves.resized(), facts);
    }
    for (Node node : view.nodes().all()) {
      if (node.isNews(view.policy()) && !told.contains(node.id())) {
        WorkerMoves none = WorkerMoves.none(node.id(), view.live().bytes(node.id()));
        tell(node, none, Resized.NONE, facts);
      }
    }
    return facts;
  }

  private void tell(Node node, WorkerMoves moves, Resized resized, List<Assigned> facts) {
    Node.Held was = node.held();
    SetDigest.Sum digest = new SetDigest.Sum(was == null ? SetDigest.EMPTY : was.digest());
    List<SizedChunk> removed = before(moves.removed(), resized);
    for (int i = 0; i < removed.size(); i++) {
      digest.minus(digest(moves.removed()[i], removed.get(i), resized));
    }
    for (int slot : moves.resized()) {
      digest.minus(digest(slot, before(slot, resized), resized));
      digest.plus(named.digest(slot));
    }
    NamedChunks.Listed added = named.list(moves.added());
    for (int i = 0; i < added.size(); i++) {
      digest.plus(added.digest(i));
    }
    long chunks = (was == null ? 0 : was.chunks()) + moves.added().length - removed.size();
    Node.Held held =
        node.isThere()
            ? new Node.Held(node.worker(view.policy()), chunks, moves.bytes(), digest.digest())
            : null;
    tell(node.name(), held, Slices.of(removed, named.list(moves.resized()), added), false, facts);
  }

  /** Returns a worker's whole set. */
  List<Assigned> shown(Node node) {
    List<Assigned> facts = new ArrayList<>();
    List<SizedChunk> all = named.list(view.live().held(node.id()));
    tell(node.name(), node.held(), Slices.of(List.of(), List.of(), all), true, facts);
    return facts;
  }

  private List<SizedChunk> before(int[] slots, Resized resized) {
    if (resized.isEmpty()) {
      return named.list(slots);
    }
    List<SizedChunk> before = new ArrayList<>(slots.length);
    for (int slot : slots) {
      before.add(before(slot, resized));
    }
    return before;
  }

  /** Returns a chunk with its size before the generation. */
  private SizedChunk before(int slot, Resized resized) {
    SizedChunk now = named.at(slot);
    long bytes = resized.before(slot, now.bytes());
    return bytes == now.bytes() ? now : now.resized(bytes);
  }

  private SetDigest digest(int slot, SizedChunk before, Resized resized) {
    return resized.has(slot) ? named.digest(before) : named.digest(slot);
  }

  private void tell(
      String worker,
      Node.Held held,
      List<Slices.Slice> slices,
      boolean snapshot,
      List<Assigned> facts) {
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
  }
}

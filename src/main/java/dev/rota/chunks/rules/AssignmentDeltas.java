package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.Node;
import dev.rota.chunks.placement.Moves;
import dev.rota.chunks.placement.Moves.WorkerMoves;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.Resized;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.SizedChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The assignments of workers: the chunks to fetch and drop, and the digests of their sets. */
final class AssignmentDeltas {
  /** A chunk and its digest, computed on demand. */
  private static final class Named {
    private final SizedChunk chunk;
    private SetDigest digest;

    Named(SizedChunk chunk) {
      this.chunk = chunk;
    }

    SetDigest digest() {
      if (digest == null) {
        digest = SetDigest.of(chunk);
      }
      return digest;
    }
  }

  private final ChunksView view;
  private final long generation;
  private final long effectiveFrom;
  private final long nowMillis;

  /** By slot. Most chunks have several copies: each chunk is named and hashed once. */
  private Named[] named = new Named[0];

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
    SetDigest digest = was == null ? SetDigest.EMPTY : was.digest();
    List<SizedChunk> removed = new ArrayList<>(moves.removed().length);
    for (int slot : moves.removed()) {
      Named before = before(slot, resized);
      removed.add(before.chunk);
      digest = digest.minus(before.digest());
    }
    for (int slot : moves.resized()) {
      digest = digest.minus(before(slot, resized).digest()).plus(named(slot).digest());
    }
    for (int slot : moves.added()) {
      digest = digest.plus(named(slot).digest());
    }
    long chunks = (was == null ? 0 : was.chunks()) + moves.added().length - removed.size();
    Node.Held held =
        node.isThere()
            ? new Node.Held(node.worker(view.policy()), chunks, moves.bytes(), digest)
            : null;
    tell(
        node.name(),
        held,
        Slices.of(removed, chunks(moves.resized()), chunks(moves.added())),
        false,
        facts);
  }

  /** Returns a worker's whole set. */
  List<Assigned> shown(Node node) {
    List<Assigned> facts = new ArrayList<>();
    List<SizedChunk> all = chunks(view.live().held(node.id()));
    tell(node.name(), node.held(), Slices.of(List.of(), List.of(), all), true, facts);
    return facts;
  }

  private Named named(int slot) {
    if (slot >= named.length) {
      named = Arrays.copyOf(named, Math.max(slot + 1, 2 * named.length));
    }
    if (named[slot] == null) {
      named[slot] = new Named(SizedChunk.of(view.live().chunk(slot)));
    }
    return named[slot];
  }

  /** Returns a chunk with its size before the generation. */
  private Named before(int slot, Resized resized) {
    Named now = named(slot);
    long bytes = resized.before(slot, now.chunk.bytes());
    return bytes == now.chunk.bytes() ? now : new Named(new SizedChunk(now.chunk.name(), bytes));
  }

  private List<SizedChunk> chunks(int[] slots) {
    List<SizedChunk> chunks = new ArrayList<>(slots.length);
    for (int slot : slots) {
      chunks.add(named(slot).chunk);
    }
    return chunks;
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

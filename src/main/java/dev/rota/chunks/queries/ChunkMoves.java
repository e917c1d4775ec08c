package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.Placement;
import dev.rota.chunks.placement.Placement.Walk;
import dev.rota.chunks.placement.PlacementMoves;
import dev.rota.chunks.placement.PlacementMoves.WorkerMoves;
import dev.rota.chunks.rules.ChunkAbsence;
import dev.rota.chunks.rules.ChunkAbsence.BeforeSegments;
import dev.rota.chunks.rules.CopyLoss;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import java.util.ArrayList;
import java.util.List;

/**
 * The copies of a chunk that come and go with a generation. The moves name slots, so a generation
 * of millions of copies is searched without a name being made.
 */
final class ChunkMoves {
  private final ChunksState before;
  private final ChunkName name;
  private final Placement live;

  /** Negative: the generation has it no more. */
  private final int slot;

  /** True if the generation before has it. */
  private final boolean stood;

  private final List<String> added = new ArrayList<>();
  private final List<String> removed = new ArrayList<>();
  private final List<String> resized = new ArrayList<>();

  private ChunkMoves(ChunksState before, ChunkName name, PlacementMoves moves) {
    this.before = before;
    this.name = name;
    this.live = before.live();
    this.slot = live.slot(name);
    this.stood = before.chunk(name).standing(before.standing().generation()) != ChunkRow.NONE;
    int moved = slot >= 0 || !stood ? slot : dropped(moves);
    for (WorkerMoves worker : moved < 0 ? List.<WorkerMoves>of() : moves.workers()) {
      note(worker.added(), moved, worker, added);
      note(worker.removed(), moved, worker, removed);
      note(worker.resized(), moved, worker, resized);
    }
  }

  /** Returns null if the generation changes nothing of it. */
  static Reason of(ChunkId id, ChunksState before, GenerationMade fact) {
    ChunkName name = id.known(before);
    return name != null && before.tried() instanceof PlacementMoves moves
        ? new ChunkMoves(before, name, moves).reason(fact.generation(), moves)
        : null;
  }

  private static void note(int[] slots, int slot, WorkerMoves worker, List<String> into) {
    for (int one : slots) {
      if (one == slot) {
        into.add(worker.worker().toString());
        return;
      }
    }
  }

  /** Returns the slot that the chunk had: a dropped one can be read until the next generation. */
  private int dropped(PlacementMoves moves) {
    for (WorkerMoves worker : moves.workers()) {
      for (int one : worker.removed()) {
        Chunk chunk = live.chunk(one);
        if (chunk.id().equals(name.id()) && chunk.dataset().equals(name.dataset())) {
          return one;
        }
      }
    }
    return slot;
  }

  private Reason reason(long generation, PlacementMoves moves) {
    String begins = "generation " + generation;
    if (added.isEmpty() && removed.isEmpty() && resized.isEmpty()) {
      boolean left = slot < 0 && before.chunk(name).isPending(generation - 1);
      return left ? new Reason(begins + " leaves it out: " + gone(), "chunks 1") : null;
    }
    if (slot < 0) {
      String what = begins + " has it no more, " + gone() + fetched();
      return new Reason(what, "chunks 1", lost("the chunk is gone", "chunks 1"));
    }
    int weight = live.chunk(slot).weight();
    Integer was = stood ? before.replication().get(weight) : null;
    int factor = moves.replication().get(weight);
    boolean cliff = was != null && was != factor;
    String now = "weight " + weight + " has the factor " + factor + ", " + was + " before";
    List<Walk> walks = live.walks(slot);
    List<Candidate> candidates = new ArrayList<>(CopyCandidates.of(before, walks));
    CopyLoss loss = CopyLoss.of(walks, added.size(), removed.size(), was, factor);
    String fewer = loss.fell() ? now : "fewer copies are planned";
    candidates.addAll(lost(because(loss, fewer), loss.fewer() ? "chunks 4" : "chunks 5"));
    String what = begins + fetched() + stay(walks) + (cliff ? "; " + now : "") + unplaced(walks);
    return new Reason(what, cliff ? "chunks 4" : "chunks 5", candidates);
  }

  private String gone() {
    return ChunkAbsence.ofNext(before, name) instanceof BeforeSegments
        ? "it begins before the first segment of its dataset"
        : "it is no longer listed";
  }

  private static String because(CopyLoss loss, String fewer) {
    List<String> all = new ArrayList<>();
    if (loss.fewer()) {
      all.add(fewer);
    }
    if (loss.nowhere() != null) {
      all.add("no worker may hold " + CopyCandidates.copy(loss.nowhere()));
    }
    if (loss.moved()) {
      all.add("another worker takes it on its way");
    }
    return String.join(", or ", all);
  }

  private String fetched() {
    return (added.isEmpty() ? "" : "; fetched by " + ReasonWording.names(added))
        + (resized.isEmpty() ? "" : "; fetched again by " + ReasonWording.names(resized))
        + (removed.isEmpty() ? "" : "; dropped by " + ReasonWording.names(removed));
  }

  private String stay(List<Walk> walks) {
    long copies = walks.stream().filter(Walk::counts).count();
    long stay = copies - added.size() - resized.size();
    return stay == 0 ? "" : "; " + ReasonWording.copies(stay) + " as before";
  }

  private static String unplaced(List<Walk> walks) {
    return walks.stream()
        .filter(walk -> !walk.wide() && walk.taker() == null)
        .map(walk -> "; no worker may hold copy " + (walk.tag() + 1))
        .findFirst()
        .orElse("");
  }

  /** Returns the workers that drop it; one that left needs no other reason. */
  private List<Candidate> lost(String why, String rule) {
    List<Candidate> lost = new ArrayList<>();
    for (String worker : removed) {
      WorkerNode node = before.nodes().get(worker);
      boolean left = node == null || !node.isThere();
      lost.add(
          new Candidate(
              new Thing("worker", worker),
              false,
              "drops its copy: " + (left ? "it has left the network" : why),
              left ? "chunks 2" : rule));
    }
    return lost;
  }
}

package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.CurrentGeneration;
import dev.rota.chunks.model.NetworkFact.Gathering;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.model.NetworkFact.GenerationRefused;
import dev.rota.chunks.model.NetworkFact.Moved;
import dev.rota.chunks.model.NetworkFact.Tried;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.ExcessCapacity;
import dev.rota.chunks.placement.PlacementMoves;
import dev.rota.chunks.placement.PlacementShortage;
import dev.rota.chunks.values.GenerationWindow;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.List;

/** Places gathered changes when a generation is due. A failure keeps the current one. */
final class GenerationRoutine {
  private GenerationRoutine() {}

  static List<Step<ChunksView, ChunksFact>> steps(ChunksView view, long nowMillis) {
    long stood = view.standing().generation();
    return List.of(
        v -> tried(v, nowMillis),
        v -> v.tried() == null ? List.of() : came(v, nowMillis),
        v ->
            v.tried() instanceof PlacementMoves moves
                ? List.of(made(v, moves, nowMillis))
                : List.of(),
        v -> v.standing().generation() > stood ? snapshots(v, nowMillis) : List.of());
  }

  private static List<ChunksFact> tried(ChunksView view, long nowMillis) {
    return List.of(
        view.isPending()
            ? new Tried(nowMillis)
            : new Gathering(GenerationWindow.CLOSED, nowMillis));
  }

  private static List<ChunksFact> came(ChunksView view, long nowMillis) {
    return switch (view.tried()) {
      case PlacementShortage lack -> List.of(refused(view, lack, nowMillis));
      case PlacementMoves moves -> {
        long next = view.standing().generation() + 1;
        yield List.copyOf(
            new AssignmentDeltas(view, next, effectiveFrom(view, nowMillis), nowMillis)
                .assigned(moves));
      }
    };
  }

  private static GenerationRefused refused(
      ChunksView view, PlacementShortage lack, long nowMillis) {
    ExcessCapacity excess = view.excess();
    return new GenerationRefused(
        lack.reason(),
        lack.name(),
        lack.detail() + (excess == null ? "" : excess.told()),
        excess,
        view.standing().generation(),
        nowMillis);
  }

  private static GenerationMade made(ChunksView view, PlacementMoves moves, long nowMillis) {
    long added = 0;
    long dropped = 0;
    long resized = 0;
    for (PlacementMoves.WorkerMoves worker : moves.workers()) {
      added += worker.added().length;
      dropped += worker.removed().length;
      resized += worker.resized().length;
    }
    return new GenerationMade(
        view.standing().generation() + 1,
        moves.path() == PlacementMoves.Path.BATCH,
        new Moved(moves.fetchedBytes(), added + resized, dropped, resized),
        moves.copies(),
        moves.leftOut(),
        NetworkCensus.of(view, moves, nowMillis),
        view.policy(),
        effectiveFrom(view, nowMillis),
        nowMillis);
  }

  /** All workers switch at once, after a delay in which each reads its assignment. */
  private static long effectiveFrom(ChunksView view, long nowMillis) {
    return nowMillis + view.policy().telling().assignmentDelay();
  }

  private static List<ChunksFact> snapshots(ChunksView view, long nowMillis) {
    int every = view.policy().telling().snapshotEvery();
    long generation = view.standing().generation();
    return every > 0 && generation % every == 0 ? shown(view, null, nowMillis) : List.of();
  }

  /** Returns the deltas of the current generation. */
  static AssignmentDeltas deltas(ChunksView view, long nowMillis) {
    CurrentGeneration standing = view.standing();
    return new AssignmentDeltas(view, standing.generation(), standing.effectiveFrom(), nowMillis);
  }

  /**
   * Returns current whole sets.
   *
   * @param worker null for all workers
   */
  static List<ChunksFact> shown(ChunksView view, String worker, long nowMillis) {
    AssignmentDeltas deltas = deltas(view, nowMillis);
    List<ChunksFact> facts = new ArrayList<>();
    for (WorkerNode node : view.nodes().all()) {
      if (node.held() != null && (worker == null || worker.equals(node.name()))) {
        facts.addAll(deltas.shown(node));
      }
    }
    return facts;
  }
}

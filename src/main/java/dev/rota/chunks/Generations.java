package dev.rota.chunks;

import dev.rota.chunks.NetworkFact.Gathering;
import dev.rota.chunks.NetworkFact.GenerationMade;
import dev.rota.chunks.NetworkFact.GenerationRefused;
import dev.rota.chunks.NetworkFact.Tried;
import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A generation is due: all that gathered is placed, or the one that stands goes on. */
final class Generations {
  private static final int UNPLACED_TOLD = 100;

  private Generations() {}

  static List<Step<ChunksView, ChunksFact>> steps(ChunksView view, long nowMillis) {
    long stood = view.standing().generation();
    return List.of(
        v -> tried(v, nowMillis),
        v -> v.tried() == null ? List.of() : came(v, nowMillis),
        v -> v.tried() instanceof Moves moves ? List.of(made(v, moves, nowMillis)) : List.of(),
        v -> v.standing().generation() > stood ? snapshots(v, nowMillis) : List.of());
  }

  private static List<ChunksFact> tried(ChunksView view, long nowMillis) {
    return List.of(
        view.isPending() ? new Tried(nowMillis) : new Gathering(Window.CLOSED, nowMillis));
  }

  private static List<ChunksFact> came(ChunksView view, long nowMillis) {
    if (view.tried() instanceof Shortage lack) {
      return List.of(
          new GenerationRefused(
              lack.reason(), lack.name(), lack.detail(), view.standing().generation(), nowMillis));
    }
    Roster roster = new Roster(view, view.standing().generation() + 1, nowMillis);
    return roster.assigned((Moves) view.tried());
  }

  private static GenerationMade made(ChunksView view, Moves moves, long nowMillis) {
    long fetched = 0;
    long dropped = 0;
    for (Moves.WorkerMoves worker : moves.workers()) {
      fetched += worker.added().length;
      dropped += worker.removed().length;
    }
    return new GenerationMade(
        view.standing().generation() + 1,
        moves.path() == Moves.Path.BATCH,
        moves.addedBytes(),
        fetched,
        dropped,
        moves.copies(),
        moves.leftOut(),
        fill(view),
        view.live().cliffs(),
        shares(view, moves),
        parts(view),
        unplaced(view),
        excluded(view),
        nowMillis);
  }

  /** Of the workers that the first pass places on. */
  private static double fill(ChunksView view) {
    boolean all = view.policy().placement().ignoreReliability();
    double capacity = 0;
    double bytes = 0;
    for (Node node : view.nodes().all()) {
      if (node.held() != null && (all || node.held().worker().reliable())) {
        capacity += node.held().worker().capacity();
        bytes += node.held().bytes();
      }
    }
    return capacity == 0 ? 0 : bytes / capacity;
  }

  private static List<NetworkFact.Share> shares(ChunksView view, Moves moves) {
    List<NetworkFact.Share> shares = new ArrayList<>();
    for (Map.Entry<String, Dataset> dataset : view.datasets().entrySet()) {
      dataset
          .getValue()
          .shares()
          .forEach(
              (weight, share) ->
                  shares.add(
                      new NetworkFact.Share(
                          dataset.getKey(),
                          weight,
                          share.chunks(),
                          share.bytes(),
                          moves.replication().get(weight))));
    }
    return shares;
  }

  private static List<NetworkFact.Part> parts(ChunksView view) {
    List<NetworkFact.Part> parts = new ArrayList<>();
    for (Node node : view.nodes().all()) {
      if (node.isThere()) {
        parts.add(
            new NetworkFact.Part(
                node.name(),
                node.status(),
                node.reason(),
                node.heard().capacity(),
                node.held().bytes(),
                node.held().chunks()));
      }
    }
    return parts;
  }

  private static List<NetworkFact.Unplaced> unplaced(ChunksView view) {
    List<NetworkFact.Unplaced> chunks = new ArrayList<>();
    view.live()
        .eachUnplaced(
            (slot, copies) -> {
              if (chunks.size() < UNPLACED_TOLD) {
                ChunkName name = ChunkName.of(view.live().chunk(slot));
                chunks.add(new NetworkFact.Unplaced(name, copies));
              }
            });
    return chunks;
  }

  /** Those before the first segment. */
  private static long excluded(ChunksView view) {
    return view.datasets().values().stream().mapToLong(Dataset::excluded).sum();
  }

  private static List<ChunksFact> snapshots(ChunksView view, long nowMillis) {
    int every = view.policy().snapshotEvery();
    long generation = view.standing().generation();
    return every > 0 && generation % every == 0 ? shown(view, null, nowMillis) : List.of();
  }

  /**
   * Whole sets as they stand.
   *
   * @param worker null: those of all workers
   */
  static List<ChunksFact> shown(ChunksView view, String worker, long nowMillis) {
    Roster roster = new Roster(view, view.standing().generation(), nowMillis);
    List<ChunksFact> facts = new ArrayList<>();
    for (Node node : view.nodes().all()) {
      if (node.held() != null && (worker == null || worker.equals(node.name()))) {
        facts.addAll(roster.shown(node));
      }
    }
    return facts;
  }
}

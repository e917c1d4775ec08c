package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.ChunkScheduler;
import dev.rota.chunks.placement.ChunkTable;
import dev.rota.chunks.placement.ExcessCapacity;
import dev.rota.chunks.placement.FactorCliff;
import dev.rota.chunks.placement.NamedChunks;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.Placement;
import dev.rota.chunks.placement.PlacementMoves;
import dev.rota.chunks.placement.PlacementMoves.Path;
import dev.rota.chunks.placement.PlacementMoves.WorkerMoves;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementResult;
import dev.rota.chunks.placement.PlacementShortage;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.RestrictionCheck;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.kernel.engine.ParallelParts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * The current assignment of a network, equal to the one that {@link ChunkScheduler} computes from
 * scratch. The text of this package says how a change is made.
 *
 * <p>A chunk is identified by its slot, a number that it keeps while it is in the placement. Moves
 * and the path depend only on the assignment and the demand, never on history. Slot numbers depend
 * on history.
 */
public final class LivePlacement implements Placement {
  private static final int[] NONE = {};

  private final ChunkSlots chunks = new ChunkSlots();
  private final long limit;
  private final ParallelParts parts;
  private final RestrictionCheck.Counting counting;
  private WeightTotals totals = WeightTotals.NONE;
  private List<PlacementWorker> workers = List.of();

  /** The position of each worker in the list. */
  private Map<PeerId, Integer> positions = Map.of();

  private PlacementPolicy policy = PlacementPolicy.DEFAULT;
  private List<WorkerLineup> lineups = WorkerLineup.NOBODY;

  private LivePasses passes = LivePasses.NONE;

  /** The workers that caused the last shortage, or null. */
  private ExcessCapacity excess;

  /** Creates a placement without chunks and workers. */
  public LivePlacement(ParallelParts parts, RestrictionCheck.Counting counting) {
    this(RepairPlan.LEAST, parts, counting);
  }

  /** Creates a placement that repairs any demand that affects at most this many copies. */
  LivePlacement(long limit, ParallelParts parts, RestrictionCheck.Counting counting) {
    this.limit = limit;
    this.parts = parts;
    this.counting = counting;
  }

  @Override
  public ParallelParts parts() {
    return parts;
  }

  @Override
  public Chunk chunk(int slot) {
    return chunks.chunk(slot);
  }

  @Override
  public SizedChunk sized(int slot) {
    return chunks.sized(slot);
  }

  @Override
  public NamedChunks.Listed sized(int[] slots) {
    return chunks.sized(slots);
  }

  @Override
  public int slot(ChunkName name) {
    return chunks.slot(name);
  }

  /** Marks or unmarks a chunk if it is in the placement. A chunk that leaves loses its mark. */
  public void mark(ChunkName name, boolean mark) {
    int slot = slot(name);
    if (slot >= 0) {
      chunks.mark(slot, mark);
    }
  }

  /** Passes on each unmarked chunk of a dataset. */
  public void eachUnmarked(String dataset, Consumer<ChunkName> into) {
    for (int slot : chunks.unmarked(dataset)) {
      into.accept(chunks.name(slot));
    }
  }

  /** Unmarks all chunks of a dataset. */
  public void unmark(String dataset) {
    chunks.unmark(dataset);
  }

  @Override
  public int[] held(PeerId worker) {
    return chunks.sorted(passes.slots(worker));
  }

  @Override
  public long bytes(PeerId worker) {
    return passes.bytes(worker);
  }

  @Override
  public Map<PeerId, SetDigest> digests() {
    return new WorkerDigests(chunks, passes).all();
  }

  @Override
  public int size() {
    return chunks.size();
  }

  @Override
  public int planned(int slot) {
    return passes.isEmpty() ? 0 : passes.first().copies.planned(slot);
  }

  @Override
  public void eachUnplaced(UnplacedReader reader) {
    if (!passes.isEmpty()) {
      LivePass pass = passes.first();
      pass.waiters.each((slot, tag, _) -> reader.take(slot, pass.copies.planned(slot) - tag));
    }
  }

  @Override
  public List<FactorCliff> cliffs() {
    WorkerLineup lineup = lineups.get(0);
    return FactorCliff.of(
        totals.bytes(), lineup.budget(), policy.minReplication(), lineup.workers().size());
  }

  @Override
  public SortedMap<Integer, Integer> wanted() {
    return totals.wanted(lineups.get(0).budget(), policy.minReplication());
  }

  @Override
  public int counting() {
    return lineups.get(0).workers().size();
  }

  @Override
  public List<Walk> walks(int slot) {
    return passes.isEmpty() ? List.of() : new CopyWalks(passes).of(slot);
  }

  List<LivePass> passes() {
    return passes.all();
  }

  /**
   * Places a demand. A shortage changes nothing.
   *
   * @throws IllegalArgumentException if a worker is listed twice; nothing has changed
   */
  public PlacementResult next(PlacementDemand demand) {
    return next(demand, counting);
  }

  /** Places what was placed before, by these rules or by former ones, where nothing is placed. */
  public PlacementResult restore(PlacementDemand demand) {
    return next(demand, RestrictionCheck.Counting.NONE);
  }

  private PlacementResult next(PlacementDemand demand, RestrictionCheck.Counting by) {
    chunks.release();
    excess = null;
    RepairPlan plan = plan(demand, by);
    PlacementShortage lack = plan.shortage();
    PlacementResult placed = lack == null ? place(plan) : lack;
    if (placed instanceof PlacementMoves) {
      lineups = plan.lineups();
      totals = plan.totals();
      if (!plan.sameWorkers()) {
        workers = demand.workers();
        positions = plan.positions();
      }
      policy = demand.policy();
      chunks.commit(plan.edits());
    } else {
      chunks.forget(plan.edits());
    }
    return placed;
  }

  private PlacementResult place(RepairPlan plan) {
    boolean same = plan.sameOrder(policy) && plan.lineups().size() == passes.all().size();
    return same && plan.canRepair(passes.all(), limit) ? repair(plan) : batch(plan);
  }

  /** Returns the workers that caused the last demand's shortage, or null. */
  public ExcessCapacity excess() {
    return excess;
  }

  private RepairPlan plan(PlacementDemand demand, RestrictionCheck.Counting by) {
    boolean sameWorkers = demand.workers().equals(workers);
    boolean sameLineups = sameWorkers && demand.policy().equals(policy);
    List<WorkerLineup> now =
        sameLineups ? lineups : WorkerLineup.of(demand.workers(), demand.policy());
    List<SlotEdit> edits = chunks.edits(demand);
    return new RepairPlan(demand, edits, totals.with(edits), now, sameWorkers, by);
  }

  private PlacementResult batch(RepairPlan plan) {
    Map<PeerId, int[]> before = passes.slots();
    workers.forEach(worker -> before.putIfAbsent(worker.id(), NONE));
    chunks.apply(plan.edits());
    PlacementShortage shortage =
        build(plan.demand().workers(), plan.demand().policy(), plan.counting());
    if (shortage != null) {
      blame(plan.demand());
      chunks.undo(plan.edits());
      return shortage;
    }
    AssignmentComparison movement = new AssignmentComparison(chunks, passes, plan, before);
    Map<PeerId, int[]> after = passes.slots();
    List<WorkerMoves> moves = new ArrayList<>();
    for (PlacementWorker worker : plan.demand().workers()) {
      PeerId id = worker.id();
      movement.compare(id, before.getOrDefault(id, NONE), after.getOrDefault(id, NONE), moves);
    }
    return movement.moves(workers, moves, Path.BATCH);
  }

  /** Computes all passes from scratch. Returns null on success. */
  private PlacementShortage build(
      List<PlacementWorker> present, PlacementPolicy by, RestrictionCheck.Counting counted) {
    int[] inOrder = chunks.inOrder();
    if (present.isEmpty() && inOrder.length == 0) {
      passes = LivePasses.NONE; // a pass has an entry for each ring
      return null;
    }
    ChunkScheduler scheduler = new ChunkScheduler(chunks.table(inOrder), by, parts, counted);
    PlacementShortage shortage = scheduler.place(present);
    if (shortage != null) {
      return shortage;
    }
    passes =
        new LivePasses(
            scheduler.passes().stream()
                .map(pass -> new LivePass(chunks, inOrder, pass, by, parts))
                .toList());
    return null;
  }

  /** Searches the workers that cause a shortage, while the demand's chunks are still there. */
  private void blame(PlacementDemand demand) {
    ChunkTable table = chunks.table(chunks.inOrder());
    excess = ExcessCapacity.of(table, demand.workers(), demand.policy(), parts, counting);
  }

  private PlacementResult repair(RepairPlan plan) {
    Map<PeerId, int[]> before = new LinkedHashMap<>();
    for (PeerId id : plan.leaving(workers)) {
      before.put(id, passes.slots(id));
    }
    List<DemandApplication> changes = passes.all().stream().map(DemandApplication::new).toList();
    for (SlotEdit edit : plan.edits()) {
      changes.forEach(change -> change.drop(edit.slot()));
    }
    chunks.apply(plan.edits());
    PlacementShortage shortage = null;
    boolean tied = false;
    for (int pass = 0; pass < changes.size() && shortage == null; pass++) {
      plan.prepare(pass, passes.all().get(pass), changes.get(pass));
      shortage = changes.get(pass).repair().drain();
      tied |= passes.all().get(pass).tied();
    }
    if (shortage != null || tied) {
      if (!tied) {
        blame(plan.demand());
      }
      chunks.undo(plan.edits());
      build(workers, policy, RestrictionCheck.Counting.NONE);
      return tied ? batch(plan) : shortage;
    }
    Map<PeerId, Integer> order = plan.sameWorkers() ? positions : plan.positions();
    AssignmentComparison movement = new AssignmentComparison(chunks, passes, plan, before);
    return movement.moves(workers, movement.moved(changes, order), Path.REPAIR);
  }
}

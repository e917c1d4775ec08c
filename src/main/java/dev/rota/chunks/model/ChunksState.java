package dev.rota.chunks.model;

import dev.rota.chunks.model.ChunksRows.StandingChunk;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.ExcessCapacity;
import dev.rota.chunks.placement.Placement;
import dev.rota.chunks.placement.PlacementMoves;
import dev.rota.chunks.placement.PlacementResult;
import dev.rota.chunks.placement.PlacementShortage;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.live.LivePlacement;
import dev.rota.chunks.placement.live.PlacementDemand;
import dev.rota.chunks.values.BlockSegment;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.chunks.values.RulesEdition;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Deadlines;
import dev.rota.kernel.engine.ParallelParts;
import dev.rota.kernel.table.Tables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The state of a network in memory. Rows can rebuild it, and only facts change it. */
public final class ChunksState implements State, ChunksView {
  private final RulesEdition edition;
  private final ChunksRows rows;
  private final InventoryRows inventoryRows;
  private final Deadlines deadlines = new Deadlines();
  private final WorkerNodes nodes;
  private final ListingIndex listings;
  private final WorkerMarks marks;

  /** The last block of each dataset in the current generation. Relative segments count from it. */
  private SortedMap<String, Long> standingBlocks = Collections.emptySortedMap();

  private final LivePlacement live;
  private final ChunkInventory inventory;
  private SortedMap<Integer, Integer> replication = Collections.emptySortedMap();
  private PlacementResult tried;
  private boolean stirred;

  /** Opens a lane from its rows. */
  public ChunksState(Tables tables, ParallelParts parts, RulesEdition edition) {
    this.edition = edition;
    this.live = new LivePlacement(parts, edition.counting());
    this.inventoryRows = new InventoryRows(tables);
    this.inventory = new ChunkInventory(inventoryRows, live);
    this.rows = new ChunksRows(tables, inventoryRows);
    this.nodes = new WorkerNodes(deadlines, rows.workers);
    this.listings = new ListingIndex(deadlines, rows.listings);
    this.marks = new WorkerMarks(deadlines, rows.marks);
    rows.rebuild(this);
  }

  @Override
  public RulesEdition edition() {
    return edition;
  }

  @Override
  public void save() {
    rows.save(this);
  }

  @Override
  public NetworkPolicy policy() {
    return rows.policy.get();
  }

  @Override
  public NetworkPolicy standingPolicy() {
    return rows.standingPolicy.get();
  }

  @Override
  public CurrentGeneration standing() {
    return rows.standing.get();
  }

  @Override
  public WorkerNodes nodes() {
    return nodes;
  }

  @Override
  public WorkerMarks marks() {
    return marks;
  }

  @Override
  public Dataset dataset(String name) {
    return inventory.dataset(name);
  }

  @Override
  public Map<String, Dataset> datasets() {
    return inventory.datasets();
  }

  @Override
  public ChunkRow chunk(ChunkName name) {
    return inventory.chunk(name);
  }

  @Override
  public ListingIndex listings() {
    return listings;
  }

  @Override
  public FutureChunkList coming(String dataset) {
    return inventory.coming(dataset);
  }

  @Override
  public List<String> claimed(String listing) {
    return inventory.claimed(listing);
  }

  public ChunkInventory inventory() {
    return inventory;
  }

  /** Passes each chunk with its saved row to the consumer, including removed chunks. */
  public void eachChunk(BiConsumer<ChunkName, ChunkRow> into) {
    inventoryRows.eachSaved(into);
  }

  /** Returns the highest block of a dataset in the current generation, or 0 if there is none. */
  public long standingBlock(String dataset) {
    return standingBlocks.getOrDefault(dataset, 0L);
  }

  @Override
  public boolean isToSweep() {
    return !isSwept() && rows.isTouched();
  }

  /** True if the chunks' rows contain the effects of all complete listings. */
  boolean isSwept() {
    return inventoryRows.isSwept();
  }

  @Override
  public boolean isPending() {
    boolean differs =
        !pending().isEmpty() || nodes.isNews() || !policy().placesLike(standingPolicy());
    return differs && isPlacing();
  }

  /** A network that neither has nor holds chunks waits for some, if nobody leaves it. */
  @Override
  public boolean isPlacing() {
    return edition.placesNothing()
        || live.size() > 0
        || !datasets().isEmpty()
        || !pending().isEmpty()
        || nodes.haveLeft();
  }

  @Override
  public boolean isStirred() {
    return stirred || nodes.isStirred();
  }

  @Override
  public PlacementResult tried() {
    return tried;
  }

  @Override
  public ExcessCapacity excess() {
    return tried instanceof PlacementShortage ? live.excess() : null;
  }

  @Override
  public Placement live() {
    return live;
  }

  @Override
  public Deadline nextDeadline(Deadline after) {
    return deadlines.next(after);
  }

  public List<Deadline> deadlines() {
    return deadlines.all();
  }

  /** Returns chunks whose listed size differs from the current generation. */
  public PendingChunks pending() {
    return inventory.pending();
  }

  /** Opens a listing of the dataset. */
  void claim(String dataset, String listing, boolean whole) {
    long number = standing().claims() + 1;
    inventory.claim(dataset, number, listing, whole);
    rows.standing.set(standing().withClaims(number));
  }

  /** Makes the open listing of the dataset effective. */
  void complete(String dataset) {
    inventory.complete(dataset);
  }

  void replace(String dataset, List<ListingFact.Now> chunks) {
    claim(dataset, null, true);
    chunks.forEach(now -> inventory.name(new ChunkName(dataset, now.chunk()), now.bytes()));
    complete(dataset);
  }

  void sweep() {
    inventoryRows.sweep(standing().generation());
  }

  void stand(CurrentGeneration next) {
    if (!next.equals(standing())) {
      deadlines.move(
          standing().window().dueAt(), next.window().dueAt(), ChunksDeadlineKind.PLACE, "");
      rows.standing.set(next);
    }
    tried = null;
    stirred = false;
    nodes.settle();
  }

  void adopt(NetworkPolicy next, long nowMillis) {
    stirred |= !policy().placesLike(next);
    rows.policy.set(next);
    nodes.adopt(next, nowMillis);
    listings.adopt(next);
    inventory.adopt(next);
  }

  void place() {
    Set<String> reweighted = reweighted();
    tried =
        live.next(
            new PlacementDemand(
                (changed, gone) -> weigh(reweighted, new Weighing(changed, gone)),
                workers(),
                policy().placement()));
  }

  private void weigh(Set<String> reweighted, Weighing weighing) {
    pending()
        .each(
            (name, bytes) -> {
              if (bytes == ChunkRow.NONE || !reweighted.contains(name.dataset())) {
                weigh(name, bytes, weighing);
              }
            });
    for (String dataset : reweighted) {
      inventory.eachListed(
          dataset, (id, bytes) -> weigh(new ChunkName(dataset, id), bytes, weighing));
    }
  }

  private void weigh(ChunkName name, long bytes, Weighing weighing) {
    Dataset dataset = dataset(name.dataset());
    weighing.weigh(name, bytes, dataset.segments(), dataset.lastBlock());
  }

  private List<PlacementWorker> workers() {
    return nodes.all().stream()
        .filter(WorkerNode::isThere)
        .map(node -> node.worker(policy()))
        .toList();
  }

  /** Returns the datasets whose unchanged chunks may have a new weight. */
  private Set<String> reweighted() {
    Set<String> reweighted = new TreeSet<>();
    standingBlocks.forEach((dataset, _) -> reweighted.add(dataset));
    datasets().forEach((dataset, _) -> reweighted.add(dataset));
    reweighted.removeIf(dataset -> !isReweighted(dataset));
    return reweighted;
  }

  private boolean isReweighted(String dataset) {
    List<BlockSegment> segments = policy().segmentsOf(dataset);
    return !segments.equals(standingPolicy().segmentsOf(dataset))
        || Dataset.isRelative(segments) && dataset(dataset).lastBlock() != standingBlock(dataset);
  }

  /** Returns the number of copies per weight. */
  public SortedMap<Integer, Integer> replication() {
    return replication;
  }

  /** Makes the tried placement the current generation. */
  void made(long effectiveFrom) {
    replication = ((PlacementMoves) tried).replication();
    CurrentGeneration next = standing().next(effectiveFrom);
    inventory.stand(next.generation(), reweighted());
    standingBlocks = new TreeMap<>();
    datasets().forEach((name, dataset) -> standingBlocks.put(name, dataset.lastBlock()));
    if (!standingPolicy().equals(policy())) {
      rows.standingPolicy.set(policy());
    }
    stand(next);
  }

  /** Restores the rows that precede all others. */
  void restore() {
    nodes.restore(policy());
    listings.adopt(policy());
    inventory.restore(policy(), standing().generation());
    deadlines.set(standing().window().dueAt(), ChunksDeadlineKind.PLACE, "");
  }

  /** Restores the placement of the current generation. All other rows must be restored before. */
  void restore(List<StandingChunk> chunks) {
    standingBlocks = chunks.isEmpty() ? Collections.emptySortedMap() : new TreeMap<>();
    for (StandingChunk chunk : chunks) {
      standingBlocks.merge(
          chunk.name().dataset(), BlockRange.of(chunk.name().id()).last(), Math::max);
    }
    List<PlacementWorker> workers = new ArrayList<>();
    nodes.all().stream()
        .filter(node -> node.held() != null)
        .forEach(node -> workers.add(node.held().worker()));
    PlacementResult placed =
        live.restore(
            new PlacementDemand(
                (changed, gone) -> weigh(chunks, new Weighing(changed, gone)),
                workers,
                standingPolicy().placement()));
    switch (placed) {
      case PlacementShortage lack ->
          throw new IllegalStateException(
              "generation "
                  + standing().generation()
                  + " cannot be placed again: "
                  + lack.detail());
      case PlacementMoves moves -> replication = moves.replication();
    }
    inventory.restored();
    nodes.checkSets(live);
  }

  private void weigh(List<StandingChunk> chunks, Weighing weighing) {
    for (StandingChunk chunk : chunks) {
      String dataset = chunk.name().dataset();
      weighing.weigh(
          chunk.name(),
          chunk.bytes(),
          standingPolicy().segmentsOf(dataset),
          standingBlocks.get(dataset));
    }
  }

  /** Passes on chunks with the weights and versions of their segments (rule 1). */
  private record Weighing(Consumer<Chunk> changed, Consumer<ChunkName> gone) {
    /**
     * Passes on a chunk.
     *
     * @param bytes {@link ChunkRow#NONE}: no longer listed
     * @param lastBlock last block of its dataset
     */
    void weigh(ChunkName name, long bytes, List<BlockSegment> segments, long lastBlock) {
      BlockSegment segment =
          bytes == ChunkRow.NONE
              ? null
              : BlockSegment.of(segments, BlockRange.of(name.id()).first(), lastBlock).orElse(null);
      if (segment == null) {
        gone.accept(name);
      } else {
        changed.accept(segment.chunk(name, bytes));
      }
    }
  }
}

package dev.rota.chunks;

import dev.rota.domain.State;
import dev.rota.engine.Deadline;
import dev.rota.engine.Deadlines;
import dev.rota.engine.Parts;
import dev.rota.table.Tables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A network in memory, over the rows that it can be rebuilt from. Facts write it. */
public final class ChunksState implements State, ChunksView {
  /** The next generation is made. */
  static final String GENERATION = "generation";

  private final ChunksRows rows;
  private final Deadlines deadlines = new Deadlines();
  private final Nodes nodes = new Nodes(deadlines);
  private final TreeMap<String, Dataset> datasets = new TreeMap<>();

  /** Chunks listed otherwise than in the generation that stands: bytes or {@link ChunkRow#NONE}. */
  private final Map<ChunkName, Long> pending = new LinkedHashMap<>();

  /**
   * Each dataset's last block in the generation that stands, which relative segments start from.
   */
  private final Map<String, Long> standingBlocks = new TreeMap<>();

  private final LivePlacement live;
  private Policy policy = Policy.DEFAULT;
  private Policy standingPolicy = Policy.DEFAULT;
  private Standing standing = Standing.EMPTY;
  private SortedMap<Integer, Integer> replication = new TreeMap<>();
  private Placed tried;
  private boolean stirred;

  /** Opens a lane as its rows have it. */
  public ChunksState(Tables tables, Parts parts) {
    this.live = new LivePlacement(parts);
    this.rows = new ChunksRows(tables);
    rows.rebuild(this);
  }

  @Override
  public void save() {
    rows.save(this);
  }

  @Override
  public Policy policy() {
    return policy;
  }

  @Override
  public Policy standingPolicy() {
    return standingPolicy;
  }

  @Override
  public Standing standing() {
    return standing;
  }

  @Override
  public Nodes nodes() {
    return nodes;
  }

  @Override
  public Dataset dataset(String name) {
    Dataset known = datasets.get(name);
    return known == null ? newDataset(name) : known;
  }

  private Dataset newDataset(String name) {
    return new Dataset(policy.segmentsOf(name), () -> rows.listed(name));
  }

  @Override
  public Map<String, Dataset> datasets() {
    return datasets;
  }

  @Override
  public ChunkRow chunk(ChunkName name) {
    return rows.chunk(name);
  }

  @Override
  public Map<String, Long> listed(String dataset) {
    return rows.listed(dataset);
  }

  @Override
  public boolean isPending() {
    return !pending.isEmpty() || nodes.isNews() || isOtherPlacement(policy, standingPolicy);
  }

  /** Whether the two place otherwise. */
  private static boolean isOtherPlacement(Policy one, Policy other) {
    return !one.placement().equals(other.placement())
        || !one.weights().equals(other.weights())
        || !one.segments().equals(other.segments());
  }

  @Override
  public boolean isStirred() {
    return stirred || nodes.isStirred();
  }

  @Override
  public Placed tried() {
    return tried;
  }

  @Override
  public LivePlacement live() {
    return live;
  }

  @Override
  public Deadline nextDeadline(Deadline after) {
    return deadlines.next(after);
  }

  List<Deadline> deadlines() {
    return deadlines.all();
  }

  Map<ChunkName, Long> pending() {
    return pending;
  }

  /** The chunk has these bytes from now on; {@link ChunkRow#NONE}: it is listed no longer. */
  void list(ChunkName name, long bytes) {
    ChunkRow before = rows.chunk(name);
    ChunkRow after = before.list(bytes, standing.generation());
    rows.put(name, after);
    if (after.isPending(standing.generation())) {
      pending.put(name, bytes);
    } else {
      pending.remove(name);
    }
    count(name, before.listed(), bytes);
  }

  private void count(ChunkName name, long before, long after) {
    Dataset dataset = datasets.computeIfAbsent(name.dataset(), this::newDataset);
    if (before != ChunkRow.NONE) {
      dataset.remove(name.id(), before);
    }
    if (after != ChunkRow.NONE) {
      dataset.add(name.id(), after);
    }
    if (dataset.chunks() == 0) {
      datasets.remove(name.dataset());
    }
  }

  void stand(Standing next) {
    deadlines.move(standing.window().dueAt(), next.window().dueAt(), GENERATION, "");
    standing = next;
    tried = null;
    stirred = false;
    nodes.settle();
    rows.standingChanged();
  }

  void adopt(Policy next) {
    stirred |= isOtherPlacement(policy, next);
    policy = next;
    nodes.adopt(next);
    datasets.forEach((name, dataset) -> dataset.adopt(next.segmentsOf(name)));
    rows.policyChanged();
  }

  /** Tries the next generation. */
  void place() {
    Set<String> reweighted = new TreeSet<>(standingBlocks.keySet());
    reweighted.addAll(datasets.keySet());
    reweighted.removeIf(dataset -> !isReweighted(dataset));
    Weighing weighing = new Weighing();
    pending.forEach(
        (name, bytes) -> {
          if (bytes == ChunkRow.NONE || !reweighted.contains(name.dataset())) {
            weigh(name, bytes, weighing);
          }
        });
    for (String dataset : reweighted) {
      rows.listed(dataset)
          .forEach((id, bytes) -> weigh(new ChunkName(dataset, id), bytes, weighing));
    }
    tried = live.next(weighing.demand(workers(), policy.placement()));
  }

  private void weigh(ChunkName name, long bytes, Weighing weighing) {
    Dataset dataset = dataset(name.dataset());
    weighing.weigh(name, bytes, dataset.segments(), dataset.lastBlock());
  }

  private List<Worker> workers() {
    return nodes.all().stream().filter(Node::isThere).map(Node::worker).toList();
  }

  /** Whether chunks of it that did not change may have another weight now. */
  private boolean isReweighted(String dataset) {
    List<Segment> segments = policy.segmentsOf(dataset);
    return !segments.equals(standingPolicy.segmentsOf(dataset))
        || Dataset.isRelative(segments)
            && dataset(dataset).lastBlock() != standingBlocks.getOrDefault(dataset, 0L);
  }

  /** How many copies the chunks of each weight have. */
  SortedMap<Integer, Integer> replication() {
    return replication;
  }

  /** What was tried stands from now on. */
  void made() {
    replication = ((Moves) tried).replication();
    pending.forEach(
        (name, bytes) -> {
          if (bytes == ChunkRow.NONE) {
            rows.put(name, ChunkRow.UNKNOWN);
          }
        });
    pending.clear();
    standingBlocks.clear();
    datasets.forEach((name, dataset) -> standingBlocks.put(name, dataset.lastBlock()));
    if (!standingPolicy.equals(policy)) {
      standingPolicy = policy;
      rows.standingPolicyChanged();
    }
    stand(new Standing(standing.generation() + 1, Window.CLOSED, null));
  }

  /** From rows. */
  void restore(Policy savedPolicy, Policy savedStandingPolicy, Standing savedStanding) {
    policy = savedPolicy;
    standingPolicy = savedStandingPolicy;
    standing = savedStanding;
    nodes.restore(policy);
    deadlines.set(standing.window().dueAt(), GENERATION, "");
  }

  /** From a row; policies and standing are there already. */
  void restore(ChunkName name, ChunkRow row) {
    count(name, ChunkRow.NONE, row.listed());
    if (row.isPending(standing.generation())) {
      pending.put(name, row.listed());
    }
  }

  /** What stands, from rows: all else is there already. */
  void restore(Map<String, Map<String, Long>> chunks) {
    Weighing weighing = new Weighing();
    chunks.forEach(
        (dataset, ids) -> {
          long last = ids.keySet().stream().mapToLong(id -> Blocks.of(id).last()).max().orElse(0);
          standingBlocks.put(dataset, last);
          List<Segment> segments = standingPolicy.segmentsOf(dataset);
          ids.forEach(
              (id, size) -> weighing.weigh(new ChunkName(dataset, id), size, segments, last));
        });
    List<Worker> workers = new ArrayList<>();
    nodes.all().stream()
        .filter(node -> node.held() != null)
        .forEach(node -> workers.add(node.held().worker()));
    Placed placed = live.next(weighing.demand(workers, standingPolicy.placement()));
    if (placed instanceof Shortage lack) {
      throw new IllegalStateException(
          "generation " + standing.generation() + " cannot be placed again: " + lack.detail());
    }
    replication = ((Moves) placed).replication();
  }
}

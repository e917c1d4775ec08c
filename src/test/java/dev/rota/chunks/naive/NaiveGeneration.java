package dev.rota.chunks.naive;

import dev.rota.chunks.DatasetHeight;
import dev.rota.chunks.DatasetStatus;
import dev.rota.chunks.FactorLimit;
import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PlacementPath;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.UnplacedChunk;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerCapacity;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.naive.NaivePlacement.Both;
import dev.rota.chunks.naive.NaivePlacement.Chunk;
import dev.rota.chunks.naive.NaivePlacement.Demand;
import dev.rota.chunks.naive.NaivePlacement.Shortage;
import dev.rota.chunks.naive.NaivePlacement.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The generation that is made now, or that is refused. */
final class NaiveGeneration {
  private static final int NAMED_MAX = 100;

  private final NaiveNetwork network;
  private final Demand demand;

  NaiveGeneration(NaiveNetwork network) {
    this.network = network;
    this.demand = network.demand();
  }

  void make() {
    network.window = null;
    if (network.basis().equals(network.standing) || !network.isPlacing()) {
      network.refused = false;
      return;
    }
    Both placed;
    try {
      placed = new Both(demand);
    } catch (Shortage shortage) {
      network.refused = true;
      network.say(refusal(shortage));
      return;
    }
    network.refused = false;
    network.standing = network.basis();
    Map<String, Map<NaiveName, Long>> held = new TreeMap<>();
    for (Worker worker : demand.workers()) {
      Map<NaiveName, Long> set = new TreeMap<>();
      placed.held.get(worker.name()).forEach(chunk -> set.put(chunk.name(), chunk.bytes()));
      held.put(worker.name(), set);
    }
    NaiveSets sets = network.sets;
    long from = network.nowMillis + network.rules.number("assignmentDelayMs");
    List<WorkerAssignment> deltas = sets.next(held, demand.workers(), network.nowMillis, from);
    network.tellDeltas(deltas);
    network.say(status(placed));
    long every = network.rules.number("snapshotEvery");
    if (every > 0 && sets.generation % every == 0) {
      held.keySet().forEach(network::tellWhole);
    }
  }

  private GenerationRefused refusal(Shortage shortage) {
    NaiveName chunk = shortage.chunk;
    GenerationRefused.Builder refusal =
        GenerationRefused.newBuilder()
            .setReason(shortage.reason)
            .setDataset(chunk == null ? null : chunk.dataset())
            .setChunk(chunk == null ? null : chunk.chunk())
            .setDetail(NaiveNetwork.WORDS);
    Long bound = NaiveExcess.bound(demand);
    if (bound == null) {
      return refusal.build();
    }
    return refusal
        .setCapacityBytesMax(bound)
        .setWorkers(
            NaiveExcess.largestFirst(demand.workers()).stream()
                .filter(worker -> worker.capacity() > bound)
                .limit(NAMED_MAX)
                .map(worker -> new WorkerCapacity(worker.name(), worker.capacity()))
                .toList())
        .build();
  }

  private NetworkStatus status(Both placed) {
    NaiveSets sets = network.sets;
    List<Chunk> without =
        demand.chunks().stream().filter(c -> placed.first.unplaced(c) > 0).toList();
    long listed = network.lists.listed.values().stream().mapToLong(Map::size).sum();
    return NetworkStatus.newBuilder()
        .setPath(PlacementPath.UNKNOWN)
        .setMovedBytes(sets.movedBytes)
        .setMovedCopies(sets.movedCopies)
        .setDroppedCopies(sets.droppedCopies)
        .setCopies(sets.workers().stream().mapToLong(one -> sets.of(one).size()).sum())
        .setUnplaced(demand.chunks().stream().mapToLong(placed.first::unplaced).sum())
        .setFill(fill())
        .setCliffs(placed.first.factors.cliffs())
        .setDatasets(datasets(placed.first))
        .setWorkers(workers())
        .setUnplacedChunks(
            without.stream()
                .limit(NAMED_MAX)
                .map(
                    one ->
                        new UnplacedChunk(
                            one.name().dataset(), one.name().chunk(), placed.first.unplaced(one)))
                .toList())
        .setExcluded(listed - demand.chunks().size())
        .setResizedCopies(sets.resizedCopies)
        .setEffectiveFrom(sets.effectiveFrom)
        .setMinReplication(demand.settings().min())
        .setSupportedVersion(network.rules.supported())
        .setRecommendedVersion(network.rules.recommended())
        .setHeights(heights())
        .build();
  }

  private double fill() {
    long taken = 0;
    double capacity = 0;
    for (Worker worker : demand.workers()) {
      if (worker.reliable() || demand.settings().ignoreReliability()) {
        taken += NaiveSets.bytes(network.sets.of(worker.name()));
        capacity += worker.capacity();
      }
    }
    return capacity == 0 ? 0 : taken / capacity;
  }

  private List<DatasetHeight> heights() {
    List<DatasetHeight> heights = new ArrayList<>();
    network.lists.listed.forEach(
        (name, list) -> heights.add(new DatasetHeight(name, NaiveNetwork.height(list))));
    return heights;
  }

  private List<DatasetStatus> datasets(NaivePlacement first) {
    List<DatasetStatus> all = new ArrayList<>();
    for (String dataset : network.lists.listed.keySet()) {
      List<Chunk> own =
          demand.chunks().stream().filter(one -> one.name().dataset().equals(dataset)).toList();
      for (int weight : NaivePlacement.weights(own)) {
        all.add(dataset(dataset, weight, own, first));
      }
    }
    return all;
  }

  private static DatasetStatus dataset(
      String dataset, int weight, List<Chunk> own, NaivePlacement first) {
    List<Chunk> some = own.stream().filter(one -> one.weight() == weight).toList();
    int wanted = first.factors.wanted(weight);
    int copies = first.replication(weight);
    FactorLimit limit =
        copies >= wanted
            ? FactorLimit.NONE
            : copies < first.factors.of(weight) ? FactorLimit.ROOM : FactorLimit.WORKERS;
    return DatasetStatus.newBuilder()
        .setDataset(dataset)
        .setWeight(weight)
        .setChunks(some.size())
        .setBytes(some.stream().mapToLong(Chunk::bytes).sum())
        .setReplicationFactor(copies)
        .setWantedFactor(wanted)
        .setLimit(limit)
        .setDetail(limit == FactorLimit.NONE ? null : NaiveNetwork.WORDS)
        .build();
  }

  private List<WorkerState> workers() {
    List<WorkerState> states = new ArrayList<>();
    for (NaiveWorker one : network.workers.values()) {
      Reliability status = network.status(one);
      Map<NaiveName, Long> set = network.sets.of(one.name);
      states.add(
          WorkerState.newBuilder()
              .setWorker(one.name)
              .setStatus(status)
              .setReason(status == Reliability.ONLINE ? null : NaiveNetwork.WORDS)
              .setCapacityBytes(one.said.getCapacityBytes())
              .setAssignedBytes(NaiveSets.bytes(set))
              .setAssignedChunks(set.size())
              .setCountedBytes(one.counted(network.rules))
              .setVersion(one.said.getVersion())
              .setDeprecated(one.isDeprecated(network.rules, status))
              .build());
    }
    return states;
  }
}

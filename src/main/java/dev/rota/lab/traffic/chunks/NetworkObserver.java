package dev.rota.lab.traffic.chunks;

import dev.rota.chunks.ChunkRef;
import dev.rota.chunks.DatasetStatus;
import dev.rota.chunks.FactorLimit;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerState;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.traffic.TopicsObserver;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Checks what a reader of a network's topics relies on. A worker's deltas add up to their digest,
 * sizes included. A snapshot equals the deltas before it. Each worker of the network has a snapshot
 * on the compacted topic. Generations have no gaps and report where copies are missing. An online
 * worker has pinged.
 */
public final class NetworkObserver implements TopicsObserver {
  private final Map<String, FoldedSet> sets = new TreeMap<>();
  private final Map<String, FoldedSet> shown = new TreeMap<>();
  private final CompactedSets kept = new CompactedSets();
  private final HeardWorkers heard = new HeardWorkers();
  private final Set<Long> effectiveFrom = new TreeSet<>();
  private final List<String> wrong = new ArrayList<>();
  private long generation;
  private long deltas;
  private long snapshots;
  private long keptSets;

  @Override
  public Optional<String> see(Traffic.Event input, List<Output> outputs) {
    int before = wrong.size();
    List<NetworkOutcome> outcomes = new ArrayList<>();
    for (Output output : outputs) {
      read(output);
      if (output.record() instanceof NetworkOutcome outcome) {
        heard.read(outcome, wrong::add);
        outcomes.add(outcome);
      }
    }
    heard.take(input, outcomes, wrong::add);
    return wrong.stream().skip(before).findFirst();
  }

  /** Reads the next record of any topic, in the order of publication. */
  public void read(Output output) {
    if (output.channel() == Output.Channel.SNAPSHOTS) {
      keep(output.key(), (WorkerAssignment) output.record());
    } else if (output.record() instanceof WorkerAssignment assignment) {
      if (assignment.getSnapshot()) {
        show(assignment);
      } else {
        fold(assignment);
      }
    } else if (output.record() instanceof NetworkOutcome outcome
        && outcome.getEvent() instanceof NetworkStatus status) {
      generation(outcome, status);
    }
  }

  private void fold(WorkerAssignment a) {
    deltas++;
    effectiveFrom.add(a.getEffectiveFrom());
    FoldedSet set = sets.computeIfAbsent(a.getWorker(), _ -> new FoldedSet());
    set.fold(a, wrong::add);
    check(
        a.getGeneration() == generation + 1,
        () -> a.getWorker() + " gets generation " + a.getGeneration());
    if (isLast(a)) {
      set.check(a, wrong::add);
    }
  }

  private static boolean isLast(WorkerAssignment a) {
    return a.getPart() == a.getParts() - 1;
  }

  private void show(WorkerAssignment a) {
    snapshots++;
    if (a.getPart() == 0) {
      shown.put(a.getWorker(), new FoldedSet());
    }
    FoldedSet set = shown.get(a.getWorker());
    set.addAll(a.getAdded());
    if (isLast(a)) {
      whole(a, set);
    }
  }

  private void keep(String key, WorkerAssignment a) {
    kept.take(key, a, wrong::add);
    if (a != null && isLast(a)) {
      keptSets++;
      whole(a, kept.whole(a, wrong::add));
    }
  }

  private void whole(WorkerAssignment a, FoldedSet set) {
    FoldedSet folded = sets.getOrDefault(a.getWorker(), new FoldedSet());
    check(set.isSame(folded), () -> a.getWorker() + " is shown another set");
    check(a.getGeneration() == generation, () -> a.getWorker() + " is shown " + a.getGeneration());
    set.check(a, wrong::add);
  }

  private void generation(NetworkOutcome outcome, NetworkStatus status) {
    long made = outcome.getGeneration();
    check(made == generation + 1, () -> "generation " + made + " after " + generation);
    generation = made;
    effectiveFrom.add(status.getEffectiveFrom());
    check(effectiveFrom.size() == 1, () -> "a generation is in force from " + effectiveFrom);
    check(status.getEffectiveFrom() >= outcome.getAt(), () -> "it is in force before it is made");
    effectiveFrom.clear();
    workers(status);
    sizes(status);
    status.getDatasets().forEach(dataset -> limit(status, dataset));
  }

  private void workers(NetworkStatus status) {
    long copies = sets.values().stream().mapToLong(FoldedSet::size).sum();
    check(copies == status.getCopies(), () -> copies + " copies, " + status.getCopies() + " told");
    Set<String> present = new TreeSet<>();
    for (WorkerState worker : status.getWorkers()) {
      present.add(worker.getWorker());
      FoldedSet set = sets.getOrDefault(worker.getWorker(), new FoldedSet());
      check(
          set.size() == worker.getAssignedChunks() && set.bytes() == worker.getAssignedBytes(),
          () -> worker + " has " + set.size() + " chunks, " + set.bytes() + " bytes");
      check(
          worker.getAssignedBytes() <= worker.getCountedBytes()
              && worker.getCountedBytes() <= worker.getCapacityBytes(),
          () -> worker + " is too full");
    }
    Set<String> withSets = kept.workers(wrong::add);
    check(
        withSets.equals(present), () -> "whole sets are kept of " + withSets + ", not " + present);
  }

  /** Checks that a chunk's copies have the same size, and that chunks make up their dataset. */
  private void sizes(NetworkStatus status) {
    Map<List<String>, ChunkRef> stored = new HashMap<>();
    Map<String, Long> bytes = new TreeMap<>();
    for (FoldedSet set : sets.values()) {
      for (ChunkRef chunk : set.chunks()) {
        List<String> name = List.of(chunk.getDataset(), chunk.getChunk());
        ChunkRef other = stored.putIfAbsent(name, chunk);
        if (other == null) {
          bytes.merge(chunk.getDataset(), chunk.getBytes(), Long::sum);
        } else {
          check(other.equals(chunk), () -> chunk + " is also held as " + other);
        }
      }
    }
    for (DatasetStatus dataset : status.getDatasets()) {
      bytes.merge(dataset.getDataset(), -dataset.getBytes(), Long::sum);
    }
    bytes.forEach(
        (dataset, more) -> check(more == 0, () -> dataset + " has " + more + " more bytes"));
  }

  /** Checks that missing copies are reported with a reason. */
  private void limit(NetworkStatus status, DatasetStatus dataset) {
    boolean limited = dataset.getReplicationFactor() < dataset.getWantedFactor();
    check(
        dataset.getWantedFactor() >= status.getMinReplication()
            && limited == (dataset.getLimit() != FactorLimit.NONE)
            && limited == (dataset.getDetail() != null),
        () ->
            "minReplication is "
                + status.getMinReplication()
                + ", and nothing is said of "
                + dataset);
  }

  private void check(boolean holds, Supplier<String> what) {
    if (!holds) {
      wrong.add(what.get());
    }
  }

  /** Returns the digest of these chunks, as the schema describes it. */
  public static String digest(Collection<ChunkRef> chunks) {
    FoldedSet set = new FoldedSet();
    set.addAll(chunks);
    return set.digest();
  }

  public List<String> wrong() {
    return wrong;
  }

  public long generation() {
    return generation;
  }

  public long deltas() {
    return deltas;
  }

  public long snapshots() {
    return snapshots;
  }

  /** Returns the number of sets on the compacted topic, including replaced ones. */
  public long keptSets() {
    return keptSets;
  }
}

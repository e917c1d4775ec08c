package dev.rota.chunks.naive;

import dev.rota.chunks.ChunkRef;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.naive.NaivePlacement.Worker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who holds what by the generation that stands, and how old each worker's snapshot is. */
final class NaiveSets {
  private record Kept(long atMillis, long named) {}

  long generation;
  long effectiveFrom;
  private Map<String, Map<NaiveName, Long>> held = new TreeMap<>();
  private final Map<String, Worker> workers = new HashMap<>();
  private final Map<String, Kept> kept = new HashMap<>();

  long movedBytes;
  long movedCopies;
  long resizedCopies;
  long droppedCopies;

  Map<NaiveName, Long> of(String worker) {
    return held.getOrDefault(worker, new TreeMap<>());
  }

  static long bytes(Map<NaiveName, Long> set) {
    return set.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Those that are part of the generation, though some may have left since. */
  List<String> workers() {
    return List.copyOf(held.keySet());
  }

  private WorkerAssignment.Builder about(String worker, long atMillis) {
    Map<NaiveName, Long> set = of(worker);
    return WorkerAssignment.newBuilder()
        .setNetwork(NaiveNetwork.NAME)
        .setAt(atMillis)
        .setGeneration(generation)
        .setWorker(worker)
        .setReliable(workers.containsKey(worker) && workers.get(worker).reliable())
        .setDigest("")
        .setChunks(set.size())
        .setBytes(bytes(set))
        .setEffectiveFrom(effectiveFrom);
  }

  /** The worker's whole set. */
  WorkerAssignment snapshot(String worker, long atMillis) {
    List<ChunkRef> all = new ArrayList<>();
    of(worker).forEach((name, bytes) -> all.add(ref(name, bytes)));
    return about(worker, atMillis)
        .setSnapshot(true)
        .setAdded(all)
        .setDigest(NaiveHash.digest(of(worker)))
        .build();
  }

  private static ChunkRef ref(NaiveName name, long bytes) {
    return new ChunkRef(name.dataset(), name.chunk(), bytes);
  }

  /** A generation; gives what each worker is told of it. */
  List<WorkerAssignment> next(
      Map<String, Map<NaiveName, Long>> sets, List<Worker> some, long atMillis, long fromMillis) {
    Map<String, Map<NaiveName, Long>> before = held;
    TreeSet<String> all = new TreeSet<>(before.keySet());
    all.addAll(sets.keySet());
    Map<String, Worker> were = Map.copyOf(workers);
    held = sets;
    workers.clear();
    some.forEach(one -> workers.put(one.name(), one));
    generation++;
    effectiveFrom = fromMillis;
    movedBytes = 0;
    movedCopies = 0;
    resizedCopies = 0;
    droppedCopies = 0;
    List<WorkerAssignment> told = new ArrayList<>();
    List<WorkerAssignment> others = new ArrayList<>();
    for (String worker : all) {
      WorkerAssignment.Builder delta =
          delta(worker, before.getOrDefault(worker, new TreeMap<>()), atMillis);
      int named = delta.getAdded().size() + delta.getRemoved().size() + delta.getResized().size();
      boolean another = !Objects.equals(were.get(worker), workers.get(worker));
      if (named > 0 || another) {
        delta.setDigest(NaiveHash.digest(of(worker)));
      }
      if (named > 0) {
        told.add(delta.build());
        kept.computeIfPresent(worker, (_, one) -> new Kept(one.atMillis, one.named + named));
      } else if (another) {
        others.add(delta.build());
      }
    }
    told.addAll(others);
    return told;
  }

  private WorkerAssignment.Builder delta(
      String worker, Map<NaiveName, Long> before, long atMillis) {
    List<ChunkRef> added = new ArrayList<>();
    List<ChunkRef> removed = new ArrayList<>();
    List<ChunkRef> resized = new ArrayList<>();
    Map<NaiveName, Long> after = of(worker);
    after.forEach(
        (name, bytes) -> {
          Long had = before.get(name);
          if (had == null) {
            added.add(ref(name, bytes));
          } else if (!had.equals(bytes)) {
            resized.add(ref(name, bytes));
          }
          if (had == null || !had.equals(bytes)) {
            movedBytes += bytes;
          }
        });
    before.forEach(
        (name, bytes) -> {
          if (!after.containsKey(name)) {
            removed.add(ref(name, bytes));
          }
        });
    movedCopies += added.size() + resized.size();
    resizedCopies += resized.size();
    droppedCopies += removed.size();
    return about(worker, atMillis).setAdded(added).setRemoved(removed).setResized(resized);
  }

  /** Whether its ping renews the worker's snapshot. */
  boolean isToKeep(String worker, long nowMillis, long ageMillis) {
    Kept last = kept.get(worker);
    return last == null
        || last.named > 0
            && (last.named >= of(worker).size() || nowMillis - last.atMillis >= ageMillis);
  }

  /** Null: it has none. */
  Long keptAt(String worker) {
    return kept.containsKey(worker) ? kept.get(worker).atMillis : null;
  }

  void keep(String worker, long nowMillis) {
    kept.put(worker, new Kept(nowMillis, 0));
  }

  void forget(String worker) {
    kept.remove(worker);
  }
}

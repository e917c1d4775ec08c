package dev.rota.lab.traffic.chunks;

import dev.rota.chunks.WorkerAssignment;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The compacted topic as a reader sees it: the last record of each key. */
final class CompactedSets {
  private final Map<String, WorkerAssignment> kept = new TreeMap<>();

  /**
   * Takes the next record.
   *
   * @param key without the network
   * @param record null: tombstone
   */
  void take(String key, WorkerAssignment record, Consumer<String> wrong) {
    if (record == null) {
      if (kept.remove(key) == null) {
        wrong.accept(key + " is withdrawn and was not there");
      }
      return;
    }
    kept.put(key, record);
    if (!key.equals(key(record.getWorker(), record.getPart()))
        || !record.getSnapshot()
        || record.getRemoved().size() + record.getResized().size() > 0) {
      wrong.accept(key + " is no part of a whole set: " + record);
    }
  }

  private static String key(String worker, int part) {
    return worker + "/" + part;
  }

  /** Returns the whole set that ends with this part. */
  FoldedSet whole(WorkerAssignment last, Consumer<String> wrong) {
    FoldedSet set = new FoldedSet();
    for (int part = 0; part < last.getParts(); part++) {
      WorkerAssignment one = kept.get(key(last.getWorker(), part));
      if (one == null || one.getAt() != last.getAt() || one.getParts() != last.getParts()) {
        wrong.accept("part " + part + " of what " + last.getWorker() + " holds is not there");
      } else {
        set.addAll(one.getAdded());
      }
    }
    return set;
  }

  /** Returns the workers with a set, and checks that no set has a part too many. */
  Set<String> workers(Consumer<String> wrong) {
    Set<String> workers = new TreeSet<>();
    for (WorkerAssignment one : kept.values()) {
      workers.add(one.getWorker());
      WorkerAssignment first = kept.get(key(one.getWorker(), 0));
      if (first == null || first.getAt() != one.getAt()) {
        wrong.accept(key(one.getWorker(), one.getPart()) + " is of another set than part 0");
      }
    }
    return workers;
  }
}

package dev.rota.chunks.placement;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.placement.PlacementPolicy.Order;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rules once more, written to be read: every ring a list, every copy walked with no regard to
 * what it costs. Restrictions of {@link Order#SEED} that are checked beforehand are not here.
 */
final class NaivePlacement {
  private final List<Chunk> chunks;
  private final List<PlacementWorker> workers;
  private final PlacementPolicy policy;
  private final Map<PeerId, Set<Integer>> held =
      new TreeMap<>(Comparator.comparing(PeerId::toString));
  private final Map<PeerId, Long> load = new TreeMap<>(Comparator.comparing(PeerId::toString));

  private NaivePlacement(
      List<Chunk> chunks, List<PlacementWorker> workers, PlacementPolicy policy) {
    this.chunks = chunks;
    this.workers = workers;
    this.policy = policy;
    workers.forEach(worker -> held.put(worker.id(), new TreeSet<>()));
    workers.forEach(worker -> load.put(worker.id(), 0L));
  }

  /** A copy has no place where it has to have one. */
  static final class Nowhere extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int chunk;

    private Nowhere(int chunk) {
      this.chunk = chunk;
    }

    int chunk() {
      return chunk;
    }
  }

  /**
   * The chunks of each worker, by position in the order of placement.
   *
   * @throws Nowhere there is no assignment; of no chunk (-1) if the fewest copies are too many
   */
  static Map<PeerId, Set<Integer>> of(
      List<Chunk> chunks, List<PlacementWorker> workers, PlacementPolicy policy) {
    List<Chunk> ordered = chunks.stream().sorted(ChunkTable.ORDER).toList();
    List<PlacementWorker> reliable = workers.stream().filter(PlacementWorker::reliable).toList();
    List<PlacementWorker> all = new ArrayList<>(new LinkedHashSet<>(reliable));
    workers.stream().filter(worker -> !worker.reliable()).forEach(all::add);
    if (policy.ignoreReliability() || reliable.size() == all.size()) {
      return new NaivePlacement(ordered, all, policy).place();
    }
    Map<PeerId, Set<Integer>> first = new NaivePlacement(ordered, reliable, policy).place();
    Map<PeerId, Set<Integer>> both = new NaivePlacement(ordered, all, policy).place();
    both.putAll(first);
    return both;
  }

  private Map<PeerId, Set<Integer>> place() {
    int[] factors = factors();
    List<Integer> turns = new ArrayList<>();
    for (boolean restricted : new boolean[] {true, false}) {
      for (int i = 0; i < chunks.size(); i++) {
        if ((chunks.get(i).leastVersion() != null) == restricted) {
          turns.add(i);
        }
      }
    }
    if (policy.order() == Order.SEED) {
      for (int chunk : turns) {
        for (int tag = 0; tag < factors[chunk]; tag++) {
          must(chunk, tag);
        }
      }
    } else {
      inRounds(turns, factors);
    }
    return held;
  }

  private void inRounds(List<Integer> turns, int[] factors) {
    for (boolean restricted : new boolean[] {true, false}) {
      for (int tag = 0; tag < policy.minReplication(); tag++) {
        for (int chunk : turns) {
          if ((chunks.get(chunk).leastVersion() != null) == restricted) {
            must(chunk, tag);
          }
        }
      }
    }
    Set<Integer> left = new TreeSet<>();
    for (int tag = policy.minReplication(); tag <= workers.size(); tag++) {
      for (int chunk : turns) {
        if (tag < factors[chunk] && !left.contains(chunk) && !put(chunk, tag)) {
          left.add(chunk);
        }
      }
    }
  }

  private int[] factors() {
    TreeMap<Integer, Long> bytes = new TreeMap<>();
    chunks.forEach(chunk -> bytes.merge(chunk.weight(), chunk.bytes(), Long::sum));
    long capacity = workers.stream().mapToLong(PlacementWorker::capacity).sum();
    long budget = (long) (capacity * policy.saturation());
    var factors = ReplicationFactors.of(bytes, budget, policy.minReplication(), workers.size());
    if (factors.isEmpty()) {
      throw new Nowhere(PlacementShortage.ALL);
    }
    return chunks.stream().mapToInt(chunk -> factors.get().get(chunk.weight())).toArray();
  }

  private void must(int chunk, int tag) {
    if (!put(chunk, tag)) {
      throw new Nowhere(chunk);
    }
  }

  private boolean put(int index, int tag) {
    Chunk chunk = chunks.get(index);
    byte[] name = (chunk.dataset() + "/" + chunk.id() + ":").getBytes(UTF_8);
    long hash = hash(name, tag);
    int ring = (int) Long.remainderUnsigned(hash, policy.rings());
    TreeMap<Long, PlacementWorker> positions = new TreeMap<>(Long::compareUnsigned);
    for (PlacementWorker worker : workers) {
      byte[] id = worker.id().bytes();
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      text.writeBytes(id);
      text.write(':');
      positions.put(hash(text.toByteArray(), ring), worker);
    }
    List<PlacementWorker> walk = new ArrayList<>(positions.tailMap(hash, true).values());
    walk.addAll(positions.headMap(hash, false).values());
    for (PlacementWorker worker : walk) {
      boolean may = chunk.leastVersion() == null || worker.satisfies(chunk.leastVersion());
      long after = load.get(worker.id()) + chunk.bytes();
      if (may && after <= worker.capacity() && held.get(worker.id()).add(index)) {
        load.put(worker.id(), after);
        return true;
      }
    }
    return false;
  }

  private static long hash(byte[] text, int twoBytes) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(text);
    whole.write(twoBytes);
    whole.write(twoBytes >>> Byte.SIZE);
    return new SeaHash(whole.toByteArray(), whole.size()).hash();
  }
}

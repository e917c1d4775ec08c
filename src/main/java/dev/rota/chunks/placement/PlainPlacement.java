package dev.rota.chunks.placement;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.placement.PlacementPolicy.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One pass implemented copy by copy as the rules say, for comparison. It hashes each copy's text
 * whole, searches its home on its ring, and keeps a chunk's holders in a set. It ignores required
 * versions.
 */
public final class PlainPlacement {
  private record Point(long hash, int worker) {}

  private final List<Chunk> chunks;
  private final List<PlacementWorker> workers;
  private final PlacementPolicy policy;
  private final List<Point[]> rings = new ArrayList<>();
  private final List<Set<Integer>> holders = new ArrayList<>();
  private final long[] loads;

  private PlainPlacement(
      List<Chunk> chunks, List<PlacementWorker> workers, PlacementPolicy policy) {
    this.chunks = chunks;
    this.workers = workers;
    this.policy = policy;
    this.loads = new long[workers.size()];
  }

  /**
   * Returns the workers that hold each chunk.
   *
   * @param chunks in placement order
   * @throws IllegalStateException if a mandatory copy finds no place
   */
  public static List<Set<Integer>> of(
      List<Chunk> chunks, List<PlacementWorker> workers, PlacementPolicy policy) {
    PlainPlacement placement = new PlainPlacement(chunks, workers, policy);
    placement.place();
    return placement.holders;
  }

  private void place() {
    for (int ring = 0; ring < policy.rings(); ring++) {
      rings.add(ring(ring));
    }
    chunks.forEach(_ -> holders.add(new HashSet<>()));
    SortedMap<Integer, Integer> factors = factors();
    int most = factors.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    if (policy.order() == Order.SEED) {
      for (int chunk = 0; chunk < chunks.size(); chunk++) {
        for (int tag = 0; tag < factors.get(chunks.get(chunk).weight()); tag++) {
          must(put(chunk, tag), chunk);
        }
      }
      return;
    }
    Set<Integer> left = new HashSet<>();
    for (int tag = 0; tag < most; tag++) {
      for (int chunk = 0; chunk < chunks.size(); chunk++) {
        boolean planned = tag < factors.get(chunks.get(chunk).weight()) && !left.contains(chunk);
        if (planned && !put(chunk, tag)) {
          must(tag >= policy.minReplication(), chunk);
          left.add(chunk);
        }
      }
    }
  }

  private void must(boolean holds, int chunk) {
    if (!holds) {
      throw new IllegalStateException("no place for " + chunks.get(chunk));
    }
  }

  private SortedMap<Integer, Integer> factors() {
    SortedMap<Integer, Long> bytes = new TreeMap<>();
    chunks.forEach(chunk -> bytes.merge(chunk.weight(), chunk.bytes(), Long::sum));
    long capacity = workers.stream().mapToLong(PlacementWorker::capacity).sum();
    return ReplicationFactors.of(
            bytes,
            (long) ((double) capacity * policy.saturation()),
            policy.minReplication(),
            workers.size())
        .orElseThrow();
  }

  private Point[] ring(int number) {
    Point[] ring = new Point[workers.size()];
    for (int worker = 0; worker < ring.length; worker++) {
      byte[] id = workers.get(worker).id().bytes();
      byte[] text = Arrays.copyOf(id, id.length + 1);
      text[id.length] = ':';
      ring[worker] = new Point(hash(text, number), worker);
    }
    Arrays.sort(ring, Comparator.comparing(Point::hash, Long::compareUnsigned));
    return ring;
  }

  private boolean put(int index, int tag) {
    Chunk chunk = chunks.get(index);
    long hash = hash((chunk.dataset() + "/" + chunk.id() + ":").getBytes(UTF_8), tag);
    Point[] ring = rings.get((int) Long.remainderUnsigned(hash, policy.rings()));
    int home = home(ring, hash);
    for (int step = 0; step < ring.length; step++) {
      int worker = ring[(home + step) % ring.length].worker;
      if (loads[worker] + chunk.bytes() <= workers.get(worker).capacity()
          && holders.get(index).add(worker)) {
        loads[worker] += chunk.bytes();
        return true;
      }
    }
    return false;
  }

  private static int home(Point[] ring, long hash) {
    int from = 0;
    int to = ring.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (Long.compareUnsigned(ring[middle].hash, hash) < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private static long hash(byte[] text, int twoBytes) {
    byte[] whole = Arrays.copyOf(text, text.length + 2);
    whole[text.length] = (byte) twoBytes;
    whole[text.length + 1] = (byte) (twoBytes >>> Byte.SIZE);
    return new SeaHash(whole, whole.length).hash();
  }
}

package dev.rota.chunks.naive;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.ShortageReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One pass over some workers: each copy walks its ring, whatever that costs. */
final class NaivePlacement {
  /** What is to be placed. */
  record Chunk(NaiveName name, long bytes, int weight, NaiveVersion least) {}

  /** Who may hold it. */
  record Worker(String name, long capacity, NaiveVersion version, boolean reliable) {
    Worker counting(long bytes) {
      return new Worker(name, bytes, version, reliable);
    }
  }

  /** How. */
  record Settings(boolean head, int rings, double saturation, int min, boolean ignoreReliability) {}

  /** All that a placement depends on. */
  record Demand(List<Chunk> chunks, List<Worker> workers, Settings settings) {}

  /** Why there is no placement; of a chunk, or of none (null). */
  static final class Shortage extends RuntimeException {
    private static final long serialVersionUID = 1;
    final transient ShortageReason reason;
    final transient NaiveName chunk;

    Shortage(ShortageReason reason, NaiveName chunk) {
      super(reason + " " + chunk, null, false, false);
      this.reason = reason;
      this.chunk = chunk;
    }
  }

  private final List<Chunk> chunks;
  private final List<Worker> workers;
  private final Settings settings;
  final NaiveFactors factors;
  final Map<String, Set<Chunk>> held = new TreeMap<>();
  private final Map<String, Long> load = new HashMap<>();
  private final Map<String, byte[]> peers = new HashMap<>();
  private final Map<Integer, NavigableMap<Long, Worker>> rings = new HashMap<>();
  private final Map<Chunk, Integer> placed = new HashMap<>();

  NaivePlacement(Demand demand, List<Worker> workers) {
    this.chunks = demand.chunks;
    this.workers = workers;
    this.settings = demand.settings;
    this.factors = new NaiveFactors(chunks, workers, settings);
    workers.forEach(worker -> held.put(worker.name, new HashSet<>()));
    workers.forEach(worker -> load.put(worker.name, 0L));
    workers.forEach(worker -> peers.put(worker.name, NaiveHash.peer(worker.name)));
    chunks.forEach(chunk -> placed.put(chunk, 0));
    if (!factors.areEnough()) {
      throw new Shortage(ShortageReason.NOT_ENOUGH_CAPACITY, null);
    }
    List<Chunk> restricted = chunks.stream().filter(chunk -> chunk.least != null).toList();
    List<Chunk> free = chunks.stream().filter(chunk -> chunk.least == null).toList();
    if (settings.head) {
      inRounds(restricted, free);
    } else {
      NaiveRestrictions.check(restricted, chunks, workers, factors, settings);
      chunkByChunk(restricted);
      chunkByChunk(free);
    }
  }

  private void chunkByChunk(List<Chunk> some) {
    for (Chunk chunk : some) {
      for (int tag = 0; tag < factors.of(chunk.weight); tag++) {
        must(chunk, tag);
      }
    }
  }

  private void inRounds(List<Chunk> restricted, List<Chunk> free) {
    for (List<Chunk> some : List.of(restricted, free)) {
      for (int tag = 0; tag < settings.min; tag++) {
        for (Chunk chunk : some) {
          must(chunk, tag);
        }
      }
    }
    List<Chunk> all = new ArrayList<>(restricted);
    all.addAll(free);
    Set<Chunk> gone = new HashSet<>();
    for (int tag = settings.min; tag <= workers.size(); tag++) {
      for (Chunk chunk : all) {
        if (tag < factors.of(chunk.weight) && !gone.contains(chunk) && !put(chunk, tag)) {
          gone.add(chunk);
        }
      }
    }
  }

  private void must(Chunk chunk, int tag) {
    if (!put(chunk, tag)) {
      throw new Shortage(
          settings.head ? ShortageReason.NOT_ENOUGH_CAPACITY : ShortageReason.NO_WORKER_FOR_CHUNK,
          chunk.name);
    }
  }

  private boolean put(Chunk chunk, int tag) {
    String name = chunk.name.dataset() + "/" + chunk.name.chunk();
    long hash = NaiveHash.of(name.getBytes(UTF_8), tag);
    int ring = (int) Long.remainderUnsigned(hash, settings.rings);
    NavigableMap<Long, Worker> positions = rings.computeIfAbsent(ring, this::ring);
    List<Worker> walk = new ArrayList<>(positions.tailMap(hash, true).values());
    walk.addAll(positions.headMap(hash, false).values());
    for (Worker worker : walk) {
      boolean may =
          chunk.least == null || worker.version != null && !worker.version.isOlderThan(chunk.least);
      boolean fits = chunk.bytes <= worker.capacity - load.get(worker.name);
      if (may && fits && held.get(worker.name).add(chunk)) {
        load.merge(worker.name, chunk.bytes, Long::sum);
        placed.merge(chunk, 1, Integer::sum);
        return true;
      }
    }
    return false;
  }

  private NavigableMap<Long, Worker> ring(int ring) {
    TreeMap<Long, Worker> positions = new TreeMap<>(Long::compareUnsigned);
    workers.forEach(one -> positions.put(NaiveHash.of(peers.get(one.name), ring), one));
    return positions;
  }

  /** Copies of a chunk that have no place. */
  int unplaced(Chunk chunk) {
    return factors.of(chunk.weight) - placed.get(chunk);
  }

  /** Copies of each chunk of the weight. */
  int replication(int weight) {
    int planned = factors.of(weight);
    return settings.head
        ? chunks.stream()
            .filter(chunk -> chunk.weight == weight)
            .mapToInt(placed::get)
            .min()
            .orElse(planned)
        : planned;
  }

  /** Both passes: the reliable ones' own, and for the others one with everybody. */
  static final class Both {
    final NaivePlacement first;
    final Map<String, Set<Chunk>> held = new TreeMap<>();

    Both(Demand demand) {
      List<List<Worker>> passes = passes(demand);
      first = new NaivePlacement(demand, passes.get(0));
      if (passes.size() > 1) {
        held.putAll(new NaivePlacement(demand, passes.get(1)).held);
      }
      held.putAll(first.held);
    }

    static List<List<Worker>> passes(Demand demand) {
      List<Worker> all = demand.workers;
      List<Worker> reliable = all.stream().filter(Worker::reliable).toList();
      boolean once = demand.settings.ignoreReliability || reliable.size() == all.size();
      return once ? List.of(all) : List.of(reliable, all);
    }
  }

  static Set<Integer> weights(List<Chunk> chunks) {
    Set<Integer> weights = new TreeSet<>();
    chunks.forEach(chunk -> weights.add(chunk.weight));
    return weights;
  }
}

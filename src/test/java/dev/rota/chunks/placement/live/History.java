package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.Network;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.SoftwareVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** A small network, most of the time close to full, to which one thing after the other happens. */
final class History {
  private static final int[] WEIGHTS = {0, 1, 1, 2, 3, 12};
  private static final List<SoftwareVersion> VERSIONS =
      List.of(
          SoftwareVersion.parse("2.7.0"),
          SoftwareVersion.parse("2.8.0"),
          SoftwareVersion.parse("2.9.0"));

  private final Random random;
  private final int bytesMax;
  private final boolean restricted;
  private final boolean reliable;
  private int named;

  /** What is there, as it shall be. */
  final SortedMap<ChunkName, Chunk> chunks = new TreeMap<>();

  final List<PlacementWorker> workers = new ArrayList<>();
  PlacementPolicy policy;

  History(int seed) {
    random = new Random(seed);
    bytesMax = 1 + random.nextInt(random.nextBoolean() ? 40 : 5);
    restricted = random.nextInt(3) == 0;
    reliable = random.nextInt(3) > 0;
    Order order = random.nextBoolean() ? Order.HEAD : Order.SEED;
    // Where a copy without a place forbids everything, most plans have to leave some room.
    double least = order == Order.SEED ? 0.6 : 0.8;
    policy =
        new PlacementPolicy(
            order,
            1 + random.nextInt(random.nextBoolean() ? 3 : 60),
            random.nextInt(3) == 0 ? 1 : least + (1 - least) * random.nextDouble(),
            1 + random.nextInt(3),
            random.nextInt(4) == 0);
    // Now and then so many that a worker's lane is of several blocks.
    int most = seed % 8 == 7 ? 12 * SequenceBlock.SIZE : 50;
    for (int count = most / 2 * random.nextInt(2) + 1 + random.nextInt(most / 2);
        count > 0;
        count--) {
      addChunk();
    }
    double spare = policy.order() == Order.SEED ? 1 : 0.3;
    double room =
        policy.minReplication() + (random.nextBoolean() ? spare : 4 * random.nextDouble());
    int count = policy.minReplication() + random.nextInt(most > 50 ? 4 : 14);
    for (int i = 0; i < count; i++) {
      addWorker((long) (room * bytes() / count));
    }
  }

  /** One change, or several at once. */
  void goOn() {
    for (int changes = random.nextInt(4) > 0 ? 1 : 1 + random.nextInt(8); changes > 0; changes--) {
      change();
    }
  }

  /** What there was no assignment of is taken back, most of the time; else a worker comes. */
  void recover(SortedMap<ChunkName, Chunk> placed, List<PlacementWorker> had, PlacementPolicy was) {
    if (random.nextInt(4) > 0 && !placed.isEmpty()) {
      chunks.clear();
      chunks.putAll(placed);
      workers.clear();
      workers.addAll(had);
      policy = was;
    } else {
      addWorker(2 * capacity());
    }
  }

  boolean chance(int one, int of) {
    return random.nextInt(of) < one;
  }

  private long bytes() {
    return chunks.values().stream().mapToLong(Chunk::bytes).sum();
  }

  private long capacity() {
    return workers.stream().mapToLong(PlacementWorker::capacity).sum()
        / Math.max(1, workers.size());
  }

  private void change() {
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> addChunk();
      case 3, 4 -> chunks.remove(any());
      case 5, 6 -> changeChunk(any());
      case 7 -> addWorker(capacity());
      case 8, 9 -> {
        if (!workers.isEmpty()) {
          changeWorker(random.nextInt(workers.size()));
        }
      }
      case 10 -> {
        if (workers.size() > 1) {
          workers.remove(random.nextInt(workers.size()));
        }
      }
      default -> changePolicy();
    }
  }

  private ChunkName any() {
    List<ChunkName> names = new ArrayList<>(chunks.keySet());
    return names.isEmpty() ? new ChunkName("s3://a", "") : names.get(random.nextInt(names.size()));
  }

  private void addChunk() {
    String dataset = "s3://" + "a-b".substring(0, 1 + random.nextInt(3));
    put(new Chunk(dataset, random.nextInt(100) + "." + named++, bytesOfOne(), weight(), least()));
  }

  private void put(Chunk chunk) {
    chunks.put(ChunkName.of(chunk), chunk);
  }

  private void changeChunk(ChunkName name) {
    Chunk was = chunks.get(name);
    if (was == null) {
      return;
    }
    switch (random.nextInt(3)) {
      case 0 -> put(new Chunk(name.dataset(), name.id(), bytesOfOne(), was.weight(), least()));
      case 1 -> put(new Chunk(name.dataset(), name.id(), was.bytes(), weight(), least()));
      default ->
          put(new Chunk(name.dataset(), name.id(), bytesOfOne(), weight(), was.leastVersion()));
    }
  }

  private long bytesOfOne() {
    return random.nextInt(60) == 0 ? 0 : 1 + random.nextInt(bytesMax);
  }

  private int weight() {
    return WEIGHTS[random.nextInt(WEIGHTS.length)];
  }

  private SoftwareVersion least() {
    if (!restricted || random.nextInt(4) > 0) {
      return null;
    }
    return policy.order() == Order.SEED ? VERSIONS.get(1) : VERSIONS.get(random.nextInt(3));
  }

  private void addWorker(long capacity) {
    int number = random.nextInt(60);
    PeerId id = Network.peer(number);
    workers.removeIf(worker -> worker.id().equals(id));
    double share = random.nextBoolean() ? 1 : 0.5 + random.nextDouble();
    workers.add(
        random.nextInt(workers.size() + 1),
        new PlacementWorker(id, (long) (capacity * share), version(), reliably()));
  }

  private SoftwareVersion version() {
    return random.nextInt(8) == 0 ? null : VERSIONS.get(random.nextInt(3));
  }

  private boolean reliably() {
    return reliable || random.nextInt(4) > 0;
  }

  private void changeWorker(int at) {
    PlacementWorker was = workers.get(at);
    switch (random.nextInt(4)) {
      case 0 -> {
        long capacity = Math.max(0, was.capacity() + random.nextInt(2 * bytesMax + 1) - bytesMax);
        workers.set(at, new PlacementWorker(was.id(), capacity, was.version(), was.reliable()));
      }
      case 1 -> {
        long capacity = (long) (was.capacity() * (0.7 + random.nextDouble()));
        workers.set(at, new PlacementWorker(was.id(), capacity, was.version(), was.reliable()));
      }
      case 2 ->
          workers.set(at, new PlacementWorker(was.id(), was.capacity(), version(), was.reliable()));
      default ->
          workers.set(at, new PlacementWorker(was.id(), was.capacity(), was.version(), reliably()));
    }
  }

  private void changePolicy() {
    int rings = policy.rings();
    Order order = policy.order();
    int least = policy.minReplication();
    boolean ignore = policy.ignoreReliability();
    double saturation =
        Math.min(1, Math.max(0.5, policy.saturation() + 0.1 * random.nextDouble() - 0.05));
    switch (random.nextInt(40)) {
      case 0 -> rings = 1 + random.nextInt(30);
      case 1 -> order = random.nextBoolean() ? Order.HEAD : Order.SEED;
      case 2 -> least = 1 + random.nextInt(3);
      case 3 -> ignore = !ignore;
      default -> {}
    }
    policy = new PlacementPolicy(order, rings, saturation, least, ignore);
  }
}

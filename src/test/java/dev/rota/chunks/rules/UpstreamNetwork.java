package dev.rota.chunks.rules;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkAssignment;
import dev.rota.chunks.placement.ChunkScheduler;
import dev.rota.chunks.placement.ChunkTable;
import dev.rota.chunks.placement.Network;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementShortage;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.ReplicationFactors;
import dev.rota.chunks.placement.ScheduleResult;
import dev.rota.chunks.placement.SoftwareVersion;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The networks of SQD's own tests: 50 workers and 20,000 chunks of 100 MiB, before and after. */
public final class UpstreamNetwork {
  private static final long MIB_100 = 104_857_600;
  private static final long GIB = 1L << 30;
  private static final int RINGS = 6000;
  private static final SoftwareVersion OLD = SoftwareVersion.parse("2.7.0");
  private static final SoftwareVersion NEW = SoftwareVersion.parse("2.8.0");

  private UpstreamNetwork() {}

  /**
   * What a change moves.
   *
   * @param shuffled copies that went to another worker
   * @param newBytes of copies of chunks that were not there
   * @param joinedBytes that workers hold which were not there
   * @param gainedBytes that the others hold and did not
   */
  public record Movement(
      SortedMap<Integer, Integer> replication,
      long shuffled,
      long newBytes,
      long joinedBytes,
      long gainedBytes) {
    long shuffledBytes() {
      return shuffled * MIB_100;
    }
  }

  /** Chunks in the order of the list, with their weights; and who is there to hold them. */
  private record State(List<PlacementWorker> workers, List<Chunk> chunks) {}

  public static Movement movement(String name, Order order) {
    long total = 20_000 * MIB_100;
    return switch (name) {
      case "worker_replaced", "worker_replaced_loose", "worker_replaced_tight" ->
          replaced(order, name);
      case "worker_added" -> {
        long capacity = 3 * total / 50;
        State before = plain(range(0, 50), capacity, range(0, 20_000));
        yield move(before, plain(range(0, 51), capacity, range(0, 20_000)), policy(order, 0.4));
      }
      case "chunks_removed_from_middle" -> {
        long capacity = 3 * total / 50;
        State before = plain(range(0, 50), capacity, range(0, 20_000));
        int[] rest = concat(range(0, 10_000), range(10_100, 20_000));
        yield move(before, plain(range(0, 50), capacity, rest), policy(order, 0.4));
      }
      case "chunks_inserted_in_middle" -> {
        long capacity = 3 * 20_100 * MIB_100 / 50;
        State before = plain(range(0, 50), capacity, range(0, 20_000));
        int[] more = concat(range(0, 10_000), range(20_000, 20_100), range(10_000, 20_000));
        yield move(before, plain(range(0, 50), capacity, more), policy(order, 0.4));
      }
      case "relative_weight_boundary_loose" ->
          boundary(3 * 20_100 * MIB_100 / 50, policy(order, 0.5));
      case "relative_weight_boundary_tight" -> boundary(60 * GIB, policy(order, 1.0));
      case "worker_version_upgrade" -> upgrade(order, 3 * total / 50);
      case "reliability_flip" -> flip(order, 3 * total / 50);
      default -> throw new IllegalArgumentException("an unknown case: " + name);
    };
  }

  private static Movement replaced(Order order, String name) {
    long total = 20_000 * MIB_100;
    double saturation = name.endsWith("loose") ? 0.70 : name.endsWith("tight") ? 0.99 : 0.4;
    long capacity =
        saturation == 0.4 ? 3 * total / 50 : (long) ((double) total / 50 / saturation * 1.05);
    State before = plain(range(0, 50), capacity, range(0, 20_000));
    int[] others = concat(range(0, 49), range(50, 51));
    return move(before, plain(others, capacity, range(0, 20_000)), policy(order, saturation));
  }

  private static Movement boundary(long capacity, PlacementPolicy policy) {
    State before = heavyEnd(capacity, 20_000);
    return move(before, heavyEnd(capacity, 20_100), policy);
  }

  private static State heavyEnd(long capacity, int count) {
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chunks.add(chunk(i, i < count - 5000 ? 1 : 12, null));
    }
    return new State(workers(range(0, 50), capacity), chunks);
  }

  private static Movement upgrade(Order order, long capacity) {
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      chunks.add(chunk(i, 1, i < 500 ? NEW : null));
    }
    State before = new State(versions(40, capacity), chunks);
    return move(before, new State(versions(45, capacity), chunks), policy(order, 0.4));
  }

  private static List<PlacementWorker> versions(int upgraded, long capacity) {
    return IntStream.range(0, 50)
        .mapToObj(
            i -> new PlacementWorker(Network.peer(i), capacity, i < upgraded ? NEW : OLD, true))
        .toList();
  }

  private static Movement flip(Order order, long capacity) {
    List<Chunk> chunks = plain(range(0, 0), 0, range(0, 20_000)).chunks();
    List<PlacementWorker> before =
        IntStream.range(0, 50)
            .mapToObj(i -> new PlacementWorker(Network.peer(i), capacity, null, i >= 5))
            .toList();
    PlacementPolicy policy = new PlacementPolicy(order, RINGS, 0.4, 1, false);
    State after = new State(workers(range(0, 50), capacity), chunks);
    return move(new State(before, chunks), after, policy);
  }

  private static PlacementPolicy policy(Order order, double saturation) {
    return new PlacementPolicy(order, RINGS, saturation, 1, true);
  }

  private static int[] range(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  private static int[] concat(int[]... parts) {
    return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
  }

  private static List<PlacementWorker> workers(int[] numbers, long capacity) {
    return Arrays.stream(numbers)
        .mapToObj(i -> new PlacementWorker(Network.peer(i), capacity, null, true))
        .toList();
  }

  private static State plain(int[] workers, long capacity, int[] chunks) {
    return new State(
        workers(workers, capacity),
        Arrays.stream(chunks).mapToObj(i -> chunk(i, 1, null)).toList());
  }

  private static Chunk chunk(int i, int weight, SoftwareVersion least) {
    String id = String.format("0000000000/%010d-%010d-%08x", i, i + 1, i);
    return new Chunk("s3://solana-mainnet-0", id, MIB_100, weight, least);
  }

  private static Movement move(State before, State after, PlacementPolicy policy) {
    Map<String, Set<String>> was = holders(before, policy);
    Map<String, Set<String>> is = holders(after, policy);
    TreeSet<String> known = new TreeSet<>();
    before.workers().forEach(worker -> known.add(worker.id().toString()));
    long shuffled = 0;
    long added = 0;
    long joined = 0;
    long gained = 0;
    for (String chunk : is.keySet()) {
      TreeSet<String> more = new TreeSet<>(is.get(chunk));
      if (!was.containsKey(chunk)) {
        added += more.size() * MIB_100;
        continue;
      }
      more.removeAll(was.get(chunk));
      TreeSet<String> less = new TreeSet<>(was.get(chunk));
      less.removeAll(is.get(chunk));
      shuffled += Math.min(more.size(), less.size());
      long old = more.stream().filter(known::contains).count();
      gained += old * MIB_100;
      joined += (more.size() - old) * MIB_100;
    }
    return new Movement(schedule(after, policy).replication(), shuffled, added, joined, gained);
  }

  private static Map<String, Set<String>> holders(State state, PlacementPolicy policy) {
    Map<String, Set<String>> holders = new TreeMap<>();
    ChunkTable table = ChunkTable.of(state.chunks());
    ChunkAssignment assignment = schedule(state, policy);
    for (int worker = 0; worker < assignment.workers(); worker++) {
      for (int chunk : assignment.chunks(worker)) {
        holders
            .computeIfAbsent(table.chunk(chunk).id(), _ -> new TreeSet<>())
            .add(state.workers().get(worker).id().toString());
      }
    }
    return holders;
  }

  private static ChunkAssignment schedule(State state, PlacementPolicy policy) {
    return assigned(
        ChunkScheduler.schedule(ChunkTable.of(state.chunks()), state.workers(), policy));
  }

  private static ChunkAssignment assigned(ScheduleResult scheduled) {
    if (scheduled instanceof PlacementShortage shortage) {
      throw new AssertionError(shortage.toString());
    }
    return (ChunkAssignment) scheduled;
  }

  /** 500,000 chunks on 2,000 workers of 600 GiB. */
  public static Optional<SortedMap<Integer, Integer>> factors(boolean multi) {
    TreeMap<Integer, Long> bytes = new TreeMap<>();
    for (int i = 0; i < 500_000; i++) {
      bytes.merge(multi ? new int[] {1, 6, 24}[oneOf(3, i)] : 23, MIB_100, Long::sum);
    }
    long budget = (long) ((double) (600 * GIB) * 2000.0 * 0.95);
    return ReplicationFactors.of(bytes, budget, multi ? 2 : 1, 2000);
  }

  /** The first choice of xoshiro256++ whose state is what SplitMix64 makes of the seed. */
  private static int oneOf(int count, long seed) {
    long[] state = new long[4];
    long mixed = seed;
    for (int i = 0; i < state.length; i++) {
      mixed += 0x9e3779b97f4a7c15L;
      long z = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
      z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
      state[i] = z ^ z >>> 31;
    }
    long next = Long.rotateLeft(state[0] + state[3], 23) + state[0];
    return (int) ((next >>> 32) * count >>> 32);
  }

  /** Six workers whose keys are made of their numbers, and two chunks that just fit. */
  public static ChunkAssignment backOff() {
    List<PlacementWorker> workers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      workers.add(new PlacementWorker(keyed(i), 1000, null, true));
    }
    List<Chunk> chunks =
        List.of(new Chunk("ds", "c0", 284, 1, null), new Chunk("ds", "c1", 717, 1, null));
    PlacementPolicy policy = new PlacementPolicy(Order.HEAD, RINGS, 0.94, 1, true);
    return assigned(ChunkScheduler.schedule(ChunkTable.of(chunks), workers, policy));
  }

  /** The peer id of the Ed25519 key whose secret is the number. */
  private static PeerId keyed(int number) {
    byte[] secret = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
    try {
      KeyPairGenerator keys = KeyPairGenerator.getInstance("Ed25519");
      keys.initialize(NamedParameterSpec.ED25519, new Fixed(secret));
      byte[] encoded = keys.generateKeyPair().getPublic().getEncoded();
      byte[] id = new byte[38];
      System.arraycopy(new byte[] {0, 36, 8, 1, 18, 32}, 0, id, 0, 6);
      System.arraycopy(encoded, encoded.length - 32, id, 6, 32);
      return PeerId.parse(Network.base58(id));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** Draws nothing but what it is told. */
  private static final class Fixed extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final byte[] bytes;

    private Fixed(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void nextBytes(byte[] target) {
      System.arraycopy(bytes, 0, target, 0, target.length);
    }
  }
}

package dev.rota.lab.traffic.chunks;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkAssignment;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.ChunkScheduler;
import dev.rota.chunks.placement.FactorCliff;
import dev.rota.chunks.placement.PlacementMoves;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementResult;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.PlainPlacement;
import dev.rota.chunks.placement.RestrictionCheck;
import dev.rota.chunks.placement.live.LivePlacement;
import dev.rota.chunks.placement.live.PlacementDemand;
import dev.rota.kernel.engine.ParallelParts;
import dev.rota.lab.traffic.BenchmarkTrial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Measures placement: from scratch beside a plain one, and incrementally. */
final class PlacementTrials {
  private static final int CHUNKS = 1_000_000;
  private static final int MANY = 3;
  private static final int WORKERS = 2000;
  private static final double TIGHT = 0.99;
  private static final double ROOMY = 0.94;
  private static final int PER_CENT = 100;
  private static final double TERABYTE = 1e12;
  private static final String FACTOR = "times the bytes that have to be fetched";

  /** Chunks that are added or removed one by one. */
  private static final int SINGLES = 1000;

  /** Workers that leave and rejoin one by one. */
  private static final int FLAPS = 10;

  private final int scale;

  private PlacementTrials(int scale) {
    this.scale = scale;
  }

  /**
   * Returns all trials.
   *
   * @param scale percentage of a million chunks
   */
  static List<BenchmarkTrial> of(int scale) {
    PlacementTrials trials = new PlacementTrials(scale);
    List<BenchmarkTrial> all = new ArrayList<>();
    all.add(trials.batch(Order.SEED));
    all.add(trials.batch(Order.HEAD));
    all.add(trials.large());
    all.add(trials.split());
    for (double fill : new double[] {TIGHT, ROOMY}) {
      all.addAll(trials.kept(fill));
    }
    all.addAll(new LaneTrials(trials.chunks(), WORKERS).all(size(trials.chunks())));
    return all;
  }

  private int chunks() {
    return (int) Math.max(1, (long) CHUNKS * scale / PER_CENT);
  }

  private static String size(int chunks) {
    return String.format(Locale.ROOT, "%d chunks, %d workers", chunks, WORKERS);
  }

  private BenchmarkTrial batch(Order order) {
    Made made = new Made(() -> MainnetLike.of(chunks(), WORKERS, order));
    return new BenchmarkTrial.Contest(
        "batch, order " + order + ", " + size(chunks()),
        () -> holders(made.get(), schedule(made.get())),
        () -> digest(PlainPlacement.of(made.get().chunks(), made.get().workers(), made.policy())));
  }

  private BenchmarkTrial large() {
    Made made = new Made(() -> MainnetLike.of(MANY * chunks(), WORKERS, Order.SEED));
    return new BenchmarkTrial.Contest(
        "batch, order SEED, " + size(MANY * chunks()), () -> schedule(made.get()), null);
  }

  private BenchmarkTrial split() {
    Made made = new Made(() -> MainnetLike.of(chunks(), WORKERS, Order.SEED));
    return new BenchmarkTrial.Split(
        "batch side by side, order SEED, " + size(chunks()),
        parts -> Arrays.deepHashCode(lists(made.get(), parts)));
  }

  private static int[][] lists(MainnetLike network, ParallelParts parts) {
    ChunkAssignment assignment = schedule(network, parts);
    return IntStream.range(0, WORKERS).mapToObj(assignment::chunks).toArray(int[][]::new);
  }

  private static ChunkAssignment schedule(MainnetLike network) {
    return schedule(network, ParallelParts.IN_TURN);
  }

  private static ChunkAssignment schedule(MainnetLike network, ParallelParts parts) {
    return (ChunkAssignment)
        ChunkScheduler.schedule(network.table(), network.workers(), network.policy(), parts);
  }

  /** Returns a checksum over all copies. */
  private static long holders(MainnetLike network, ChunkAssignment assignment) {
    long sum = 0;
    for (int worker = 0; worker < network.workers().size(); worker++) {
      for (int chunk : assignment.chunks(worker)) {
        sum += mixed(chunk, worker);
      }
    }
    return sum;
  }

  private static long digest(List<Set<Integer>> holders) {
    long sum = 0;
    for (int chunk = 0; chunk < holders.size(); chunk++) {
      for (int worker : holders.get(chunk)) {
        sum += mixed(chunk, worker);
      }
    }
    return sum;
  }

  private static long mixed(int chunk, int worker) {
    long mixed = (chunk * 65_537L + worker + 1) * 0x9e3779b97f4a7c15L;
    return mixed ^ mixed >>> 29;
  }

  private static final class Made {
    private final Supplier<MainnetLike> maker;
    private MainnetLike network;

    Made(Supplier<MainnetLike> maker) {
      this.maker = maker;
    }

    MainnetLike get() {
      if (network == null) {
        network = maker.get();
      }
      return network;
    }

    PlacementPolicy policy() {
      return get().policy();
    }

    int copies(Chunk chunk) {
      return chunk.weight() * MainnetLike.COPIES;
    }
  }

  private final class Kept {
    private final Made made;
    private final SplittableRandom random = new SplittableRandom(2);
    private final List<Chunk> extra = new ArrayList<>();
    private final List<PlacementWorker> present = new ArrayList<>();
    private final List<PlacementWorker> gone = new ArrayList<>();
    private LivePlacement live;
    private int flaps;
    private long copies;

    Kept(double fill) {
      made = new Made(() -> MainnetLike.filled(chunks(), WORKERS, fill, Order.SEED));
    }

    void prepare() {
      made.get();
    }

    LivePlacement place() {
      live = new LivePlacement(ParallelParts.IN_TURN, RestrictionCheck.Counting.CHUNKS);
      present.addAll(made.get().workers());
      copies = next(made.get().chunks(), List.of()).copies();
      return live;
    }

    long copies() {
      return copies;
    }

    BenchmarkTrial.Did add(int step) {
      Chunk chunk = MainnetLike.chunk(random.nextInt(10), 1_000_000 + step, random);
      extra.add(chunk);
      return told(next(List.of(chunk), List.of()), made.copies(chunk) * chunk.bytes());
    }

    BenchmarkTrial.Did remove(int step) {
      Chunk chunk = extra.remove(random.nextInt(extra.size()));
      return told(next(List.of(), List.of(ChunkName.of(chunk))), 0);
    }

    BenchmarkTrial.Did leave(int step) {
      PlacementWorker one = present.remove(step * 37 % present.size());
      gone.add(one);
      long held = live.bytes(one.id());
      return told(next(List.of(), List.of()), held);
    }

    /** Returns the next change of factors on either side. */
    String cliffs() {
      List<FactorCliff> cliffs = live.cliffs();
      return said(cliffs, "fewer", FactorCliff::fallsAfter, FactorCliff::dropped)
          + "; "
          + said(cliffs, "more", FactorCliff::risesAfter, FactorCliff::fetched);
    }

    private String said(
        List<FactorCliff> cliffs,
        String change,
        ToLongFunction<FactorCliff> distance,
        ToLongFunction<FactorCliff> moved) {
      return cliffs.stream()
          .filter(cliff -> distance.applyAsLong(cliff) != FactorCliff.NEVER)
          .min(Comparator.comparingLong(distance))
          .map(
              cliff ->
                  String.format(
                      Locale.ROOT,
                      "%.3f TB %s of budget, weight %d, and %.1f TB move",
                      distance.applyAsLong(cliff) / TERABYTE,
                      change,
                      cliff.weight(),
                      moved.applyAsLong(cliff) / TERABYTE))
          .orElse("none with " + change);
    }

    void whole() {
      if (!gone.isEmpty()) {
        join(0);
      }
    }

    void lacking() {
      whole();
      leave(flaps++);
    }

    BenchmarkTrial.Did join(int step) {
      PlacementWorker one = gone.remove(gone.size() - 1);
      present.add(one);
      PlacementMoves moves = next(List.of(), List.of());
      return told(moves, live.bytes(one.id()));
    }

    private PlacementMoves next(List<Chunk> changed, List<ChunkName> dropped) {
      PlacementResult placed =
          live.next(new PlacementDemand(changed, dropped, present, made.policy()));
      if (placed instanceof PlacementMoves moves) {
        return moves;
      }
      throw new IllegalStateException("no assignment: " + placed);
    }

    /** Returns the path of the change, and the ratio of fetched bytes to the necessary minimum. */
    private BenchmarkTrial.Did told(PlacementMoves moves, long least) {
      return new BenchmarkTrial.Did(
          moves.path().toString(), least == 0 ? 0 : (double) moves.fetchedBytes() / least);
    }
  }

  private List<BenchmarkTrial> kept(double fill) {
    Kept kept = new Kept(fill);
    String size = String.format(Locale.ROOT, "%s, fill %.2f", size(chunks()), fill);
    return List.of(
        new BenchmarkTrial.Holding(
            "the list of chunks, " + size,
            kept::prepare,
            () -> kept.made.get().table(),
            "chunk",
            () -> (long) chunks()),
        new BenchmarkTrial.Holding(
            "kept, that list and all copies, " + size,
            kept::prepare,
            kept::place,
            "copy",
            kept::copies),
        new BenchmarkTrial.Series(
            "the first chunk that comes after all are placed, " + size,
            1,
            () -> {},
            kept::add,
            FACTOR),
        new BenchmarkTrial.Series(
            "a chunk comes, " + size, SINGLES, () -> {}, step -> kept.add(step + 1), FACTOR),
        new BenchmarkTrial.Series("a chunk goes, " + size, SINGLES, () -> {}, kept::remove, null),
        new BenchmarkTrial.Series(
            "a worker leaves, " + size, FLAPS, kept::whole, kept::leave, FACTOR),
        new BenchmarkTrial.Series(
            "a worker joins, " + size, FLAPS, kept::lacking, kept::join, FACTOR),
        new BenchmarkTrial.TextTrial("the next change of a factor, " + size, kept::cliffs));
  }
}

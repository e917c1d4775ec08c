package dev.rota.lab.traffic.chunks;

import dev.rota.base.samples.ChunkForm;
import dev.rota.base.samples.SamplePeerIds;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkTable;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementWorker;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Chunks and workers like those of the real network, for measurements: ten datasets of weights 1,
 * 2, 3 and 12, and chunks of 50 to 300 MiB.
 *
 * @param chunks in the order of placement
 */
record MainnetLike(List<Chunk> chunks, List<PlacementWorker> workers, PlacementPolicy policy) {
  private static final int[] WEIGHTS = {1, 1, 1, 1, 2, 2, 2, 3, 3, 12};
  private static final long MEBIBYTE = 1L << 20;
  private static final long CAPACITY = 600L << 30;
  private static final double SATURATION = 0.99;
  private static final int RINGS = 6000;
  private static final int FEWEST = 2;

  /** Copies of a chunk of weight 1. With this number, all weights have a whole number of copies. */
  static final int COPIES = 3;

  /** Margin to the next change of factors: a worker can leave, and chunks can be added. */
  private static final double MARGIN = 1.0015;

  /**
   * Creates a network of workers of 600 GiB.
   *
   * @param count number of chunks
   */
  static MainnetLike of(int count, int workerCount, PlacementPolicy.Order order) {
    return of(chunks(count), workers(workerCount, CAPACITY), order, SATURATION);
  }

  /**
   * Creates a network with this fill.
   *
   * @param count number of chunks
   * @param fill part of the capacity that copies take, up to the margin
   */
  static MainnetLike filled(int count, int workerCount, double fill, PlacementPolicy.Order order) {
    List<Chunk> chunks = chunks(count);
    double shares = 0;
    for (Chunk chunk : chunks) {
      shares += (double) chunk.bytes() * chunk.weight();
    }
    long capacity = (long) (COPIES * shares * MARGIN / fill / workerCount);
    return of(chunks, workers(workerCount, capacity), order, fill);
  }

  private static MainnetLike of(
      List<Chunk> chunks,
      List<PlacementWorker> workers,
      PlacementPolicy.Order order,
      double saturation) {
    return new MainnetLike(
        chunks, workers, new PlacementPolicy(order, RINGS, saturation, FEWEST, false));
  }

  private static List<Chunk> chunks(int count) {
    SplittableRandom random = new SplittableRandom(1);
    List<Chunk> chunks = new ArrayList<>(count);
    for (int dataset = 0; dataset < WEIGHTS.length; dataset++) {
      int from = (int) ((long) count * dataset / WEIGHTS.length);
      int to = (int) ((long) count * (dataset + 1) / WEIGHTS.length);
      for (int number = from; number < to; number++) {
        chunks.add(chunk(dataset, number - from, random));
      }
    }
    return chunks;
  }

  /** Returns a chunk of a dataset. Chunks with higher numbers are newer. */
  static Chunk chunk(int dataset, int number, SplittableRandom random) {
    long first = number * 1000L;
    String id = ChunkForm.id(first / 1_000_000 * 1_000_000, first, first + 999, random.nextInt());
    long bytes = 50 * MEBIBYTE + random.nextLong(250 * MEBIBYTE);
    return new Chunk("s3://chain-" + dataset, id, bytes, WEIGHTS[dataset], null);
  }

  private static List<PlacementWorker> workers(int count, long capacity) {
    List<PlacementWorker> workers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      workers.add(worker(i, capacity));
    }
    return workers;
  }

  /** Returns a worker with a peer id of its own. */
  static PlacementWorker worker(int number, long capacity) {
    return new PlacementWorker(PeerId.parse(SamplePeerIds.name(number)), capacity, null, true);
  }

  ChunkTable table() {
    ChunkTable.Builder table = new ChunkTable.Builder();
    chunks.forEach(table::add);
    return table.build();
  }
}

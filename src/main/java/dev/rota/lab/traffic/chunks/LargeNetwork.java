package dev.rota.lab.traffic.chunks;

import dev.rota.base.samples.ChunkForm;
import dev.rota.base.samples.SamplePeerIds;
import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.lab.traffic.Traffic.Event;
import dev.rota.lab.traffic.Traffic.Large;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A network as large as the real one: its policy, a ping of each worker, and one listing of all
 * chunks in many records. Its first generation is the largest decision of the domain.
 */
final class LargeNetwork implements Iterator<Event> {
  private static final int CHUNKS = 1_000_000;
  private static final int WORKERS = 2_000;
  private static final int[] WEIGHTS = {1, 2, 1, 3, 12, 1, 1, 1, 1, 1};
  private static final int BATCH = 1_000;
  private static final int BLOCKS = 600;
  private static final int FOLDER = 500;
  private static final long CAPACITY = 600L << 30;
  private static final int PERCENT = 100;

  private final String network;
  private final long seed;
  private final int parts;
  private final int workers;
  private final SplittableRandom random;
  private int told;

  private LargeNetwork(String network, long seed, int parts, int workers) {
    this.network = network;
    this.seed = seed;
    this.parts = parts;
    this.workers = workers;
    this.random = new SplittableRandom(seed);
  }

  static Large of(String network, long seed, int percent) {
    int parts = Math.max(WEIGHTS.length, CHUNKS / BATCH * percent / PERCENT);
    int workers = Math.max(1, parts * BATCH / (CHUNKS / WORKERS));
    return new Large(
        parts * BATCH + " chunks on " + workers + " workers",
        new LargeNetwork(network, seed, parts, workers),
        outcome ->
            ((NetworkOutcome) outcome).getEvent() instanceof NetworkStatus status
                && status.getCopies() > 0);
  }

  @Override
  public boolean hasNext() {
    return told <= workers + parts;
  }

  @Override
  public Event next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    int number = told++;
    if (number == 0) {
      return new Event(ChunksWire.POLICIES, 0, policy());
    }
    return number <= workers
        ? new Event(ChunksWire.PINGS, 0, ping(number))
        : new Event(ChunksWire.LISTINGS, 0, listing(number - workers - 1));
  }

  private ChunkPolicy policy() {
    Map<String, Double> weights = new TreeMap<>();
    for (int i = 0; i < WEIGHTS.length; i++) {
      weights.put(NetworkShape.dataset(i), (double) WEIGHTS[i]);
    }
    return ChunkPolicy.newBuilder().setNetwork(network).setWeights(weights).build();
  }

  private WorkerPing ping(int worker) {
    return WorkerPing.newBuilder()
        .setNetwork(network)
        .setWorker(SamplePeerIds.name(seed * WORKERS + worker))
        .setCapacityBytes(CAPACITY)
        .setVersion("2.8.0")
        .build();
  }

  private ChunkListing listing(int part) {
    int dataset = part % WEIGHTS.length;
    int first = part / WEIGHTS.length * BATCH;
    List<ListedChunk> added = new ArrayList<>(BATCH);
    for (int number = first; number < first + BATCH; number++) {
      long block = (long) number * BLOCKS;
      long top = block - (long) (number % FOLDER) * BLOCKS;
      String id = ChunkForm.id(top, block, block + BLOCKS - 1, random.nextInt());
      added.add(new ListedChunk(id, ChunkForm.bytes(random)));
    }
    return ChunkListing.newBuilder()
        .setNetwork(network)
        .setDataset(NetworkShape.dataset(dataset))
        .setAdded(added)
        .setListing("whole")
        .setPart(part)
        .setParts(parts)
        .build();
  }
}

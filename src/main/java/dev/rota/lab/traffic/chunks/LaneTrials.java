package dev.rota.lab.traffic.chunks;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput;
import dev.rota.chunks.model.ChunksInput.Added;
import dev.rota.chunks.model.ChunksInput.Listing;
import dev.rota.chunks.model.ChunksInput.Piece;
import dev.rota.chunks.model.ChunksInput.Ping;
import dev.rota.chunks.model.ChunksInput.PolicyChange;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.rules.ChunksEngine;
import dev.rota.chunks.values.RulesEdition;
import dev.rota.chunks.wire.NetworkPolicyConverter;
import dev.rota.kernel.engine.ParallelParts;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.BenchmarkTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures a whole lane: restart, repair after a lost worker, and the parts of a multi-record
 * listing.
 */
final class LaneTrials {
  private static final double FILL = 0.94;
  private static final int LISTED_AT_ONCE = 10_000;

  /** Longer than the debounce. All steps together stay below the ping timeout. */
  private static final long LATER = 1000;

  private static final int GONE = 20;
  private static final int PARTS = 100;
  private static final int THOUSAND = 1000;

  private final int chunks;
  private final int workers;
  private final TreeRows rows = new TreeRows();
  private Tables tables;
  private Stepper<ChunksState, ChunksInput, ChunksFact> stepper;
  private List<PlacementWorker> present;
  private final List<Added> replaced = new ArrayList<>();
  private PlacementWorker gone;
  private String first;
  private long now;

  LaneTrials(int chunks, int workers) {
    this.chunks = chunks;
    this.workers = workers;
  }

  List<BenchmarkTrial> all(String size) {
    return List.of(
        new BenchmarkTrial.Holding(
            "a lane opened from its rows, " + size,
            this::begin,
            () ->
                new ChunksState(
                    new Tables(rows, tables.digest()), ParallelParts.IN_TURN, RulesEdition.THREE),
            "chunk",
            () -> (long) chunks),
        new BenchmarkTrial.Series(
            "the first worker that leaves after all are placed, " + size,
            1,
            this::whole,
            this::leave,
            null),
        new BenchmarkTrial.Series(
            "a worker leaves, and the generation without it is made and saved, " + size,
            GONE,
            this::whole,
            this::leave,
            null),
        new BenchmarkTrial.Series(
            "a dataset is replaced in " + PARTS + " parts, a thousandth of it gone, " + size,
            PARTS,
            this::begin,
            this::replace,
            "chunks of the part"));
  }

  /** Makes a network with a current generation. */
  private void begin() {
    if (stepper != null) {
      return;
    }
    tables = new Tables(rows, 0);
    stepper =
        new Stepper<>(
            new ChunksEngine(RulesEdition.THREE),
            new ChunksState(tables, ParallelParts.IN_TURN, RulesEdition.THREE));
    MainnetLike network = MainnetLike.filled(chunks, workers, FILL, Order.SEED);
    present = network.workers();
    decide(policy(network));
    for (PlacementWorker worker : present) {
      decide(ping(worker, false));
    }
    Map<String, List<Added>> added = new TreeMap<>();
    first = network.chunks().get(0).dataset();
    for (Chunk chunk : network.chunks()) {
      if (chunk.dataset().equals(first)) {
        replaced.add(new Added(chunk.id(), chunk.bytes()));
      }
      List<Added> some = added.computeIfAbsent(chunk.dataset(), _ -> new ArrayList<>());
      some.add(new Added(chunk.id(), chunk.bytes()));
      if (some.size() == LISTED_AT_ONCE) {
        decide(listing(chunk.dataset(), added.remove(chunk.dataset())));
      }
    }
    added.forEach((dataset, some) -> decide(listing(dataset, some)));
    later();
    if (stepper.state().live().size() != chunks) {
      throw new IllegalStateException("the network has no generation: it cannot be measured");
    }
  }

  private static Listing listing(String dataset, List<Added> added) {
    return new Listing(dataset, added, List.of(), false, Piece.ALL);
  }

  private static PolicyChange policy(MainnetLike network) {
    GeneratedClasses.trust(); // builders fill in defaults
    Map<String, Double> weights = new TreeMap<>();
    network.chunks().forEach(chunk -> weights.put(chunk.dataset(), (double) chunk.weight()));
    var policy = network.policy();
    return NetworkPolicyConverter.change(
        ChunkPolicy.newBuilder()
            .setNetwork("")
            .setWeights(weights)
            .setOrder(order(policy.order()))
            .setRings(policy.rings())
            .setSaturation(policy.saturation())
            .setMinReplication(policy.minReplication())
            .setIgnoreReliability(policy.ignoreReliability())
            .build());
  }

  private static PlacementOrder order(Order order) {
    return switch (order) {
      case SEED -> PlacementOrder.SEED;
      case HEAD -> PlacementOrder.HEAD;
    };
  }

  /** Brings back the lost worker. */
  private void whole() {
    if (gone != null) {
      decide(ping(gone, false));
      later();
      gone = null;
    }
  }

  private BenchmarkTrial.Did leave(int step) {
    gone = present.get(step * 37 % present.size());
    decide(ping(gone, true));
    for (ChunksFact fact : later()) {
      if (fact instanceof GenerationMade made) {
        return new BenchmarkTrial.Did(made.batch() ? "BATCH" : "REPAIR", 0);
      }
    }
    throw new IllegalStateException("no generation was made without worker " + gone.id());
  }

  /** Lists all but each thousandth chunk of the first dataset, one part per step. */
  private BenchmarkTrial.Did replace(int step) {
    int from = (int) ((long) replaced.size() * step / PARTS);
    int to = (int) ((long) replaced.size() * (step + 1) / PARTS);
    List<Added> some = new ArrayList<>();
    for (int i = from; i < to; i++) {
      if (i % THOUSAND > 0) {
        some.add(replaced.get(i));
      }
    }
    decide(new Listing(first, some, List.of(), true, new Piece("trial", step, PARTS, false)));
    return new BenchmarkTrial.Did(step < PARTS - 1 ? "PART" : "COMPLETE", some.size());
  }

  private static Ping ping(PlacementWorker worker, boolean leaving) {
    return new Ping(worker.id().toString(), worker.capacity(), null, null, null, leaving, false);
  }

  private List<ChunksFact> later() {
    now += LATER;
    return decide(null);
  }

  private List<ChunksFact> decide(ChunksInput input) {
    List<ChunksFact> facts = stepper.take(new Turn<>("", 0, now, input));
    stepper.state().save();
    tables.keep();
    return facts;
  }
}

package dev.rota.lab.traffic.chunks;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.chunks.Beats;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.Snapshot;
import dev.rota.chunks.WorkerMark;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.lab.traffic.FaultMix;
import dev.rota.lab.traffic.ParticipantHistory;
import dev.rota.lab.traffic.Traffic.Event;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;

/** A simulated network: datasets grow, workers ping, and operators change the policy. */
final class NetworkLife {
  private static final int OPERATOR_MILLIS = 10_000;

  private final ParticipantHistory unfolding;
  private final String network;
  private final NetworkShape shape;
  private final FaultMix<NetworkFault> faults;

  private NetworkLife(
      String network, NetworkShape shape, long seed, FaultMix<NetworkFault> faults) {
    this.network = network;
    this.shape = shape;
    this.faults = faults;
    this.unfolding = new ParticipantHistory(seed);
  }

  static Iterator<Event> of(
      String network, NetworkShape shape, long seed, FaultMix<NetworkFault> faults) {
    // Builders fill in defaults, and Avro reads defaults as it reads records.
    GeneratedClasses.trust();
    NetworkLife life = new NetworkLife(network, shape, seed, faults);
    life.happen(ChunksWire.POLICIES, shape.policy(), null);
    for (int i = 0; i < shape.workers(); i++) {
      life.later(life.random().nextInt(200), new SimulatedStorageWorker(life, i)::ping);
    }
    life.later(100, new ChunkLister(life)::begin);
    life.later(life.around(OPERATOR_MILLIS), life::operate);
    return life.unfolding;
  }

  String network() {
    return network;
  }

  NetworkShape shape() {
    return shape;
  }

  FaultMix<NetworkFault> faults() {
    return faults;
  }

  SplittableRandom random() {
    return unfolding.random();
  }

  void later(long inMillis, Runnable act) {
    unfolding.later(inMillis, act);
  }

  long around(int millis) {
    return unfolding.around(millis);
  }

  void happen(String topic, SpecificRecord record, NetworkFault fault) {
    unfolding.happen(topic, record, FaultMix.told(fault));
  }

  /** Returns a number that is invalid for any amount. */
  long oddNumber() {
    return switch (random().nextInt(4)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> 1L << 32;
      default -> Long.MAX_VALUE;
    };
  }

  private void operate() {
    if (faults.plays(NetworkFault.OTHER_POLICY)) {
      happen(
          ChunksWire.POLICIES, NetworkShape.policy(network, random()), NetworkFault.OTHER_POLICY);
    }
    if (faults.plays(NetworkFault.BAD_POLICY)) {
      happen(ChunksWire.POLICIES, bad(), NetworkFault.BAD_POLICY);
    }
    if (faults.plays(NetworkFault.SNAPSHOT)) {
      happen(ChunksWire.POLICIES, asking(null), NetworkFault.SNAPSHOT);
    }
    if (faults.plays(NetworkFault.SNAPSHOT_OF_NOBODY)) {
      String nobody = "nobody-" + random().nextInt(9);
      happen(ChunksWire.POLICIES, asking(nobody), NetworkFault.SNAPSHOT_OF_NOBODY);
    }
    for (NetworkFault trick :
        List.of(NetworkFault.MARK, NetworkFault.MARK_LIFTED, NetworkFault.BAD_MARK)) {
      if (faults.plays(trick)) {
        ChunkPolicy marking = policy().setMark(mark(trick)).build();
        happen(ChunksWire.POLICIES, marking, trick);
      }
    }
    later(around(OPERATOR_MILLIS), this::operate);
  }

  private WorkerMark mark(NetworkFault trick) {
    String worker = SimulatedStorageWorker.name(network, random().nextInt(shape.workers()));
    return switch (trick) {
      case MARK -> {
        Long until = random().nextBoolean() ? null : unfolding.nowMillis() + around(20_000);
        yield new WorkerMark(worker, "disk " + random().nextInt(9), until);
      }
      case MARK_LIFTED -> new WorkerMark(worker, null, null);
      default ->
          switch (random().nextInt(4)) {
            case 0 -> new WorkerMark("nobody", "of no id", null);
            case 1 -> new WorkerMark(worker, "", null);
            case 2 -> new WorkerMark(worker, "over", random().nextBoolean() ? 0 : Long.MAX_VALUE);
            default -> new WorkerMark(worker, null, Long.MAX_VALUE);
          };
    };
  }

  private ChunkPolicy.Builder policy() {
    return ChunkPolicy.newBuilder().setNetwork(network);
  }

  private ChunkPolicy asking(String worker) {
    return policy().setControl(new Snapshot(worker)).build();
  }

  private ChunkPolicy bad() {
    ChunkPolicy.Builder policy = policy();
    String dataset = NetworkShape.dataset(0);
    return switch (random().nextInt(17)) {
      case 0 -> policy.setRings(0).build();
      case 1 -> policy.setSaturation(random().nextBoolean() ? 0 : 1.01).build();
      case 2 -> policy.setWeights(Map.of(dataset, Double.NaN)).build();
      case 3 -> policy.setWeights(Map.of(dataset, -1.0)).build();
      case 4 -> policy.setOrder(PlacementOrder.UNKNOWN).build();
      case 5 -> policy.setMinVersion("newest").build();
      case 6 ->
          policy
              .setWeights(Map.of(dataset, 1.0))
              .setSegments(RandomSegments.some(dataset, random()))
              .build();
      case 7 -> policy.setCapacityBytesMax(-1L).build();
      case 8 -> policy.setRecommendedVersion("2").build();
      case 9 -> policy.setAssignmentDelayMs(-1L).build();
      case 10 -> policy.setSnapshotAgeMs(-1L).build();
      case 13 -> policy.setMinUptime(random().nextBoolean() ? -0.1 : Double.NaN).build();
      case 14 -> policy.setUptimeWindowMs(59L).build();
      case 15 -> policy.setPingIntervalMs(0L).build();
      case 12 -> policy.setSegments(Map.of(dataset, List.of())).build();
      case 11 -> policy.setBeats(Beats.UNKNOWN).build();
      default -> policy.setDebounceMs(-1L).build();
    };
  }
}

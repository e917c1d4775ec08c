package dev.rota.chunks.traffic;

import dev.rota.avro.GeneratedClasses;
import dev.rota.chunks.Beats;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.Snapshot;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.domain.Mischief;
import dev.rota.domain.Traffic.Event;
import dev.rota.domain.Unfolding;
import java.util.Iterator;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;

/** A network as it lives: datasets grow, workers ping, operators change their minds. */
final class NetworkLife {
  private static final int OPERATOR_MILLIS = 10_000;

  private final Unfolding unfolding;
  private final String network;
  private final NetworkShape shape;
  private final Mischief<NetworkTrick> mischief;

  private NetworkLife(
      String network, NetworkShape shape, long seed, Mischief<NetworkTrick> mischief) {
    this.network = network;
    this.shape = shape;
    this.mischief = mischief;
    this.unfolding = new Unfolding(seed);
  }

  static Iterator<Event> of(
      String network, NetworkShape shape, long seed, Mischief<NetworkTrick> mischief) {
    // Builders fill in defaults, which Avro reads as it reads records.
    GeneratedClasses.trust();
    NetworkLife life = new NetworkLife(network, shape, seed, mischief);
    life.happen(ChunksWire.POLICIES, shape.policy(), null);
    for (int i = 0; i < shape.workers(); i++) {
      life.later(life.random().nextInt(200), new Storage(life, i)::ping);
    }
    life.later(100, new Lister(life)::begin);
    life.later(life.around(OPERATOR_MILLIS), life::operate);
    return life.unfolding;
  }

  String network() {
    return network;
  }

  NetworkShape shape() {
    return shape;
  }

  Mischief<NetworkTrick> mischief() {
    return mischief;
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

  void happen(String topic, SpecificRecord record, NetworkTrick fault) {
    unfolding.happen(topic, record, Mischief.told(fault));
  }

  /** One that no amount can be. */
  long oddNumber() {
    return switch (random().nextInt(4)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> 1L << 32;
      default -> Long.MAX_VALUE;
    };
  }

  private void operate() {
    if (mischief.plays(NetworkTrick.OTHER_POLICY)) {
      happen(
          ChunksWire.POLICIES, NetworkShape.policy(network, random()), NetworkTrick.OTHER_POLICY);
    }
    if (mischief.plays(NetworkTrick.BAD_POLICY)) {
      happen(ChunksWire.POLICIES, bad(), NetworkTrick.BAD_POLICY);
    }
    if (mischief.plays(NetworkTrick.SNAPSHOT)) {
      happen(ChunksWire.POLICIES, asking(null), NetworkTrick.SNAPSHOT);
    }
    if (mischief.plays(NetworkTrick.SNAPSHOT_OF_NOBODY)) {
      happen(ChunksWire.POLICIES, asking("nobody"), NetworkTrick.SNAPSHOT_OF_NOBODY);
    }
    later(around(OPERATOR_MILLIS), this::operate);
  }

  private ChunkPolicy asking(String worker) {
    return ChunkPolicy.newBuilder().setNetwork(network).setControl(new Snapshot(worker)).build();
  }

  private ChunkPolicy bad() {
    ChunkPolicy.Builder policy = ChunkPolicy.newBuilder().setNetwork(network);
    String dataset = NetworkShape.dataset(0);
    return switch (random().nextInt(13)) {
      case 0 -> policy.setRings(0).build();
      case 1 -> policy.setSaturation(random().nextBoolean() ? 0 : 1.01).build();
      case 2 -> policy.setWeights(Map.of(dataset, Double.NaN)).build();
      case 3 -> policy.setWeights(Map.of(dataset, -1.0)).build();
      case 4 -> policy.setOrder(PlacementOrder.UNKNOWN).build();
      case 5 -> policy.setMinVersion("newest").build();
      case 6 ->
          policy
              .setWeights(Map.of(dataset, 1.0))
              .setSegments(Segments.some(dataset, random()))
              .build();
      case 7 -> policy.setCapacityBytesMax(-1L).build();
      case 8 -> policy.setRecommendedVersion("2").build();
      case 9 -> policy.setAssignmentDelayMs(-1L).build();
      case 10 -> policy.setSnapshotAgeMs(-1L).build();
      case 11 -> policy.setBeats(Beats.UNKNOWN).build();
      default -> policy.setDebounceMs(-1L).build();
    };
  }
}

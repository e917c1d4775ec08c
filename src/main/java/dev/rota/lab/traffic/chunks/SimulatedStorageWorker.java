package dev.rota.lab.traffic.chunks;

import dev.rota.base.samples.SamplePeerIds;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.lab.traffic.FaultMix;

/** A simulated storage worker. */
final class SimulatedStorageWorker {
  private static final String VERSION = "2.8.0";

  /** A version that may be recommended, one that precedes its release, and no version. */
  private static final String[] OTHERS = {"2.9.0", "2.8.0-rc1", null};

  private final NetworkLife life;
  private final String name;
  private final long capacity;
  private long pings;

  SimulatedStorageWorker(NetworkLife life, int number) {
    this.life = life;
    this.name = name(life.network(), number);
    this.capacity = life.shape().capacity();
  }

  static String name(String network, int number) {
    return SamplePeerIds.name(network.hashCode() * 1000L + number);
  }

  void ping() {
    FaultMix<NetworkFault> faults = life.faults();
    if (faults.plays(NetworkFault.SILENT)) {
      life.later(12L * life.around(life.shape().pingMillis()), this::ping);
      return;
    }
    pings++;
    WorkerPing.Builder ping = ping(name);
    NetworkFault trick = null;
    for (NetworkFault one : NetworkFault.values()) {
      if (one.compareTo(NetworkFault.NO_CAPACITY) >= 0 && one.compareTo(NetworkFault.LEAVES) <= 0
          || one == NetworkFault.OTHER_CAPACITY
          || one == NetworkFault.GIANT_CAPACITY) {
        if (faults.plays(one)) {
          trick = one;
          twist(ping, one);
        }
      }
    }
    life.happen(ChunksWire.PINGS, ping.build(), trick);
    if (faults.plays(NetworkFault.BAD_PEER)) {
      life.happen(ChunksWire.PINGS, ping("nobody").build(), NetworkFault.BAD_PEER);
    }
    if (faults.plays(NetworkFault.NEVER_THERE)) {
      WorkerPing stranger = ping(SamplePeerIds.name(-1)).setLeaving(true).build();
      life.happen(ChunksWire.PINGS, stranger, NetworkFault.NEVER_THERE);
    }
    life.later(life.around(life.shape().pingMillis()), this::ping);
  }

  private WorkerPing.Builder ping(String worker) {
    return WorkerPing.newBuilder()
        .setNetwork(life.network())
        .setWorker(worker)
        .setCapacityBytes(capacity)
        .setVersion(VERSION)
        .setStoredBytes(1000 * pings)
        .setEpoch(pings / 10);
  }

  private void twist(WorkerPing.Builder ping, NetworkFault trick) {
    switch (trick) {
      case NO_CAPACITY -> ping.setCapacityBytes(0);
      case ODD_FIGURES -> {
        if (life.random().nextBoolean()) {
          ping.setStoredBytes(-1L);
        } else {
          ping.setEpoch(-7L);
        }
      }
      case ODD_VERSION -> ping.setVersion(life.random().nextBoolean() ? "" : "latest");
      case OLD_VERSION -> ping.setVersion("1.9.9");
      case OTHER_VERSION -> ping.setVersion(OTHERS[life.random().nextInt(OTHERS.length)]);
      case SUSPICIOUS -> ping.setSuspicious(true);
      case BEHIND -> ping.setEpoch(null);
      case EMPTY -> ping.setStoredBytes(null);
      case LEAVES -> ping.setLeaving(true);
      case GIANT_CAPACITY -> ping.setCapacityBytes(capacity * (5 + life.random().nextInt(50)));
      default -> ping.setCapacityBytes(capacity / 2 + life.random().nextLong(capacity));
    }
  }
}

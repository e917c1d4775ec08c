package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.GIB;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.chunks.DatasetHeight;
import dev.rota.chunks.DatasetStatus;
import dev.rota.chunks.FactorLimit;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.Snapshot;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.model.LoneNetwork;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a generation tells of datasets, workers and itself. */
class NetworkStatusTest {
  private static final String BLOCKS = "0000000000/0000000100-0000000199-bbbb";

  private final LoneNetwork network = new LoneNetwork();

  @BeforeEach
  void fewRings() {
    network.send(0, policy().setRings(10).build());
  }

  /**
   * Upstream gives as many copies as there are workers; it says so nowhere, and here it is said.
   */
  @Test
  void fewerWorkersThanMinReplicationAreToldToBeTheLimit() {
    network.send(0, ping(0).build());
    network.send(0, listing(Map.of("c1", GIB)));
    network.tick(1000);
    NetworkStatus status = network.outcome(NetworkStatus.class);
    DatasetStatus dataset = status.getDatasets().get(0);
    assertThat(status.getMinReplication()).isEqualTo(2);
    assertThat(dataset.getReplicationFactor()).isEqualTo(1);
    assertThat(dataset.getWantedFactor()).isGreaterThanOrEqualTo(2);
    assertThat(dataset.getLimit()).isEqualTo(FactorLimit.WORKERS);
    assertThat(dataset.getDetail())
        .isEqualTo("minReplication is 2, and 1 worker counts: each copy is on a worker of its own");
  }

  @Test
  void fewerWorkersThanAWeightAsksForAreToldToBeTheLimit() {
    threeWorkers();
    network.send(0, listing(Map.of("c1", GIB)));
    network.tick(1000);
    DatasetStatus dataset = network.outcome(NetworkStatus.class).getDatasets().get(0);
    assertThat(dataset.getReplicationFactor()).isEqualTo(3);
    assertThat(dataset.getWantedFactor()).isEqualTo(29);
    assertThat(dataset.getLimit()).isEqualTo(FactorLimit.WORKERS);
    assertThat(dataset.getDetail())
        .isEqualTo(
            "the weight asks for 29 copies, and 3 workers count: each copy is on a worker of its"
                + " own");
  }

  @Test
  void aFactorAsItIsWantedHasNoLimit() {
    threeWorkers();
    network.send(0, listing(Map.of("c1", 3 * GIB, "c2", 3 * GIB, "c3", 3 * GIB)));
    network.tick(1000);
    DatasetStatus dataset = network.outcome(NetworkStatus.class).getDatasets().get(0);
    assertThat(dataset.getReplicationFactor()).isEqualTo(3);
    assertThat(dataset.getWantedFactor()).isEqualTo(3);
    assertThat(dataset.getLimit()).isEqualTo(FactorLimit.NONE);
    assertThat(dataset.getDetail()).isNull();
  }

  /** 18 GiB on three workers, one of which has most: copies of two chunks find no room. */
  @Test
  void wantOfRoomIsToldToBeTheLimit() {
    network.send(
        0, policy().setOrder(PlacementOrder.HEAD).setMinReplication(1).setSaturation(1.0).build());
    network.send(0, ping(0).setCapacityBytes(4 * GIB).build());
    network.send(0, ping(1).setCapacityBytes(4 * GIB).build());
    network.send(0, ping(2).setCapacityBytes(10 * GIB).build());
    network.send(0, listing(Map.of("c1", 3 * GIB, "c2", 3 * GIB)));
    network.tick(1000);
    DatasetStatus dataset = network.outcome(NetworkStatus.class).getDatasets().get(0);
    assertThat(dataset.getWantedFactor()).isEqualTo(3);
    assertThat(dataset.getReplicationFactor()).isLessThan(3);
    assertThat(dataset.getLimit()).isEqualTo(FactorLimit.ROOM);
    assertThat(dataset.getDetail()).contains("no worker has room", "unplacedChunks");
  }

  @Test
  void workersAreToldWithTheirVersionsAndThePolicyWithWhatItAsks() {
    network.send(0, policy().setMinVersion("2.5.0").setRecommendedVersion("2.8.0").build());
    network.send(0, ping(0).setVersion("2.8.0").build());
    network.send(0, ping(1).setVersion("2.8.0-rc1").build());
    network.send(0, ping(2).setVersion("2.4.9").build());
    network.send(0, ping(3).setVersion("newest").build());
    network.send(0, ping(4).build());
    network.send(0, listing(Map.of("c1", GIB)));
    network.tick(1000);
    NetworkStatus status = network.outcome(NetworkStatus.class);
    assertThat(status.getSupportedVersion()).isEqualTo("2.5.0");
    assertThat(status.getRecommendedVersion()).isEqualTo("2.8.0");
    assertThat(status.getWorkers())
        .extracting(
            WorkerState::getWorker,
            WorkerState::getVersion,
            WorkerState::getDeprecated,
            WorkerState::getStatus)
        .containsExactlyInAnyOrder(
            tuple(peer(0), "2.8.0", false, Reliability.ONLINE),
            tuple(peer(1), "2.8.0-rc1", true, Reliability.ONLINE),
            tuple(peer(2), "2.4.9", false, Reliability.UNSUPPORTED_VERSION),
            tuple(peer(3), "newest", false, Reliability.UNSUPPORTED_VERSION),
            tuple(peer(4), null, false, Reliability.UNSUPPORTED_VERSION));
  }

  @Test
  void versionsThatNobodyHasSaidAreUpstreams() {
    threeWorkers();
    network.send(0, listing(Map.of(BLOCKS, GIB)));
    network.tick(1000);
    NetworkStatus status = network.outcome(NetworkStatus.class);
    assertThat(status.getSupportedVersion()).isEqualTo("2.0.0");
    assertThat(status.getRecommendedVersion()).isEqualTo("2.0.0");
  }

  @Test
  void datasetsAreToldWithTheirHeights() {
    threeWorkers();
    network.send(0, listing(Map.of(BLOCKS, GIB)));
    network.send(
        0, listing().setDataset("s3://a").setAdded(List.of(new ListedChunk("x", 5L))).build());
    network.tick(1000);
    assertThat(network.outcome(NetworkStatus.class).getHeights())
        .containsExactly(new DatasetHeight("s3://a", null), new DatasetHeight(DATASET, 199L));
  }

  @Test
  void aGenerationIsInForceSoLongAfterItWasMade() {
    threeWorkers();
    network.send(0, listing(Map.of("c1", GIB)));
    network.tick(1000);
    assertThat(network.outcome(NetworkStatus.class).getEffectiveFrom()).isEqualTo(60_250);
    assertThat(network.assignments())
        .hasSize(3)
        .allSatisfy(told -> assertThat(told.getEffectiveFrom()).isEqualTo(60_250));
    network.send(2000, policy().setAssignmentDelayMs(5L).setControl(new Snapshot(null)).build());
    assertThat(network.assignments())
        .as("a snapshot shows the generation that stands")
        .hasSize(3)
        .allSatisfy(told -> assertThat(told.getEffectiveFrom()).isEqualTo(60_250));
    network.restart();
    network.send(3000, policy().setControl(new Snapshot(peer(0))).build());
    assertThat(network.assignments().get(0).getEffectiveFrom()).isEqualTo(60_250);
    network.send(4000, listing(Map.of("c2", GIB)));
    network.tick(5000);
    assertThat(network.outcome(NetworkStatus.class).getEffectiveFrom()).isEqualTo(4255);
  }

  private void threeWorkers() {
    for (int worker = 0; worker < 3; worker++) {
      network.send(0, ping(worker).build());
    }
  }
}

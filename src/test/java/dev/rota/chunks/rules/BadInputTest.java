package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.GIB;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.PingRefusal;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.PolicyOutcomeKind;
import dev.rota.chunks.PolicyRefusal;
import dev.rota.chunks.ShortageReason;
import dev.rota.chunks.Snapshot;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.Network;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may not be is refused, says why, and the last good generation stands. */
class BadInputTest {
  private final LoneNetwork network = new LoneNetwork();

  /** Three workers hold one chunk: generation 1. */
  @BeforeEach
  void aNetworkThatStands() {
    network.send(0, policy().setRings(10).build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(0, ping(worker).build());
    }
    network.send(0, listing(Map.of("c1", GIB)));
    network.tick(1000);
    assertThat(network.state().standing().generation()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE})
  void aSizeThatCannotBeIsOutOfRange(long bytes) {
    chunkRefused(Map.of("c2", bytes), ChunkRefusal.OUT_OF_RANGE, "bytes is " + bytes);
  }

  @Test
  void aChunkLargerThanAnyWorkerIsRefusedAndDoesNotStopTheOthers() {
    network.send(2000, policy().setPingTimeoutMs(1_000_000L).build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(2000, ping(worker).setCapacityBytes(2 * GIB).build());
    }
    network.tick(3000);
    network.send(4000, listing(Map.of("large", 3 * GIB, "small", GIB / 2)));
    ChunkOutcome outcome = network.outcome(ChunkOutcome.class);
    assertThat(outcome.getOutcome()).isEqualTo(ListingOutcomeKind.LISTED);
    assertThat(outcome.getAdded()).isEqualTo(1);
    assertThat(outcome.getRefused()).isEqualTo(1);
    assertThat(outcome.getRefusals().get(0).getReason()).isEqualTo(ChunkRefusal.TOO_LARGE);
    assertThat(outcome.getRefusals().get(0).getDetail())
        .contains(String.valueOf(3 * GIB), String.valueOf(2 * GIB));
  }

  @Test
  void aChunkWithTwoSizesKeepsItsFirst() {
    chunkRefused(Map.of("c1", GIB + 1), ChunkRefusal.CONFLICT, GIB + " bytes, not " + (GIB + 1));
    ChunkListing twice =
        listing().setAdded(List.of(new ListedChunk("c2", 5L), new ListedChunk("c2", 6L))).build();
    network.send(5000, twice);
    assertThat(network.outcome(ChunkOutcome.class).getAdded()).isEqualTo(1);
    assertThat(network.outcome(ChunkOutcome.class).getRefusals().get(0).getReason())
        .isEqualTo(ChunkRefusal.CONFLICT);
    assertThat(network.state().chunk(new ChunkName(DATASET, "c2")).listed()).isEqualTo(5);
  }

  @Test
  void whatIsListedAgainAsItIsChangesNothing() {
    long digest = network.digest();
    network.send(5000, listing(Map.of("c1", GIB)));
    assertThat(network.outcome(ChunkOutcome.class).getUnchanged()).isEqualTo(1);
    assertThat(network.digest()).isEqualTo(digest);
  }

  @Test
  void whatIsNotThereCannotBeRemoved() {
    long digest = network.digest();
    network.send(5000, listing(Map.of(), "c9"));
    ChunkOutcome outcome = network.outcome(ChunkOutcome.class);
    assertThat(outcome.getOutcome()).isEqualTo(ListingOutcomeKind.REFUSED);
    assertThat(outcome.getRefusals().get(0).getReason()).isEqualTo(ChunkRefusal.NOT_FOUND);
    assertThat(network.digest()).isEqualTo(digest);
  }

  @Test
  void aChunkOrADatasetNeedsAName() {
    chunkRefused(Map.of("", 5L), ChunkRefusal.INVALID_ARGUMENT, "chunk is empty");
    ChunkListing nameless =
        listing().setDataset("").setAdded(List.of(new ListedChunk("c2", 5L))).build();
    refused(nameless);
    assertThat(network.outcome(ChunkOutcome.class).getRefusals().get(0).getDetail())
        .contains("dataset is empty");
  }

  @Test
  void aWorkerWithoutCapacityIsRefused() {
    pingRefused(ping(7).setCapacityBytes(0), PingRefusal.OUT_OF_RANGE, "capacityBytes is 0");
    pingRefused(ping(0).setCapacityBytes(-5), PingRefusal.OUT_OF_RANGE, "capacityBytes is -5");
    pingRefused(ping(0).setStoredBytes(-1L), PingRefusal.OUT_OF_RANGE, "storedBytes is -1");
    pingRefused(ping(0).setEpoch(-1L), PingRefusal.OUT_OF_RANGE, "epoch is -1");
    pingRefused(ping(0).setVersion(""), PingRefusal.INVALID_ARGUMENT, "version is empty");
    pingRefused(
        ping(0).setWorker("nobody"), PingRefusal.BAD_PEER_ID, "worker: 'nobody' is no peer id: ");
    pingRefused(ping(7).setLeaving(true), PingRefusal.NOT_FOUND, "need not leave");
  }

  @Test
  void aPolicyThatCannotBeIsRefusedAndTheLastOneStays() {
    policyRefused(policy().setRings(0), PolicyRefusal.OUT_OF_RANGE, "rings is 0");
    policyRefused(policy().setSaturation(0.0), PolicyRefusal.OUT_OF_RANGE, "saturation is 0.0");
    policyRefused(policy().setSaturation(1.1), PolicyRefusal.OUT_OF_RANGE, "saturation is 1.1");
    policyRefused(
        policy().setSaturation(Double.NaN), PolicyRefusal.OUT_OF_RANGE, "saturation is NaN");
    policyRefused(policy().setMinReplication(0), PolicyRefusal.OUT_OF_RANGE, "minReplication");
    policyRefused(
        policy().setWeights(Map.of(DATASET, -1.0)),
        PolicyRefusal.OUT_OF_RANGE,
        "s3://eth] is -1.0");
    policyRefused(
        policy().setWeights(Map.of(DATASET, Double.NaN)), PolicyRefusal.OUT_OF_RANGE, "is NaN");
    policyRefused(policy().setWeights(Map.of(DATASET, 1.5)), PolicyRefusal.OUT_OF_RANGE, "is 1.5");
    policyRefused(policy().setPingTimeoutMs(-1L), PolicyRefusal.OUT_OF_RANGE, "pingTimeoutMs");
    policyRefused(policy().setMaxEpochLag(-2L), PolicyRefusal.OUT_OF_RANGE, "maxEpochLag is -2");
    policyRefused(policy().setMinVersion("x"), PolicyRefusal.INVALID_ARGUMENT, "minVersion: 'x'");
    policyRefused(
        policy().setOrder(PlacementOrder.UNKNOWN), PolicyRefusal.UNSUPPORTED_VALUE, "order");
    policyRefused(
        policy().setControl(new Snapshot(peer(9))),
        PolicyRefusal.NOT_FOUND,
        "no worker " + peer(9));
  }

  @Test
  void segmentsAscendAndExcludeAWeight() {
    DatasetSegment late = new DatasetSegment(100L, 1.0, null);
    DatasetSegment recent = new DatasetSegment(-10L, 1.0, null);
    policyRefused(
        policy().setSegments(Map.of(DATASET, List.of(late, late))),
        PolicyRefusal.OUT_OF_RANGE,
        "[1].from is 100: more than 100");
    policyRefused(
        policy().setSegments(Map.of(DATASET, List.of(recent, late))),
        PolicyRefusal.OUT_OF_RANGE,
        "[1].from is 100: more than -10");
    policyRefused(
        policy().setSegments(Map.of(DATASET, List.of(late))).setWeights(Map.of(DATASET, 2.0)),
        PolicyRefusal.CONFLICT,
        "in weights and in segments");
  }

  @Test
  void theWeightOfADatasetThatIsNotListedYetWaitsForIt() {
    network.send(5000, policy().setWeights(Map.of("s3://new", 3.0)).build());
    PolicyOutcome outcome = network.outcome(PolicyOutcome.class);
    assertThat(outcome.getOutcome()).isEqualTo(PolicyOutcomeKind.SET);
    assertThat(outcome.getUnlisted()).containsExactly("s3://new");
  }

  @Test
  void withoutWorkersTheLastGenerationStands() {
    for (int worker = 0; worker < 3; worker++) {
      network.send(5000, ping(worker).setLeaving(true).build());
    }
    network.tick(6000);
    GenerationRefused refused = network.outcome(GenerationRefused.class);
    assertThat(refused.getReason()).isEqualTo(ShortageReason.NOT_ENOUGH_CAPACITY);
    assertThat(refused.getDetail()).contains("0 workers");
    assertThat(network.assignments()).isEmpty();
    assertThat(network.state().standing().generation()).isEqualTo(1);
    assertThat(network.state().live().held(Network.peer(0))).hasSize(1);
  }

  @Test
  void aCopyThatFitsNowhereIsNamed() {
    network.send(5000, policy().setIgnoreReliability(true).setMinReplication(1).build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(5000, ping(worker).setCapacityBytes(2 * GIB).build());
    }
    network.tick(6000);
    long generation = network.state().standing().generation();
    network.send(7000, listing(Map.of("c2", 2 * GIB, "c3", 3 * GIB / 2, "c4", 7 * GIB / 5)));
    network.tick(8000);
    GenerationRefused refused = network.outcome(GenerationRefused.class);
    assertThat(refused.getReason()).isEqualTo(ShortageReason.NO_WORKER_FOR_CHUNK);
    assertThat(refused.getDataset()).isEqualTo(DATASET);
    assertThat(refused.getChunk()).isEqualTo("c4");
    assertThat(network.state().standing().generation()).isEqualTo(generation);
  }

  private void chunkRefused(Map<String, Long> added, ChunkRefusal reason, String detail) {
    refused(listing(added));
    ChunkOutcome outcome = network.outcome(ChunkOutcome.class);
    assertThat(outcome.getOutcome()).isEqualTo(ListingOutcomeKind.REFUSED);
    assertThat(outcome.getRefusals().get(0).getReason()).isEqualTo(reason);
    assertThat(outcome.getRefusals().get(0).getDetail()).contains(detail);
  }

  private void pingRefused(WorkerPing.Builder ping, PingRefusal reason, String detail) {
    refused(ping.build());
    WorkerOutcome outcome = network.outcome(WorkerOutcome.class);
    assertThat(outcome.getOutcome()).isEqualTo(WorkerOutcomeKind.REFUSED);
    assertThat(outcome.getReason()).isEqualTo(reason);
    assertThat(outcome.getDetail()).contains(detail);
  }

  private void policyRefused(ChunkPolicy.Builder policy, PolicyRefusal reason, String detail) {
    refused(policy.build());
    PolicyOutcome outcome = network.outcome(PolicyOutcome.class);
    assertThat(outcome.getOutcome()).isEqualTo(PolicyOutcomeKind.REFUSED);
    assertThat(outcome.getReason()).isEqualTo(reason);
    assertThat(outcome.getDetail()).contains(detail);
  }

  /** One answer, and the state is as it was. */
  private void refused(SpecificRecord record) {
    long digest = network.digest();
    assertThat(network.send(5000, record)).hasSize(1);
    assertThat(network.digest()).isEqualTo(digest);
  }
}

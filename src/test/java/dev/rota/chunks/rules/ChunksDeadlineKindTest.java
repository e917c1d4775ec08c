package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.part;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerMark;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.model.ChunksDeadlineKind;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.kernel.engine.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What falls due at one instant does so in the order that {@link ChunksDeadlineKind} states. */
class ChunksDeadlineKindTest {
  /** At which everything of these tests is due. */
  private static final long INSTANT = 10_001;

  private final LoneNetwork network = new LoneNetwork();

  @BeforeEach
  void allThatCanBeDueIsDueAtOnce() {
    network.send(
        0,
        policy()
            .setRings(10)
            .setIgnoreReliability(true)
            .setForgetAfterMs(10_000L)
            .setPingTimeoutMs(6000L)
            .setListingTimeoutMs(5000L)
            .setDebounceMs(1L)
            .build());
    network.send(0, ping(0).build()); // gone at the instant
    network.send(4000, ping(1).build()); // offline at the instant
    ChunkListing stored = listing(Map.of("c", 5L)); // without chunks there are no generations
    network.send(4000, ChunkListing.newBuilder(stored).setDataset("s3://stored").build());
    network.send(5000, part("a", 0, 2, Map.of("c", 5L)).build()); // expires at the instant
    network.send(9000, ping(2).build());
    WorkerMark mark = new WorkerMark(peer(2), "slow", INSTANT); // ends at the instant
    network.send(9000, policy().setMark(mark).build());
    network.send(INSTANT - 1, ping(3).build()); // a generation is made at the instant
  }

  @Test
  void theKindsAreInTheOrderOfTheirNames() {
    assertThat(network.state().deadlines().stream().filter(due -> due.atMillis() == INSTANT))
        .extracting(Deadline::kind)
        .containsExactly(
            ChunksDeadlineKind.FORGET,
            ChunksDeadlineKind.LISTING,
            ChunksDeadlineKind.MARK,
            ChunksDeadlineKind.OFFLINE,
            ChunksDeadlineKind.PLACE);
    assertThat(
            List.of(
                ChunksDeadlineKind.FORGET,
                ChunksDeadlineKind.LISTING,
                ChunksDeadlineKind.MARK,
                ChunksDeadlineKind.MEASURE,
                ChunksDeadlineKind.OFFLINE,
                ChunksDeadlineKind.PLACE))
        .isSorted();
  }

  @Test
  void workersAndListingsEndBeforeTheGenerationIsMadeAndThereIsNoOtherAfterIt() {
    List<String> told = new ArrayList<>();
    for (SpecificRecord record : network.tick(INSTANT)) {
      if (record instanceof NetworkOutcome outcome) {
        assertThat(outcome.getAt()).isEqualTo(INSTANT);
        told.add(told(outcome.getEvent()));
      }
    }
    assertThat(told).containsExactly("FORGOTTEN", "EXPIRED", "CHANGED", "CHANGED", "generation");
    NetworkStatus status = network.outcome(NetworkStatus.class);
    assertThat(status.getWorkers())
        .extracting(WorkerState::getWorker)
        .containsExactlyInAnyOrder(peer(1), peer(2), peer(3));
    assertThat(status.getWorkers().stream().filter(one -> one.getWorker().equals(peer(1))))
        .extracting(WorkerState::getStatus)
        .containsExactly(Reliability.OFFLINE);
    assertThat(status.getWorkers())
        .extracting(WorkerState::getStatus)
        .as("the mark has ended")
        .doesNotContain(Reliability.MARKED);
    assertThat(network.state().standing().window().isOpen()).isFalse();
  }

  private static String told(Object event) {
    if (event instanceof WorkerOutcome worker) {
      return worker.getOutcome().name();
    }
    return event instanceof ChunkOutcome listing ? listing.getOutcome().name() : "generation";
  }
}

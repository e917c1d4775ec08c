package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.ShortageReason;
import dev.rota.chunks.WorkerCapacity;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.values.InputMaxima;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a worker says that it can hold, and what it counts for. */
class CapacityTest {
  private static final long TERABYTE = 1_000_000_000_000L;
  private static final long CHUNK = 4_000_000_000L;

  private final LoneNetwork network = new LoneNetwork();

  /** Twenty workers of a terabyte hold nine terabytes twice. */
  @BeforeEach
  void aNetworkThatStands() {
    network.send(0, policy().setRings(100).build());
    for (int worker = 0; worker < 20; worker++) {
      network.send(0, ping(worker).setCapacityBytes(TERABYTE).build());
    }
    Map<String, Long> chunks = new HashMap<>();
    for (int chunk = 0; chunk < 2250; chunk++) {
      chunks.put("c" + chunk, CHUNK);
    }
    network.send(0, listing(chunks));
    network.tick(1000);
    assertThat(network.outcome(NetworkStatus.class).getDatasets().get(0).getReplicationFactor())
        .isEqualTo(2);
  }

  @Test
  void theWorkerWhoseFigureMakesAGenerationImpossibleIsNamed() {
    network.send(2000, ping(7).setCapacityBytes(20 * TERABYTE).build());
    network.tick(3000);
    GenerationRefused refused = network.outcome(GenerationRefused.class);
    assertThat(refused.getReason()).isEqualTo(ShortageReason.NO_WORKER_FOR_CHUNK);
    assertThat(refused.getWorkers()).containsExactly(new WorkerCapacity(peer(7), 20 * TERABYTE));
    assertThat(refused.getCapacityBytesMax()).isEqualTo(TERABYTE);
    assertThat(refused.getDetail())
        .contains(peer(7) + " counts for 20000000000000", "set capacityBytesMax to 1000000000000");
  }

  @Test
  void aBoundInThePolicyMakesItPossibleAgain() {
    network.send(2000, ping(7).setCapacityBytes(20 * TERABYTE).build());
    network.tick(3000);
    network.send(4000, policy().setCapacityBytesMax(TERABYTE).build());
    network.tick(5000);
    assertThat(network.state().standing().refused()).isNull();
    network.send(6000, listing(Map.of("more", CHUNK)));
    network.tick(7000);
    NetworkStatus status = network.outcome(NetworkStatus.class);
    assertThat(status.getWorkers())
        .hasSize(20)
        .extracting(WorkerState::getCapacityBytes, WorkerState::getCountedBytes)
        .contains(tuple(20 * TERABYTE, TERABYTE))
        .containsOnly(tuple(20 * TERABYTE, TERABYTE), tuple(TERABYTE, TERABYTE));
    assertThat(status.getFill()).isBetween(0.89, 0.91);
  }

  @Test
  void aBoundCountsWhenItIsSetAndNoMoreWhenItIsTakenBack() {
    network.send(2000, policy().setCapacityBytesMax(TERABYTE / 2).build());
    network.tick(3000);
    assertThat(network.outcome(GenerationRefused.class).getDetail())
        .startsWith("9000000000000 bytes of chunks, minReplication 2 times, are more than");
    network.send(4000, policy().setCapacityBytesMax(CHUNK - 1).build());
    network.tick(5000);
    network.send(6000, listing(Map.of("large", CHUNK)));
    assertThat(network.outcome(ChunkOutcome.class).getRefusals().get(0).getReason())
        .isEqualTo(ChunkRefusal.TOO_LARGE);
    network.restart();
    network.send(7000, policy().setCapacityBytesMax(0L).build());
    assertThat(network.state().isPending()).as("all is as it stands").isFalse();
    network.tick(8000);
    assertThat(network.state().standing().refused()).isNull();
  }

  @Test
  void aFigureBeyondAllIsNamedToo() {
    network.send(2000, ping(7).setCapacityBytes(InputMaxima.NUMBER).build());
    network.send(2000, ping(3).setCapacityBytes(50 * TERABYTE).build());
    network.tick(3000);
    GenerationRefused refused = network.outcome(GenerationRefused.class);
    assertThat(refused.getWorkers())
        .extracting(WorkerCapacity::getWorker)
        .containsExactly(peer(7), peer(3));
    assertThat(refused.getCapacityBytesMax()).isEqualTo(TERABYTE);
  }

  @Test
  void whereThereIsTooLittleOfAllNobodyIsNamed() {
    network.send(2000, policy().setMinReplication(3).build());
    network.tick(3000);
    GenerationRefused refused = network.outcome(GenerationRefused.class);
    assertThat(refused.getReason()).isEqualTo(ShortageReason.NOT_ENOUGH_CAPACITY);
    assertThat(refused.getWorkers()).isEmpty();
    assertThat(refused.getCapacityBytesMax()).isNull();
  }
}

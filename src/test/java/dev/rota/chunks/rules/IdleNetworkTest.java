package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.part;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.model.LoneNetwork;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A network without chunks makes no generations (rule 7). */
class IdleNetworkTest {
  private final LoneNetwork network = new LoneNetwork();
  private long now = 1000;

  private int generations() {
    now += 10_000;
    network.tick(now);
    return network.outcomes(NetworkStatus.class).size();
  }

  @Test
  void workersThatJoinBeforeTheFirstListingIsCompleteMakeNone() {
    network.send(now, policy().setRings(10).build());
    network.send(now, part("first", 0, 2, Map.of("a", 10L)).build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(now, ping(worker).build());
      assertThat(generations()).isZero();
    }
    network.restart();
    network.send(now, part("first", 1, 2, Map.of("b", 10L)).build());
    assertThat(generations()).isOne();
    NetworkStatus first = network.outcome(NetworkStatus.class);
    assertThat(first.getWorkers()).extracting(WorkerState::getWorker).contains(peer(0), peer(2));
    assertThat(network.state().standing().generation()).isOne();
  }

  @Test
  void whatIsHeldIsLetGoAndWhoLeavesIsForgotten() {
    network.send(now, policy().setRings(10).build());
    network.send(now, ping(0).build());
    network.send(now, ping(1).build());
    network.send(now, listing(Map.of("a", 10L)));
    assertThat(generations()).isOne();
    network.send(now, listing(Map.of(), "a"));
    assertThat(generations()).as("its copies are dropped").isOne();
    network.send(now, ping(2).build());
    network.send(now, ping(0).setCapacityBytes(7).build());
    network.send(now, policy().setSaturation(0.5).build());
    assertThat(generations()).as("there is nothing to place").isZero();
    network.send(now, ping(2).setLeaving(true).build());
    assertThat(generations()).as("no generation has it").isZero();
    network.send(now, ping(0).setLeaving(true).build());
    assertThat(generations()).as("a generation has it").isOne();
    assertThat(network.state().nodes().all()).hasSize(1);
  }
}

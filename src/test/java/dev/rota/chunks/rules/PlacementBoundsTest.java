package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.ShortageReason;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PlacementBounds;
import dev.rota.chunks.values.GenerationWindow;
import dev.rota.chunks.values.NetworkPolicy;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A network that is too large, or asks for what cannot be, says so and comes back. */
class PlacementBoundsTest {
  private final LoneNetwork network = new LoneNetwork();

  @Test
  void copiesAndPlacesAreBounded() {
    SortedMap<Integer, Integer> factors = new TreeMap<>(Map.of(1, 2000));
    assertThat(PlacementBounds.check(50_000 * 2000L, factors, 2000, 6000)).isNull();
    assertThat(PlacementBounds.check(50_001 * 2000L, factors, 2000, 6000).detail())
        .contains("100002000 copies", "{1=2000}", "at most 100000000");
    assertThat(PlacementBounds.check(1, factors, 33_000, 65_535).detail())
        .contains("33000 workers on 65535 rings", "at most 500000000", "fewer rings");
  }

  @Test
  void aNetworkOfTooManyPlacesStandsAndFewerRingsBringItBack() {
    for (int worker = 0; worker < 8_000; worker++) {
      network.send(0, ping(worker).build());
    }
    network.send(0, listing(Map.of("c1", 5L)));
    network.send(0, policy().setRings(65_000).build());
    network.tick(1000);
    GenerationRefused refused = network.outcome(GenerationRefused.class);
    assertThat(refused.getReason()).isEqualTo(ShortageReason.TOO_MANY_COPIES);
    assertThat(refused.getDetail()).contains("8000 workers on 65000 rings");

    network.send(2000, policy().setRings(10).build());
    network.tick(3000);
    assertThat(network.state().standing().generation()).isEqualTo(1);
    assertThat(network.state().standing().refused()).isNull();
  }

  /**
   * The deadline of a window at which the rules failed is set aside; the next change has its own.
   */
  @Test
  void aWindowThatIsOverNeverHoldsUpWhatComesLater() {
    GenerationWindow past = new GenerationWindow(100, 350, true);
    assertThat(past.listed(NetworkPolicy.DEFAULT, 5000))
        .isEqualTo(new GenerationWindow(5000, 5250, false));
    assertThat(past.urged(NetworkPolicy.DEFAULT, 5000))
        .isEqualTo(new GenerationWindow(5000, 5250, true));
    assertThat(past.listed(NetworkPolicy.DEFAULT, 200)).isEqualTo(past);
    assertThat(past.urged(NetworkPolicy.DEFAULT, 200))
        .isEqualTo(new GenerationWindow(100, 350, true));
  }

  @Test
  void aRefusalSaysWhoDoesNotCount() {
    for (int worker = 0; worker < 5; worker++) {
      network.send(0, ping(worker).setSuspicious(true).build());
    }
    network.send(0, listing(Map.of("c1", 5L)));
    network.tick(1000);
    assertThat(network.outcome(GenerationRefused.class).getDetail())
        .contains("0 workers have to give", "5 more workers are not ONLINE", "ignoreReliability");
  }

  @Test
  void whereEachCopyNeedsAWorkerOfItsOwnTheRefusalSaysSo() {
    network.send(0, policy().setRings(10).setOrder(PlacementOrder.HEAD).build());
    for (int worker = 0; worker < 5; worker++) {
      network.send(0, ping(worker).build());
    }
    network.send(0, listing(Map.of("c1", 5L)));
    network.send(0, policy().setMinReplication(100).build());
    network.tick(1000);
    assertThat(network.outcome(GenerationRefused.class).getDetail())
        .isEqualTo(
            "minReplication is 100, and only 5 workers count: each copy is on a worker of its own");
  }

  @Test
  void aRefusalIsOverOnceNothingAsksForItAnyMore() {
    network.send(0, policy().setRings(10).build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(0, ping(worker).build());
    }
    network.send(0, listing(Map.of("c1", 5L)));
    network.tick(1000);
    network.send(2000, listing(Map.of("c2", 4_000_000_000L)));
    network.send(2000, policy().setMinReplication(3).setSaturation(0.1).build());
    network.tick(3000);
    assertThat(network.state().standing().refused()).isNotNull();

    network.send(4000, listing(Map.of(), "c2"));
    network.send(4000, policy().setMinReplication(1).setSaturation(0.99).build());
    network.tick(5000);
    assertThat(network.state().standing().refused()).isNull();
    assertThat(network.state().chunk(new ChunkName(DATASET, "c1")).listed()).isEqualTo(5);
    assertThat(network.state().nodes().get(peer(0)).held()).isNotNull();
  }
}

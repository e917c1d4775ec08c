package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.chunks.Beats;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.PolicyRefusal;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.model.WorkerStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A ping that says nothing new is answered, or not, as the policy says. */
class PingBeatsTest {
  private final LoneNetwork network = new LoneNetwork();

  @BeforeEach
  void aWorkerJoins() {
    network.send(0, ping(0).setVersion("2.1.0").build());
    answered(WorkerOutcomeKind.JOINED, Reliability.ONLINE);
  }

  @Test
  void byDefaultItTakesItsTurnAndNobodyIsTold() {
    long number = network.turns();
    network.send(1000, ping(0).setVersion("2.1.0").setStoredBytes(5L).setEpoch(7L).build());
    assertThat(network.outcomes(WorkerOutcome.class)).isEmpty();
    assertThat(network.turns()).isEqualTo(number + 1);
    assertThat(network.state().nodes().get(peer(0)).heard().atMillis()).isEqualTo(1000);
    network.tick(601_000);
    assertThat(network.outcomes(WorkerOutcome.class)).as("it lives on").isEmpty();
    network.tick(601_001);
    answered(WorkerOutcomeKind.CHANGED, Reliability.OFFLINE);
    network.send(602_000, ping(0).setVersion("2.1.0").build());
    answered(WorkerOutcomeKind.ALIVE, Reliability.ONLINE);
  }

  @Test
  void underAnsweredEachIsAnsweredWithTheEndOfItsTime() {
    network.send(0, policy().setBeats(Beats.ANSWERED).build());
    network.send(1000, ping(0).setVersion("2.1.0").build());
    answered(WorkerOutcomeKind.ALIVE, Reliability.ONLINE);
    assertThat(network.outcome(WorkerOutcome.class).getOfflineAt()).isEqualTo(601_001);
    network.send(1500, policy().setRings(7).build());
    network.send(2000, ping(0).setVersion("2.1.0").build());
    answered(WorkerOutcomeKind.ALIVE, Reliability.ONLINE);
    network.send(2500, policy().setBeats(Beats.CHANGES).build());
    network.send(3000, ping(0).setVersion("2.1.0").build());
    assertThat(network.outcomes(WorkerOutcome.class)).isEmpty();
  }

  @Test
  void whateverIsNewIsAnswered() {
    network.send(1000, ping(0).setVersion("2.2.0").build());
    answered(WorkerOutcomeKind.ALIVE, Reliability.ONLINE);
    network.send(1001, ping(0).setVersion("2.2.0").setCapacityBytes(7).build());
    answered(WorkerOutcomeKind.ALIVE, Reliability.ONLINE);
    network.send(1002, ping(0).setVersion("2.2.0").setCapacityBytes(7).setSuspicious(true).build());
    answered(WorkerOutcomeKind.ALIVE, Reliability.SUSPICIOUS);
    network.send(1003, ping(0).setVersion("1.0.0").build());
    answered(WorkerOutcomeKind.ALIVE, Reliability.UNSUPPORTED_VERSION);
    network.send(1002, ping(0).setVersion("1.0.0").build());
    answered(WorkerOutcomeKind.REFUSED, null);
    network.send(1004, ping(0).setLeaving(true).build());
    answered(WorkerOutcomeKind.LEFT, null);
  }

  /** Its epoch is the highest: the others are told what they are now, and it is not. */
  @Test
  void aSilentPingMayChangeOthers() {
    network.send(1000, ping(0).setVersion("2.1.0").setEpoch(1L).build());
    network.send(1000, ping(1).setEpoch(1L).build());
    network.send(2000, ping(0).setVersion("2.1.0").setEpoch(9L).build());
    answered(WorkerOutcomeKind.CHANGED, Reliability.STALE_RPC);
    assertThat(network.outcome(WorkerOutcome.class).getWorker()).isEqualTo(peer(1));
  }

  /** The highest epoch moves all the time; what a worker is because of it does not. */
  @Test
  void whoeverStaysBehindIsToldOnce() {
    network.send(1000, ping(1).setEpoch(1L).build());
    assertThat(network.outcomes(WorkerOutcome.class))
        .extracting(WorkerOutcome::getOutcome, WorkerOutcome::getStatus)
        .containsExactly(
            tuple(WorkerOutcomeKind.JOINED, Reliability.ONLINE),
            tuple(WorkerOutcomeKind.CHANGED, Reliability.STALE_RPC));
    network.send(2000, ping(1).setEpoch(9L).build());
    assertThat(network.outcomes(WorkerOutcome.class)).isEmpty();
    network.send(3000, policy().setMaxEpochLag(5L).build());
    assertThat(network.outcomes(WorkerOutcome.class)).isEmpty();
    assertThat(network.state().nodes().get(peer(0)).status()).isEqualTo(WorkerStatus.STALE_RPC);
    network.send(4000, ping(1).setEpoch(20L).build());
    assertThat(network.state().nodes().get(peer(0)).reason()).contains("at least 15 asked");
  }

  @Test
  void anUnknownSymbolIsRefused() {
    network.send(1000, policy().setBeats(Beats.UNKNOWN).build());
    PolicyOutcome outcome = network.outcome(PolicyOutcome.class);
    assertThat(outcome.getReason()).isEqualTo(PolicyRefusal.UNSUPPORTED_VALUE);
    assertThat(outcome.getDetail()).contains("beats");
  }

  private void answered(WorkerOutcomeKind kind, Reliability status) {
    assertThat(network.outcomes(WorkerOutcome.class)).hasSize(1);
    WorkerOutcome outcome = network.outcome(WorkerOutcome.class);
    assertThat(outcome.getOutcome()).isEqualTo(kind);
    assertThat(outcome.getStatus()).isEqualTo(status);
  }
}

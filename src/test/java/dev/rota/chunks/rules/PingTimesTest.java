package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.GIB;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.PingRefusal;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.model.WorkerStatus;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A ping says that its worker lived when the ping was sent, not when it is read (rule 2). */
class PingTimesTest {
  private static final long MINUTE = 60_000;
  private static final long DAY = 24 * 60 * MINUTE;

  /** Of the network: all that follows comes then, whatever its own time. */
  private static final long NOW = 20 * DAY;

  private final LoneNetwork network = new LoneNetwork();

  @BeforeEach
  void itIsLate() {
    network.send(NOW, policy().setRings(10).build());
  }

  @Test
  void pingsOfTenDaysAgoReviveNobody() {
    for (int worker = 0; worker < 3; worker++) {
      network.send(NOW - 10 * DAY + worker, ping(worker).build());
      refusedAsLate("forgetAfterMs is 86400000");
    }
    network.send(NOW, listing(Map.of("c1", GIB)));
    network.tick(NOW + 1000);
    assertThat(network.outcome(GenerationRefused.class).getDetail()).contains("0 workers");
    assertThat(network.state().nodes().count()).isZero();
  }

  @Test
  void aBacklogMakesAWorkerOfThoseWhoseLastPingIsYoungEnough() {
    for (long ago = 3 * DAY; ago > 5 * MINUTE; ago -= DAY / 2) {
      network.send(NOW - ago, ping(0).build());
    }
    assertThat(network.state().nodes().get(peer(0)).heard().atMillis()).isEqualTo(NOW - DAY / 2);
    assertThat(status(0)).isEqualTo(WorkerStatus.OFFLINE);
    network.send(NOW - 5 * MINUTE, ping(0).build());
    assertThat(status(0)).isEqualTo(WorkerStatus.ONLINE);
  }

  @Test
  void aWorkerIsOfflineSoLongAfterItsPingWasSent() {
    network.send(NOW - 9 * MINUTE, ping(0).build());
    WorkerOutcome joined = network.outcome(WorkerOutcome.class);
    assertThat(joined.getOutcome()).isEqualTo(WorkerOutcomeKind.JOINED);
    assertThat(joined.getStatus()).isEqualTo(Reliability.ONLINE);
    assertThat(joined.getOfflineAt()).isEqualTo(NOW + MINUTE + 1);
    network.tick(NOW + MINUTE);
    assertThat(status(0)).isEqualTo(WorkerStatus.ONLINE);
    network.tick(NOW + MINUTE + 1);
    assertThat(network.outcome(WorkerOutcome.class).getStatus()).isEqualTo(Reliability.OFFLINE);
  }

  @Test
  void aWorkerIsForgottenSoLongAfterItsPingWasSent() {
    network.send(NOW - DAY, ping(0).build());
    WorkerOutcome joined = network.outcome(WorkerOutcome.class);
    assertThat(joined.getOutcome()).isEqualTo(WorkerOutcomeKind.JOINED);
    assertThat(joined.getStatus()).isEqualTo(Reliability.OFFLINE);
    assertThat(joined.getOfflineAt()).isNull();
    network.tick(NOW + 1);
    assertThat(network.outcome(WorkerOutcome.class).getOutcome())
        .isEqualTo(WorkerOutcomeKind.FORGOTTEN);
  }

  /** Capacity, version, leaving: whatever it says, the worker has said otherwise since. */
  @Test
  void aPingThatIsOlderThanTheLastOneChangesNothing() {
    network.send(NOW, ping(0).setVersion("2.1.0").build());
    long digest = network.digest();
    network.send(NOW - 1, ping(0).setVersion("1.0.0").setCapacityBytes(1).build());
    refusedAsLate("1 ms before that of the worker's last ping");
    network.send(NOW - 1, ping(0).setLeaving(true).build());
    refusedAsLate("1 ms before that of the worker's last ping");
    assertThat(network.digest()).isEqualTo(digest);
  }

  @Test
  void ofPingsOfOneInstantTheOneThatComesLastCounts() {
    network.send(NOW, ping(0).setCapacityBytes(5).build());
    network.send(NOW, ping(0).setCapacityBytes(7).build());
    assertThat(network.state().nodes().get(peer(0)).heard().capacity()).isEqualTo(7);
    network.send(NOW, ping(0).setLeaving(true).build());
    assertThat(network.outcome(WorkerOutcome.class).getOutcome()).isEqualTo(WorkerOutcomeKind.LEFT);
  }

  /** Its word is not kept: whoever pings after it left is there again. */
  @Test
  void aWorkerThatLeftIsThereAgainByAnyPingThatIsYoungEnough() {
    network.send(NOW, ping(0).build());
    network.send(NOW, ping(0).setLeaving(true).build());
    network.send(NOW - MINUTE, ping(0).build());
    WorkerOutcome again = network.outcome(WorkerOutcome.class);
    assertThat(again.getOutcome()).isEqualTo(WorkerOutcomeKind.JOINED);
    assertThat(again.getOfflineAt()).isEqualTo(NOW + 9 * MINUTE + 1);
  }

  private void refusedAsLate(String detail) {
    WorkerOutcome outcome = network.outcome(WorkerOutcome.class);
    assertThat(outcome.getOutcome()).isEqualTo(WorkerOutcomeKind.REFUSED);
    assertThat(outcome.getReason()).isEqualTo(PingRefusal.LATE);
    assertThat(outcome.getDetail()).contains(detail);
  }

  private WorkerStatus status(int worker) {
    return network.state().nodes().get(peer(worker)).status();
  }
}

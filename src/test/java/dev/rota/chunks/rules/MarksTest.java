package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.PolicyOutcomeKind;
import dev.rota.chunks.PolicyRefusal;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerMark;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.queries.ChunksQueries;
import dev.rota.chunks.queries.ChunksWhy;
import dev.rota.chunks.values.InputMaxima;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.Why.Thing;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An operator marks a worker with a reason, until a time or until the mark is lifted (rule 2). */
class MarksTest {
  private final LoneNetwork network = new LoneNetwork();

  private void mark(long atMillis, String worker, String reason, Long until) {
    network.send(atMillis, policy().setMark(new WorkerMark(worker, reason, until)).build());
  }

  @Test
  void aMarkedWorkerIsUnreliableUntilThen() {
    network.send(0, policy().setRings(10).setMinReplication(1).build());
    network.send(0, ping(0).build());
    network.send(0, ping(1).build());
    network.send(0, listing(Map.of("a", 10L)));
    network.tick(1000);
    mark(2000, peer(0), "slow disk", 50_000L);
    WorkerOutcome marked = network.outcome(WorkerOutcome.class);
    assertThat(marked.getStatus()).isEqualTo(Reliability.MARKED);
    assertThat(marked.getDetail()).isEqualTo("marked: slow disk; until 1970-01-01T00:00:50Z");
    network.tick(3000);
    NetworkStatus status = network.outcome(NetworkStatus.class);
    assertThat(status.getWorkers())
        .filteredOn(one -> one.getStatus() == Reliability.MARKED)
        .singleElement()
        .extracting(WorkerState::getReason)
        .isEqualTo("marked: slow disk; until 1970-01-01T00:00:50Z");
    network.restart();
    network.tick(49_999);
    assertThat(network.outcomes(WorkerOutcome.class)).isEmpty();
    network.tick(60_000);
    WorkerOutcome again = network.outcomes(WorkerOutcome.class).get(0);
    assertThat(again.getStatus()).isEqualTo(Reliability.ONLINE);
    assertThat(network.state().marks().all()).isEmpty();
  }

  @Test
  void whoLeavesKeepsItsMarkAndOnlyTheOperatorLiftsIt() {
    mark(0, peer(0), "left its rack", null);
    network.send(1, ping(0).build());
    assertThat(network.outcome(WorkerOutcome.class).getStatus()).isEqualTo(Reliability.MARKED);
    network.send(2, ping(0).setLeaving(true).build());
    assertThat(why()).contains("is not part of the network, and is marked until it is lifted");
    network.send(3, ping(0).build());
    assertThat(network.outcome(WorkerOutcome.class).getStatus()).isEqualTo(Reliability.MARKED);
    assertThat(why()).contains("is MARKED, marked: left its rack; until it is lifted");
    network.tick(700_000);
    assertThat(why()).contains("is OFFLINE", "and is marked until it is lifted: left its rack");
    Object marks =
        ChunksQueries.all().get("marks").answer(network.state(), new QueryArguments(Map.of()));
    assertThat(marks.toString()).contains("left its rack", peer(0));
    network.send(700_001, ping(0).build());
    mark(700_002, peer(0), null, null);
    assertThat(network.outcome(WorkerOutcome.class).getStatus()).isEqualTo(Reliability.ONLINE);
  }

  private String why() {
    return why(10);
  }

  private String why(long atMillis) {
    Thing worker = new Thing("worker", peer(0));
    return new ChunksWhy().now(worker, network.state(), atMillis).orElseThrow().what();
  }

  @Test
  void anotherMarkTakesThePlaceOfTheLastOne() {
    network.send(0, ping(0).build());
    mark(0, peer(0), "one", 1000L);
    mark(1, peer(0), "another", 2000L);
    network.tick(1500);
    assertThat(network.state().nodes().get(peer(0)).reason()).isEqualTo("marked: another");
    network.tick(2000);
    assertThat(network.outcome(WorkerOutcome.class).getStatus()).isEqualTo(Reliability.ONLINE);
  }

  /** It ends when it was said last to end, whatever was said before. */
  @Test
  void aMarkIsExtendedAndShortened() {
    network.send(0, ping(0).build());
    mark(0, peer(0), "slow", 1000L);
    mark(1, peer(0), "slow", 3000L);
    assertThat(network.outcomes(WorkerOutcome.class)).as("the status is the same").isEmpty();
    network.restart();
    network.tick(1000);
    assertThat(network.outcomes(WorkerOutcome.class)).isEmpty();
    assertThat(why(1000))
        .contains("is MARKED, marked: slow; until 1970-01-01T00:00:03Z (in 2000 ms)");
    mark(1001, peer(0), "slow", 2000L);
    network.restart();
    network.tick(1999);
    assertThat(network.outcomes(WorkerOutcome.class)).isEmpty();
    network.tick(2000);
    assertThat(network.outcome(WorkerOutcome.class).getStatus()).isEqualTo(Reliability.ONLINE);
    network.tick(3000);
    assertThat(network.outcomes(WorkerOutcome.class)).isEmpty();
  }

  @Test
  void aMarkMayLastUntilTheEndOfTime() {
    network.send(0, ping(0).build());
    mark(1, peer(0), "worn out", InputMaxima.TIME_MILLIS);
    String detail = network.outcome(WorkerOutcome.class).getDetail();
    assertThat(detail).isEqualTo("marked: worn out; until 9999-12-31T23:59:59.999Z");
    network.restart();
    network.send(InputMaxima.TIME_MILLIS - 1, ping(0).build());
    assertThat(network.outcomes(WorkerOutcome.class))
        .extracting(WorkerOutcome::getStatus)
        .as("it is offline, it is forgotten, it comes back")
        .containsExactly(Reliability.OFFLINE, null, Reliability.MARKED);
    network.send(InputMaxima.TIME_MILLIS, ping(0).build());
    assertThat(network.outcomes(WorkerOutcome.class).get(0).getStatus())
        .isEqualTo(Reliability.ONLINE);
  }

  /** A mark makes nobody a part of the network, and its end tells of nobody. */
  @Test
  void whoNeverCameIsMarkedToo() {
    mark(0, peer(0), "sold", 1000L);
    assertThat(network.outcome(PolicyOutcome.class).getOutcome()).isEqualTo(PolicyOutcomeKind.SET);
    assertThat(network.outcomes(WorkerOutcome.class)).isEmpty();
    assertThat(network.state().nodes().all()).isEmpty();
    assertThat(why())
        .isEqualTo("is not part of the network, and is marked until 1970-01-01T00:00:01Z: sold");
    network.restart();
    assertThat(network.tick(1000)).isEmpty();
    assertThat(network.state().marks().all()).isEmpty();
    network.send(1001, ping(0).build());
    assertThat(network.outcome(WorkerOutcome.class).getStatus()).isEqualTo(Reliability.ONLINE);
  }

  @Test
  void whatCannotBeIsRefusedAndChangesNothing() {
    network.send(1000, ping(0).build());
    long digest = network.digest();
    refused(peer(0), null, null, PolicyRefusal.NOT_FOUND, "has no mark to be lifted");
    refused(peer(0), null, 2000L, PolicyRefusal.INVALID_ARGUMENT, "say why");
    refused("nobody", "x", null, PolicyRefusal.INVALID_ARGUMENT, "mark.worker");
    refused(peer(0), "", null, PolicyRefusal.INVALID_ARGUMENT, "mark.reason is empty");
    refused(peer(0), "x", 1000L, PolicyRefusal.OUT_OF_RANGE, "mark.until is 1000: after 1000");
    refused(peer(0), "x", Long.MAX_VALUE, PolicyRefusal.OUT_OF_RANGE, "at most 253402300799999");
    assertThat(network.digest()).isEqualTo(digest);
  }

  private void refused(String worker, String reason, Long until, PolicyRefusal why, String detail) {
    mark(1000, worker, reason, until);
    List<PolicyOutcome> outcomes = network.outcomes(PolicyOutcome.class);
    assertThat(outcomes).hasSize(1);
    assertThat(outcomes.get(0).getOutcome()).isEqualTo(PolicyOutcomeKind.REFUSED);
    assertThat(outcomes.get(0).getReason()).isEqualTo(why);
    assertThat(outcomes.get(0).getDetail()).contains(detail);
  }
}

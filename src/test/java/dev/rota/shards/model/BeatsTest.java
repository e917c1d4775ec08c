package dev.rota.shards.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.shards.Beats;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.Leaving;
import dev.rota.shards.PolicyOutcome;
import dev.rota.shards.PolicyReason;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerFenced;
import dev.rota.shards.WorkerGone;
import dev.rota.shards.WorkerOutcome;
import dev.rota.shards.WorkerOutcomeKind;
import dev.rota.shards.wire.ShardsWire;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** A heartbeat that changes nothing is answered, or not, as the policy says. */
class BeatsTest {
  private static final String POOL = "mainnet";
  private static final long SESSION = 10_000;

  private final LanesInMemory bench = new LanesInMemory(new ShardsDomain());

  private DecidedTurn take(long atMillis, String topic, SpecificRecord record) {
    return bench.take(POOL, new Traffic.Event(topic, atMillis, record));
  }

  private List<Object> say(long atMillis, long incarnation, Object event) {
    WorkerEvent said = new WorkerEvent(POOL, "w1", incarnation, event);
    return take(atMillis, ShardsWire.WORKERS, said).published().stream()
        .map(output -> ((PoolOutcome) output.record()).getEvent())
        .toList();
  }

  private void policy(ShardPolicy.Builder settings) {
    take(0, ShardsWire.POLICIES, settings.setPool(POOL).build());
  }

  private static WorkerOutcome lives(WorkerOutcomeKind kind, long expiresAt) {
    return new WorkerOutcome("w1", 1L, kind, expiresAt);
  }

  @Test
  void byDefaultItTakesItsTurnAndNobodyIsTold() {
    say(0, 1, new Joined(1));
    WorkerEvent beat = new WorkerEvent(POOL, "w1", 1L, new Heartbeat());
    DecidedTurn taken = take(1000, ShardsWire.WORKERS, beat);
    assertThat(taken.published()).isEmpty();
    assertThat(taken.entry().kind()).isEqualTo(TurnEntry.Kind.INPUT);
    assertThat(taken.entry().number()).isEqualTo(2);
    assertThat(bench.lane(POOL).nextDeadline()).as("it lives on").isEqualTo(1000 + SESSION);
  }

  @Test
  void underAnsweredEachIsAnsweredWithTheEndOfItsSession() {
    policy(ShardPolicy.newBuilder().setBeats(Beats.ANSWERED));
    say(0, 1, new Joined(1));
    assertThat(say(1000, 1, new Heartbeat()))
        .containsExactly(lives(WorkerOutcomeKind.ALIVE, 1000 + SESSION));
    policy(ShardPolicy.newBuilder().setQuantumMs(7L));
    assertThat(say(2000, 1, new Heartbeat())).as("null: it stays as it is").hasSize(1);
    policy(ShardPolicy.newBuilder().setBeats(Beats.CHANGES));
    assertThat(say(3000, 1, new Heartbeat())).isEmpty();
  }

  @Test
  void whateverElseAWorkerSaysOfItselfIsAnswered() {
    assertThat(say(0, 1, new Heartbeat())).hasOnlyElementsOfType(WorkerFenced.class).hasSize(1);
    assertThat(say(0, 1, new Joined(1))).containsExactly(lives(WorkerOutcomeKind.JOINED, SESSION));
    assertThat(say(500, 1, new Joined(1)))
        .as("a worker that joins waits for a word, F6")
        .containsExactly(lives(WorkerOutcomeKind.ALIVE, 500 + SESSION));
    assertThat(say(600, 0, new Heartbeat()))
        .as("a stale incarnation, F5")
        .hasOnlyElementsOfType(WorkerFenced.class)
        .hasSize(1);
    assertThat(say(700, 1, new Leaving())).hasSize(2);
  }

  /** What falls due before it is told, and the beat of that very instant comes too late. */
  @Test
  void aBeatAfterTheSessionIsFencedAndTheEndIsTold() {
    say(0, 1, new Joined(1));
    assertThat(say(SESSION, 1, new Heartbeat()))
        .hasExactlyElementsOfTypes(WorkerGone.class, WorkerFenced.class);
  }

  @Test
  void aSymbolOfANewerVersionIsRefused() {
    ShardPolicy unknown = ShardPolicy.newBuilder().setPool(POOL).setBeats(Beats.UNKNOWN).build();
    PoolOutcome outcome =
        (PoolOutcome) take(0, ShardsWire.POLICIES, unknown).published().get(0).record();
    PolicyOutcome refused = (PolicyOutcome) outcome.getEvent();
    assertThat(refused.getReason()).isEqualTo(PolicyReason.UNSUPPORTED_VALUE);
    assertThat(refused.getDetail()).contains("beats");
  }
}

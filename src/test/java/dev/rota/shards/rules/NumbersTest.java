package dev.rota.shards.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.EnvironmentOutcome;
import dev.rota.shards.Joined;
import dev.rota.shards.NonceRule;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.RejectReason;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.TransactionOutcome;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerFenced;
import dev.rota.shards.WorkerOutcome;
import dev.rota.shards.model.ExecutionEnvironment;
import dev.rota.shards.model.LonePool;
import dev.rota.shards.model.PoolFact.EnvironmentSet;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionFault;
import dev.rota.shards.model.PoolFact.TransactionRefused;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.Change;
import dev.rota.shards.model.ShardsInput.Update;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.WorkerFact.WorkerFault;
import dev.rota.shards.model.WorkerFact.WorkerRefused;
import dev.rota.shards.wire.ShardsWire;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every number that an input sets has a largest value, and nothing turns negative beyond it. */
class NumbersTest {
  private static final long LAST = Long.MAX_VALUE - 1;
  private static final long DAYS = 36_500L * 86_400_000;

  private final LonePool pool = new LonePool();

  @Test
  void theLargestNonceIsTakenAndTheSenderHasNoOtherThen() {
    pool.take(0, Inputs.tx("A", "last", "s", LAST));
    pool.take(0, Inputs.policy("nonces", "STRICT"));

    ShardsFact next = unmoved(Inputs.tx("A", "next", "s", LAST));
    assertThat(((TransactionRefused) next).reason()).isEqualTo(TransactionFault.NONCE);
    assertThat(((TransactionRefused) next).detail())
        .isEqualTo(
            "nonce is 9223372036854775806: expected none, as s has used its last one: take another"
                + " sender");
    pool.rebuild();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, -1, Long.MIN_VALUE})
  void noNonceIsBeyondThat(long nonce) {
    for (boolean strict : List.of(false, true)) {
      pool.take(0, Inputs.policy("nonces", strict ? "STRICT" : "OFF"));
      TransactionRefused refused = (TransactionRefused) unmoved(Inputs.tx("A", "1", "s", nonce));
      assertThat(refused.reason()).isEqualTo(TransactionFault.OUT_OF_RANGE);
      assertThat(refused.detail())
          .isEqualTo("nonce is " + nonce + ": expected 0 to 9223372036854775806");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, -1, Long.MIN_VALUE})
  void noIncarnationIsBeyondThat(long incarnation) {
    WorkerRefused refused = (WorkerRefused) unmoved(Inputs.join("w", incarnation, 1));
    assertThat(refused.reason()).isEqualTo(WorkerFault.OUT_OF_RANGE);
    assertThat(refused.detail())
        .isEqualTo("incarnation is " + incarnation + ": expected 0 to 9223372036854775806");

    pool.take(0, Inputs.join("w", 0, 1));
    pool.take(0, Inputs.join("w", LAST, 1));
    assertThat(pool.state().worker("w").incarnation()).isEqualTo(LAST);
    pool.rebuild();
  }

  /** "zero gas price → 1", as the listener upstream has it. */
  @Test
  void aGasPriceOfZeroCountsAsOne() {
    EnvironmentSet set =
        (EnvironmentSet) pool.take(0, new Update(Records.environment(7, 0, 0))).get(0);
    assertThat(set.environment()).isEqualTo(Records.environment(7, 1, 1));
    assertThat(set.remark())
        .isEqualTo("l1GasPriceWei is 0: it counts as 1; l1GasPriceFri is 0: it counts as 1");

    EnvironmentSet last =
        (EnvironmentSet)
            pool.take(0, new Update(Records.environment(Long.MAX_VALUE, 1, Long.MAX_VALUE))).get(0);
    assertThat(last.remark()).isNull();
    pool.rebuild();
  }

  /** Sums of a time and a duration end where time does: they are never due. */
  @Test
  void atTheEndOfTimeNothingFallsDueAndAllElseGoesOn() {
    long end = Long.MAX_VALUE - 5;
    pool.take(
        end,
        new Change(
            Map.of(
                "maxBatch", Integer.MAX_VALUE,
                "sessionTimeoutMs", DAYS,
                "leaseTimeoutMs", DAYS,
                "maxAttempts", Integer.MAX_VALUE,
                "maxPending", Integer.MAX_VALUE),
            null,
            List.of()));
    pool.take(end, Inputs.join("w", 1, 1));
    pool.take(end, Inputs.tx("A", "a1"));
    pool.take(end, Inputs.tx("A", "a2"));
    pool.take(end, Inputs.command(new ShardsInput.Shutdown(DAYS)));

    assertThat(pool.state().worker("w").expiresAt()).isEqualTo(Engine.NEVER);
    assertThat(pool.state().shard("A").lease().expiresAt()).isEqualTo(Engine.NEVER);
    assertThat(pool.state().standing().stopAt()).isEqualTo(Engine.NEVER);
    assertThat(pool.state().deadlines()).isEmpty();
    pool.rebuild();

    List<ShardsFact> done = pool.take(Long.MAX_VALUE, Inputs.done("A", "w", 1, 1));
    assertThat(done).noneMatch(LeaseEnded.class::isInstance);
    assertThat(pool.take(Long.MAX_VALUE, Inputs.done("A", "w", 1, 2)))
        .anyMatch(LeaseEnded.class::isInstance);
  }

  /** A lane of version 2 may have them already, and goes on. */
  @Test
  void aLaneThatTookMoreBeforeAdoptsTheRulesAndSaysSo() {
    List<DomainCard<ShardsState, ShardsInput, ShardsFact>> versions = new ShardsDomain().versions();
    assertThat(versions).extracting(card -> card.engine().rules()).containsExactly(2, 3);
    LanesInMemory bench = new LanesInMemory(versions.get(0));
    take(bench, ShardsWire.TRANSACTIONS, Records.transaction("1", Long.MAX_VALUE));
    take(bench, ShardsWire.POLICIES, Records.strict());
    WorkerOutcome joined =
        (WorkerOutcome) take(bench, ShardsWire.WORKERS, Records.joined(-1)).getEvent();
    assertThat(joined.getIncarnation()).isEqualTo(-1);
    TransactionOutcome before =
        (TransactionOutcome)
            take(bench, ShardsWire.TRANSACTIONS, Records.transaction("2", 0)).getEvent();
    assertThat(before.getDetail()).contains("expected -9223372036854775808");

    bench.restart(new ShardsDomain(), RulesAdoption.NEWEST);

    TransactionOutcome after =
        (TransactionOutcome)
            take(bench, ShardsWire.TRANSACTIONS, Records.transaction("3", 0)).getEvent();
    assertThat(after.getReason()).isEqualTo(RejectReason.NONCE);
    assertThat(after.getDetail()).contains("expected none, as s has used its last one");
    assertThat(take(bench, ShardsWire.WORKERS, Records.joined(-2)).getEvent())
        .isInstanceOf(WorkerFenced.class);
    EnvironmentOutcome priced =
        (EnvironmentOutcome) take(bench, ShardsWire.ENVIRONMENTS, Records.free()).getEvent();
    assertThat(priced.getDetail()).contains("l1GasPriceWei is 0: it counts as 1");
  }

  private static PoolOutcome take(LanesInMemory bench, String topic, SpecificRecord record) {
    List<Output> outputs = bench.take("pool", new Traffic.Event(topic, 0, record)).published();
    return outputs.stream()
        .map(Output::record)
        .filter(PoolOutcome.class::isInstance)
        .map(PoolOutcome.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private ShardsFact unmoved(ShardsInput input) {
    long before = pool.digest();
    List<ShardsFact> facts = pool.take(0, input);
    assertThat(pool.digest()).as("the state after %s", input).isEqualTo(before);
    assertThat(facts).hasSize(1).noneMatch(TransactionAccepted.class::isInstance);
    return facts.get(0);
  }

  private static final class Records {
    static ExecutionEnvironment environment(long number, long wei, long fri) {
      return new ExecutionEnvironment(number, Long.MAX_VALUE, wei, fri, "0x0", "");
    }

    static ShardTransaction transaction(String id, long nonce) {
      return new ShardTransaction("pool", "A", id, "s", nonce, ByteBuffer.allocate(0));
    }

    static ShardPolicy strict() {
      return ShardPolicy.newBuilder().setPool("pool").setNonces(NonceRule.STRICT).build();
    }

    static WorkerEvent joined(long incarnation) {
      return new WorkerEvent("pool", "w", incarnation, new Joined(1));
    }

    static BlockEnvironment free() {
      return BlockEnvironment.newBuilder().setPool("pool").setNumber(1).setL1GasPriceWei(0).build();
    }
  }
}

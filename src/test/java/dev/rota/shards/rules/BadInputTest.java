package dev.rota.shards.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.model.LonePool;
import dev.rota.shards.model.PoolFact.EnvironmentRefused;
import dev.rota.shards.model.PoolFact.EnvironmentSet;
import dev.rota.shards.model.PoolFact.PolicyFault;
import dev.rota.shards.model.PoolFact.PolicyRefused;
import dev.rota.shards.model.PoolFact.TransactionFault;
import dev.rota.shards.model.PoolFact.TransactionRefused;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.ShardFact.ReportFault;
import dev.rota.shards.model.ShardFact.ReportRefused;
import dev.rota.shards.model.ShardStage;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.Change;
import dev.rota.shards.model.WorkerFact.SlotFreed;
import dev.rota.shards.model.WorkerFact.WorkerFault;
import dev.rota.shards.model.WorkerFact.WorkerRefused;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What may not be is refused, says why, and leaves the state's digest as it was. */
class BadInputTest {
  private final LonePool pool = new LonePool();

  /** A runs on w1 as epoch 1, cycle 1, with t1; w2 waits. */
  @BeforeEach
  void aPoolAtWork() {
    pool.take(0, Inputs.join("w1", 1, 1));
    pool.take(0, Inputs.join("w2", 1, 1));
    pool.take(0, Inputs.tx("A", "t1"));
  }

  @Test
  void aReportOfAnEarlierEpochIsStale() {
    pool.take(1, Inputs.report("A", "w1", 1, 1, new ShardsInput.GaveBack()));
    refused(
        Inputs.done("A", "w1", 1, 2),
        ReportFault.STALE_EPOCH,
        "the lease of epoch 1 is over, the shard is at epoch 2: drop its work");
  }

  @Test
  void aReportOfALeaseThatEndedIsStale() {
    pool.take(1, Inputs.policy("leaseTimeoutMs", 10L));
    pool.take(2, Inputs.command(new ShardsInput.Shutdown(null)));
    pool.take(20, null);
    assertThat(pool.state().shard("A").stage()).isEqualTo(ShardStage.PENDING);
    List<ShardsFact> facts = pool.take(21, Inputs.done("A", "w1", 1, 1));
    assertThat(facts.get(0)).isInstanceOf(ReportRefused.class);
    assertThat(((ReportRefused) facts.get(0)).reason()).isEqualTo(ReportFault.STALE_EPOCH);
  }

  @Test
  void aReportOfAnEpochToComeIsRefused() {
    refused(
        Inputs.done("A", "w1", 2, 1),
        ReportFault.UNKNOWN_EPOCH,
        "epoch is 2, but the shard is at epoch 1: report with the shard, epoch and cycle of an");
    refused(Inputs.done("A", "w1", 0, 1), ReportFault.UNKNOWN_EPOCH, "epoch is 0");
    refused(Inputs.done("A", "w1", -1, 1), ReportFault.UNKNOWN_EPOCH, "epoch is -1");
  }

  @Test
  void aReportOfAnotherWorkerIsRefused() {
    refused(
        Inputs.done("A", "w2", 1, 1),
        ReportFault.WRONG_WORKER,
        "epoch 1 is a lease of worker w1: report with the shard, epoch and cycle of an assignment");
    refused(Inputs.began("A", "nobody", 1, 1), ReportFault.WRONG_WORKER, "w1");
  }

  @Test
  void aSecondCommitIsADuplicate() {
    pool.take(1, Inputs.done("A", "w1", 1, 1));
    refused(
        Inputs.done("A", "w1", 1, 1),
        ReportFault.DUPLICATE,
        "cycle 1 is settled: wait for the next");
    refused(Inputs.broke("A", "w1", 1, 1), ReportFault.DUPLICATE, "cycle 1 is settled");
  }

  @Test
  void aReportOfACycleToComeIsRefused() {
    refused(
        Inputs.done("A", "w1", 1, 2),
        ReportFault.UNKNOWN_CYCLE,
        "cycle is 2, but the lease is at cycle 1: report with the shard, epoch and cycle of an");
    refused(Inputs.done("A", "w1", 1, 0), ReportFault.UNKNOWN_CYCLE, "cycle is 0");
  }

  @Test
  void aReportThatContradictsItsBatchIsMalformed() {
    refused(
        Inputs.done("A", "w1", 1, 1, 2, List.of()),
        ReportFault.MALFORMED,
        "executed is 2: expected 0 to 1");
    refused(Inputs.done("A", "w1", 1, 1, -1, List.of()), ReportFault.MALFORMED, "executed is -1");
    refused(
        Inputs.done("A", "w1", 1, 1, null, List.of("t9")),
        ReportFault.MALFORMED,
        "failed names t9, which is none of the 1 executed");
    refused(
        Inputs.done("A", "w1", 1, 1, 0, List.of("t1")),
        ReportFault.MALFORMED,
        "failed names t1, which is none of the 0 executed");
  }

  @Test
  void aReportOfAnUnknownShardIsRefused() {
    refused(
        Inputs.done("Z", "w1", 1, 1),
        ReportFault.UNKNOWN_SHARD,
        "the pool has no shard Z: report with the shard");
  }

  @Test
  void aTransactionThatIsPendingIsADuplicate() {
    rejected(
        Inputs.tx("A", "t1"),
        TransactionFault.DUPLICATE,
        "id t1 is pending already: wait for its outcome");
  }

  @Test
  void aNonceThatIsNotTheNextIsRefused() {
    pool.take(1, Inputs.policy("nonces", "STRICT"));
    rejected(
        Inputs.tx("A", "x1", "s", 1),
        TransactionFault.NONCE,
        "nonce is 1: expected 0, the next of s");
    pool.take(2, Inputs.tx("A", "x0", "s", 0));
    rejected(Inputs.tx("A", "again", "s", 0), TransactionFault.NONCE, "expected 1, the next of s");
    rejected(Inputs.tx("A", "gap", "s", 2), TransactionFault.NONCE, "expected 1, the next of s");
  }

  @Test
  void aFullPoolRefusesMore() {
    pool.take(1, Inputs.policy("maxPending", 1));
    rejected(
        Inputs.tx("A", "t2"),
        TransactionFault.POOL_FULL,
        "the shard has 1 pending, maxPending is 1: wait");
  }

  @Test
  void aShardThatIsNotRegisteredTakesNothing() {
    pool.take(1, new Change(Map.of("creation", "REGISTERED"), null, List.of()));
    rejected(Inputs.tx("B", "t1"), TransactionFault.UNKNOWN_SHARD, "no shard B is registered");
  }

  @Test
  void aPoolThatDrainsTakesNothing() {
    pool.take(1, Inputs.command(new ShardsInput.Drain()));
    rejected(Inputs.tx("A", "t2"), TransactionFault.DRAINING, "until it resumes");
  }

  @Test
  void namesAndNoncesThatCannotBeAreRefused() {
    rejected(Inputs.tx("", "t"), TransactionFault.INVALID_ARGUMENT, "shard is empty");
    rejected(Inputs.tx("A", ""), TransactionFault.INVALID_ARGUMENT, "id is empty");
    rejected(Inputs.tx("A", "a\u0000b"), TransactionFault.INVALID_ARGUMENT, "control character");
    rejected(Inputs.tx("x".repeat(513), "t"), TransactionFault.INVALID_ARGUMENT, "513 characters");
    rejected(Inputs.tx("A", "t", "", 0), TransactionFault.INVALID_ARGUMENT, "sender is empty");
    rejected(Inputs.tx("A", "t", "s", -1), TransactionFault.OUT_OF_RANGE, "nonce is -1");
  }

  /** E4: that is legitimate, and told. */
  @Test
  void anEnvironmentThatGoesBackIsTaken() {
    pool.take(1, Inputs.environment(200));
    EnvironmentSet back = (EnvironmentSet) pool.take(2, Inputs.environment(199)).get(0);
    assertThat(back.version()).isEqualTo(2);
    assertThat(back.remark())
        .isEqualTo("number is 199 after 200: it is taken, the last one counts");
    assertThat(pool.state().environment().number()).isEqualTo(199);
  }

  @Test
  void anEnvironmentBelowZeroIsRefused() {
    ShardsFact fact = unmoved(Inputs.environment(-1));
    assertThat(((EnvironmentRefused) fact).detail()).isEqualTo("number is -1: expected 0 or more");
  }

  @Test
  void aWorkerThatIsNotThereIsFenced() {
    fenced(Inputs.beat("w9", 1), WorkerFault.UNKNOWN_WORKER, "join");
    fenced(
        Inputs.beat("w1", 2),
        WorkerFault.UNKNOWN_WORKER,
        "no worker w1 is in the pool with incarnation 2: join first");
    fenced(Inputs.leave("w9"), WorkerFault.UNKNOWN_WORKER, "join");
  }

  @Test
  void anEarlierIncarnationIsFenced() {
    pool.take(1, Inputs.join("w1", 5, 1));
    fenced(Inputs.beat("w1", 1), WorkerFault.STALE_INCARNATION, "but 5 has joined since: stop");
    fenced(Inputs.join("w1", 4, 1), WorkerFault.STALE_INCARNATION, "but 5 has joined since: stop");
    fenced(Inputs.leave("w1"), WorkerFault.STALE_INCARNATION, "but 5 has joined since: stop");
  }

  @Test
  void aWorkerWithoutSlotsOrWithoutANameIsRefused() {
    fenced(Inputs.join("w3", 1, 0), WorkerFault.OUT_OF_RANGE, "slots is 0: expected 1 to 1000");
    fenced(Inputs.join("w3", 1, 1001), WorkerFault.OUT_OF_RANGE, "slots is 1001");
    fenced(Inputs.join("", 1, 1), WorkerFault.INVALID_ARGUMENT, "worker is empty");
  }

  @Test
  void policiesAndCommandsThatCannotBeAreRefused() {
    policyRefused(Inputs.policy("maxBatch", -1), PolicyFault.OUT_OF_RANGE, "maxBatch is -1");
    policyRefused(
        Inputs.policy("sessionTimeoutMs", Long.MAX_VALUE),
        PolicyFault.OUT_OF_RANGE,
        "sessionTimeoutMs is " + Long.MAX_VALUE);
    policyRefused(
        Inputs.command(new ShardsInput.Shutdown(-1L)), PolicyFault.OUT_OF_RANGE, "timeoutMs is -1");
    policyRefused(
        Inputs.command(new ShardsInput.Register("", null)),
        PolicyFault.INVALID_ARGUMENT,
        "is empty");
    policyRefused(
        Inputs.command(new ShardsInput.Register("B", -5L)),
        PolicyFault.OUT_OF_RANGE,
        "quantumMs is -5");
    policyRefused(
        Inputs.command(new ShardsInput.Schedule("Z")),
        PolicyFault.NOT_FOUND,
        "the pool has no shard Z: register it");
    policyRefused(
        new Change(Map.of(), null, List.of("creation")),
        PolicyFault.UNSUPPORTED_VALUE,
        "creation: this version does not know the symbol");
  }

  /** F7: it beats, but its lease comes to nothing; its slot gets no other shard until it speaks. */
  @Test
  void aWorkerThatBeatsButHangsLosesItsShardAndItsSlotWaitsForAWord() {
    pool.take(1, Inputs.policy("sessionTimeoutMs", 1000L, "leaseTimeoutMs", 300L));
    pool.take(2, Inputs.leave("w2"));
    for (long at = 100; at <= 400; at += 100) {
      pool.take(at, Inputs.beat("w1", 1));
    }
    assertThat(pool.state().shard("A").stage()).isEqualTo(ShardStage.PENDING);
    assertThat(pool.state().worker("w1").parked()).containsExactly(new PoolWorker.Parked("A", 1));

    List<ShardsFact> late = pool.take(450, Inputs.done("A", "w1", 1, 1));
    assertThat(((ReportRefused) late.get(0)).reason()).isEqualTo(ReportFault.STALE_EPOCH);
    assertThat(late.get(1)).isInstanceOf(SlotFreed.class);
    assertThat(pool.state().shard("A").epoch()).isEqualTo(2);
    assertThat(pool.state().shard("A").stage()).isEqualTo(ShardStage.RUNNING);
  }

  private ShardsFact unmoved(ShardsInput input) {
    long before = pool.digest();
    List<ShardsFact> facts = pool.take(pool.now(), input);
    assertThat(pool.digest()).as("the state after %s", input).isEqualTo(before);
    assertThat(facts).hasSize(1);
    return facts.get(0);
  }

  private void refused(ShardsInput input, ReportFault reason, String detail) {
    ReportRefused refused = (ReportRefused) unmoved(input);
    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused.detail()).contains(detail);
  }

  private void rejected(ShardsInput input, TransactionFault reason, String detail) {
    TransactionRefused refused = (TransactionRefused) unmoved(input);
    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused.detail()).contains(detail);
  }

  private void fenced(ShardsInput input, WorkerFault reason, String detail) {
    WorkerRefused refused = (WorkerRefused) unmoved(input);
    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused.detail()).contains(detail);
  }

  private void policyRefused(ShardsInput input, PolicyFault reason, String detail) {
    PolicyRefused refused = (PolicyRefused) unmoved(input);
    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused.detail()).contains(detail);
  }
}

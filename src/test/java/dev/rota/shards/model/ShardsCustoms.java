package dev.rota.shards.model;

import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.traffic.Traffic;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.EnvironmentOutcome;
import dev.rota.shards.EnvironmentOutcomeKind;
import dev.rota.shards.ExecutionAccepted;
import dev.rota.shards.ExecutionRefused;
import dev.rota.shards.Failed;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.Leaving;
import dev.rota.shards.NonceRule;
import dev.rota.shards.PolicyOutcome;
import dev.rota.shards.PolicyOutcomeKind;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.Register;
import dev.rota.shards.ReportKind;
import dev.rota.shards.Resume;
import dev.rota.shards.Schedule;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.TransactionOutcome;
import dev.rota.shards.TransactionOutcomeKind;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerFenced;
import dev.rota.shards.WorkerOutcome;
import dev.rota.shards.wire.ShardsWire;
import dev.rota.testing.laws.Customs;
import dev.rota.testing.likeness.Likeness;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/** What the laws have to know of the shards. */
public final class ShardsCustoms implements Customs<ShardsState> {
  private static final String UNDERTAKER = "undertaker";

  /** A hostile pool has eight shards at most, and S1 keeps them for ever. */
  private static final int SHARDS_MAX = 8;

  /** Policy, counters, standing, environment. */
  private static final int SINGLES = 4;

  private static final Set<TransactionOutcomeKind> TO_A_TRANSACTION =
      EnumSet.of(TransactionOutcomeKind.ACCEPTED, TransactionOutcomeKind.REJECTED);

  @Override
  public boolean isAnswer(SpecificRecord input, Output output) {
    if (!(output.record() instanceof PoolOutcome outcome)) {
      return false;
    }
    Object event = outcome.getEvent();
    if (input instanceof ShardTransaction) {
      return event instanceof TransactionOutcome t && TO_A_TRANSACTION.contains(t.getOutcome());
    }
    if (input instanceof BlockEnvironment) {
      return event instanceof EnvironmentOutcome;
    }
    if (input instanceof ShardPolicy) {
      return event instanceof PolicyOutcome;
    }
    return isAnswerToAWorker(((WorkerEvent) input).getEvent(), event);
  }

  private static boolean isAnswerToAWorker(Object said, Object event) {
    if (said instanceof Joined || said instanceof Heartbeat || said instanceof Leaving) {
      return event instanceof WorkerOutcome || event instanceof WorkerFenced;
    }
    return event instanceof ShardBlock
        || event instanceof ExecutionAccepted
        || event instanceof ExecutionRefused;
  }

  /** F6: a worker that is there still is. */
  @Override
  public boolean isSilent(ShardsState state, SpecificRecord input) {
    if (!(input instanceof WorkerEvent said && said.getEvent() instanceof Heartbeat)) {
      return false;
    }
    PoolWorker live = state.worker(said.getWorker());
    return !state.policy().beatsAnswered()
        && live != null
        && live.incarnation == said.getIncarnation();
  }

  @Override
  public boolean isRefusal(Output output) {
    if (!(output.record() instanceof PoolOutcome outcome)) {
      return false;
    }
    Object event = outcome.getEvent();
    return (event instanceof TransactionOutcome t
            && t.getOutcome() == TransactionOutcomeKind.REJECTED)
        || event instanceof ExecutionRefused
        || event instanceof WorkerFenced
        || (event instanceof EnvironmentOutcome e
            && e.getOutcome() == EnvironmentOutcomeKind.REFUSED)
        || (event instanceof PolicyOutcome p && p.getOutcome() == PolicyOutcomeKind.REFUSED);
  }

  /**
   * At once: a transaction is refused as pending, a report as settled, a policy is in force
   * already, a worker is there already. E4 counts every environment, and S3 looks at an idle shard
   * anew.
   */
  @Override
  public boolean harmless(Repeat repeat) {
    if (!repeat.atOnce()) {
      return true;
    }
    if (repeat.changed()) {
      return repeat.input() instanceof BlockEnvironment
          || (repeat.input() instanceof ShardPolicy policy
              && policy.getControl() instanceof Schedule);
    }
    return repeat.again().stream().allMatch(output -> isRefusal(output) || isUnmoved(output));
  }

  private static boolean isUnmoved(Output output) {
    if (!(output.record() instanceof PoolOutcome outcome)) {
      return false;
    }
    Object event = outcome.getEvent();
    return event instanceof PolicyOutcome
        || event instanceof WorkerOutcome
        || (event instanceof ExecutionAccepted taken && taken.getReport() == ReportKind.STARTED);
  }

  /**
   * Every worker goes, what runs fails, and one worker with room for all fails the rest: batch
   * after batch, for which the last epoch is the one in force or the next.
   */
  @Override
  public List<Traffic.Event> ending(String pool, ShardsState state, long atMillis) {
    List<SpecificRecord> records = new ArrayList<>();
    ShardPolicy.Builder policy = ShardPolicy.newBuilder().setPool(pool);
    records.add(
        policy
            .setQuantumMs(1_000_000L)
            .setSessionTimeoutMs(0L)
            .setLeaseTimeoutMs(0L)
            .setMaxBatch(0)
            .setNonces(NonceRule.OFF)
            .build());
    for (PoolWorker worker : state.fleet().all()) {
      records.add(new WorkerEvent(pool, worker.name, worker.incarnation, new Leaving()));
    }
    for (Shard shard : state.allShards()) {
      if (shard.lease() != null) {
        Failed failed = new Failed(shard.name, shard.epoch, shard.lease().cycle(), "over");
        records.add(new WorkerEvent(pool, shard.lease().worker(), 1L, failed));
      }
      records.add(command(pool, new Register(shard.name, null)));
    }
    records.add(command(pool, new Resume()));
    records.add(new WorkerEvent(pool, UNDERTAKER, 1L, new Joined(SHARDS_MAX)));
    for (Shard shard : state.allShards()) {
      for (long cycle = 1; cycle <= shard.pool.size(); cycle++) {
        Failed failed = new Failed(shard.name, shard.epoch + 1, cycle, "over");
        records.add(new WorkerEvent(pool, UNDERTAKER, 1L, failed));
      }
    }
    records.add(new WorkerEvent(pool, UNDERTAKER, 1L, new Leaving()));
    return records.stream()
        .map(record -> new Traffic.Event(topic(record), atMillis, record))
        .toList();
  }

  private static ShardPolicy command(String pool, Object control) {
    return ShardPolicy.newBuilder().setPool(pool).setControl(control).build();
  }

  private static String topic(SpecificRecord record) {
    return record instanceof ShardPolicy ? ShardsWire.POLICIES : ShardsWire.WORKERS;
  }

  /** No outcome names these, but who asks why is told them: ShardsTruthTest tries each. */
  @Override
  public Map<String, String> unreached() {
    return Map.of(
        "rule shards L1", "why a shard waits, or a worker has no free slot",
        "rule shards L6", "why a batch takes no more",
        "rule shards W2", "why another worker got the shard",
        "rule shards W3", "why another worker got the shard");
  }

  @Override
  public Likeness likeness() {
    return ShardsLikeness.likeness();
  }

  @Override
  public int rowsLeft() {
    return SINGLES + SHARDS_MAX;
  }

  @Override
  public boolean hasDeadlines() {
    return true;
  }

  /** Every output says when it happened: what fires does so at its deadline. */
  @Override
  public OptionalLong dueAt(Output output) {
    if (output.record() == null) {
      return OptionalLong.empty();
    }
    return output.record() instanceof ShardAssignment assignment
        ? OptionalLong.of(assignment.getAt())
        : OptionalLong.of(((PoolOutcome) output.record()).getAt());
  }

  /** A transaction waits in an idle shard. */
  @Override
  public void spoil(ShardsState state) {
    Shard ghost = state.create("ghost");
    state.accept(ghost, PooledTransaction.of("lost", null, null, OpaqueBytes.NONE, 0));
  }
}

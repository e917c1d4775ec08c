package dev.rota.shards.wire;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.shards.AssignedTransaction;
import dev.rota.shards.EndOfLease;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.VersionedEnvironment;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.ExecutionEnvironment;
import dev.rota.shards.model.PoolFact;
import dev.rota.shards.model.ShardFact;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.WorkerFact;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Converts published facts to records. */
final class ShardsOutputConverter {
  private ShardsOutputConverter() {}

  /** Returns the record, or null if the fact is not published. */
  static Output write(String pool, ShardsFact fact) {
    if (fact instanceof LeaseGranted granted) {
      return assignment(work(pool, granted.work(), fact.atMillis()), "shards F1");
    }
    if (fact instanceof CycleBegun begun) {
      return assignment(work(pool, begun.work(), fact.atMillis()), "shards L3");
    }
    if (fact instanceof LeaseEnded ended) {
      return assignment(end(pool, ended), ended.cause().rule());
    }
    if (fact instanceof ShardFact shard) {
      return WorkerOutcomes.of(pool, shard);
    }
    return fact instanceof WorkerFact worker
        ? WorkerOutcomes.of(pool, worker)
        : PoolOutcomes.of(pool, (PoolFact) fact);
  }

  private static Output assignment(ShardAssignment record, String rule) {
    return new Output(Channel.ASSIGNMENTS, record, rule);
  }

  /** Returns the outcome record with this event. */
  static Output outcome(String pool, ShardsFact fact, Object event, String rule) {
    return new Output(Channel.OUTCOMES, new PoolOutcome(pool, fact.atMillis(), event), rule);
  }

  private static ShardAssignment work(String pool, CycleWork work, long atMillis) {
    List<AssignedTransaction> transactions = new ArrayList<>(work.transactions().size());
    for (ShardFact.Item item : work.transactions()) {
      transactions.add(
          new AssignedTransaction(
              item.id(), item.sender(), item.nonce(), ByteBuffer.wrap(item.payload().content())));
    }
    return new ShardAssignment(
        pool,
        work.shard(),
        work.worker(),
        work.epoch(),
        work.cycle(),
        atMillis,
        null,
        work.block(),
        work.parentRoot(),
        environment(work.environment(), work.version()),
        work.firstSeq(),
        transactions.size(),
        transactions,
        work.quantumLeft());
  }

  private static VersionedEnvironment environment(ExecutionEnvironment e, long version) {
    return new VersionedEnvironment(
        version,
        e.number(),
        e.timestamp(),
        e.l1GasPriceWei(),
        e.l1GasPriceFri(),
        e.sequencerAddress(),
        e.protocolVersion());
  }

  private static ShardAssignment end(String pool, LeaseEnded ended) {
    return new ShardAssignment(
        pool,
        ended.shard(),
        ended.worker(),
        ended.epoch(),
        ended.cycle(),
        ended.atMillis(),
        new EndOfLease(ShardsSymbols.of(ended.cause())),
        null,
        null,
        null,
        null,
        0,
        List.of(),
        null);
  }
}

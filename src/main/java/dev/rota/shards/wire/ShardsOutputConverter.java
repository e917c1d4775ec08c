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
import dev.rota.shards.model.ShardFact.BatchRemoved;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.Progressed;
import dev.rota.shards.model.ShardFact.ReportAccepted;
import dev.rota.shards.model.ShardFact.ReportRefused;
import dev.rota.shards.model.ShardFact.ShardPassedOver;
import dev.rota.shards.model.ShardFact.ShardScheduled;
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
    return switch (fact) {
      case LeaseGranted f -> assignment(work(pool, f.work(), f.atMillis()), "shards F1");
      case CycleBegun f -> assignment(work(pool, f.work(), f.atMillis()), "shards L3");
      case LeaseEnded f -> assignment(end(pool, f), f.cause().rule());
      case BlockMade f -> outcome(pool, f, WorkerOutcomes.block(f), "shards L5");
      case ReportAccepted f -> outcome(pool, f, WorkerOutcomes.accepted(f), f.reported().rule());
      case ReportRefused f -> outcome(pool, f, WorkerOutcomes.refused(f), f.reason().rule());
      case WorkerFact f -> WorkerOutcomes.of(pool, f);
      case PoolFact f -> PoolOutcomes.of(pool, f);
      case ShardScheduled _, ShardPassedOver _, Progressed _, BatchRemoved _ -> null;
    };
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

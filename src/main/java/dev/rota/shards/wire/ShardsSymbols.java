package dev.rota.shards.wire;

import dev.rota.shards.EndReason;
import dev.rota.shards.ExecutionRefusal;
import dev.rota.shards.FenceReason;
import dev.rota.shards.GoneReason;
import dev.rota.shards.PolicyReason;
import dev.rota.shards.RejectReason;
import dev.rota.shards.ReportKind;
import dev.rota.shards.TransactionOutcomeKind;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.PoolFact.PolicyFault;
import dev.rota.shards.model.PoolFact.TransactionFault;
import dev.rota.shards.model.SessionEnd;
import dev.rota.shards.model.ShardFact.ReportFault;
import dev.rota.shards.model.ShardFact.Reported;
import dev.rota.shards.model.TransactionLoss;
import dev.rota.shards.model.WorkerFact.WorkerFault;

/** Maps the rules' constants to the schemas' symbols. The compiler checks that none is missing. */
final class ShardsSymbols {
  private ShardsSymbols() {}

  static RejectReason of(TransactionFault it) {
    return switch (it) {
      case DUPLICATE -> RejectReason.DUPLICATE;
      case NONCE -> RejectReason.NONCE;
      case POOL_FULL -> RejectReason.POOL_FULL;
      case UNKNOWN_SHARD -> RejectReason.UNKNOWN_SHARD;
      case DRAINING -> RejectReason.DRAINING;
      case INVALID_ARGUMENT -> RejectReason.INVALID_ARGUMENT;
      case OUT_OF_RANGE -> RejectReason.OUT_OF_RANGE;
    };
  }

  static TransactionOutcomeKind of(TransactionLoss it) {
    return switch (it) {
      case FAILED -> TransactionOutcomeKind.FAILED;
      case BATCH_FAILED -> TransactionOutcomeKind.BATCH_FAILED;
      case POISON -> TransactionOutcomeKind.POISON;
    };
  }

  static PolicyReason of(PolicyFault it) {
    return switch (it) {
      case NOT_FOUND -> PolicyReason.NOT_FOUND;
      case INVALID_ARGUMENT -> PolicyReason.INVALID_ARGUMENT;
      case OUT_OF_RANGE -> PolicyReason.OUT_OF_RANGE;
      case UNSUPPORTED_VALUE -> PolicyReason.UNSUPPORTED_VALUE;
    };
  }

  static ReportKind of(Reported it) {
    return switch (it) {
      case STARTED -> ReportKind.STARTED;
      case NOTHING_EXECUTED -> ReportKind.NOTHING_EXECUTED;
      case FAILED -> ReportKind.FAILED;
      case RELEASED -> ReportKind.RELEASED;
    };
  }

  static ExecutionRefusal of(ReportFault it) {
    return switch (it) {
      case UNKNOWN_SHARD -> ExecutionRefusal.UNKNOWN_SHARD;
      case WRONG_WORKER -> ExecutionRefusal.WRONG_WORKER;
      case DUPLICATE -> ExecutionRefusal.DUPLICATE;
      case UNKNOWN_CYCLE -> ExecutionRefusal.UNKNOWN_CYCLE;
      case STALE_EPOCH -> ExecutionRefusal.STALE_EPOCH;
      case UNKNOWN_EPOCH -> ExecutionRefusal.UNKNOWN_EPOCH;
      case MALFORMED -> ExecutionRefusal.MALFORMED;
    };
  }

  static FenceReason of(WorkerFault it) {
    return switch (it) {
      case UNKNOWN_WORKER -> FenceReason.UNKNOWN_WORKER;
      case STALE_INCARNATION -> FenceReason.STALE_INCARNATION;
      case INVALID_ARGUMENT -> FenceReason.INVALID_ARGUMENT;
      case OUT_OF_RANGE -> FenceReason.OUT_OF_RANGE;
    };
  }

  static GoneReason of(SessionEnd it) {
    return switch (it) {
      case SESSION -> GoneReason.SESSION;
      case SUPERSEDED -> GoneReason.SUPERSEDED;
      case LEFT -> GoneReason.LEFT;
    };
  }

  static EndReason of(EndCause it) {
    return switch (it) {
      case EMPTY -> EndReason.EMPTY;
      case QUANTUM -> EndReason.QUANTUM;
      case LEAVING -> EndReason.LEAVING;
      case RELEASED -> EndReason.RELEASED;
      case NO_PROGRESS -> EndReason.NO_PROGRESS;
      case WORKER_LOST -> EndReason.WORKER_LOST;
      case SUPERSEDED -> EndReason.SUPERSEDED;
      case LEASE_EXPIRED -> EndReason.LEASE_EXPIRED;
      case SHUTDOWN -> EndReason.SHUTDOWN;
    };
  }
}

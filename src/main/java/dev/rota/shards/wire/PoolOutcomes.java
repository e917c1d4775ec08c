package dev.rota.shards.wire;

import dev.rota.kernel.domain.Output;
import dev.rota.shards.EnvironmentOutcome;
import dev.rota.shards.EnvironmentOutcomeKind;
import dev.rota.shards.PolicyOutcome;
import dev.rota.shards.PolicyOutcomeKind;
import dev.rota.shards.RejectReason;
import dev.rota.shards.Terminated;
import dev.rota.shards.TransactionOutcome;
import dev.rota.shards.TransactionOutcomeKind;
import dev.rota.shards.model.PoolFact;
import dev.rota.shards.model.PoolFact.Ended;
import dev.rota.shards.model.PoolFact.EnvironmentRefused;
import dev.rota.shards.model.PoolFact.EnvironmentSet;
import dev.rota.shards.model.PoolFact.PolicyRefused;
import dev.rota.shards.model.PoolFact.PolicySet;
import dev.rota.shards.model.PoolFact.ShardRegistered;
import dev.rota.shards.model.PoolFact.Stood;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.PoolFact.TransactionRefused;

/** Outcomes of transactions, environments, policies and commands. */
final class PoolOutcomes {
  private PoolOutcomes() {}

  /** Returns the outcome, or null if there is none. */
  static Output of(String pool, PoolFact fact) {
    return switch (fact) {
      case TransactionAccepted f -> {
        TransactionOutcome accepted =
            transaction(
                f.shard(), f.id(), TransactionOutcomeKind.ACCEPTED, null, f.remark(), f.seq());
        yield ShardsOutputConverter.outcome(pool, f, accepted, "shards T1");
      }
      case TransactionRefused f -> {
        TransactionOutcome rejected =
            transaction(
                f.shard(),
                f.id(),
                TransactionOutcomeKind.REJECTED,
                ShardsSymbols.of(f.reason()),
                f.detail(),
                null);
        yield ShardsOutputConverter.outcome(pool, f, rejected, f.rule());
      }
      case TransactionLost f -> ShardsOutputConverter.outcome(pool, f, lost(f), f.loss().rule());
      case Ended f -> ShardsOutputConverter.outcome(pool, f, new Terminated(), f.rule());
      case EnvironmentSet f -> {
        EnvironmentOutcome applied =
            new EnvironmentOutcome(
                f.environment().number(), f.version(), EnvironmentOutcomeKind.APPLIED, f.remark());
        yield ShardsOutputConverter.outcome(pool, f, applied, "shards E4");
      }
      case EnvironmentRefused f -> {
        EnvironmentOutcome refused =
            new EnvironmentOutcome(f.number(), null, EnvironmentOutcomeKind.REFUSED, f.detail());
        yield ShardsOutputConverter.outcome(pool, f, refused, "shards E4");
      }
      case PolicySet f -> {
        PolicyOutcome applied = new PolicyOutcome(PolicyOutcomeKind.APPLIED, null, null);
        yield ShardsOutputConverter.outcome(pool, f, applied, f.rule());
      }
      case PolicyRefused f -> {
        PolicyOutcome refused =
            new PolicyOutcome(PolicyOutcomeKind.REFUSED, ShardsSymbols.of(f.reason()), f.detail());
        yield ShardsOutputConverter.outcome(pool, f, refused, f.rule());
      }
      case ShardRegistered _, Stood _ -> null;
    };
  }

  private static TransactionOutcome transaction(
      String shard,
      String id,
      TransactionOutcomeKind kind,
      RejectReason reason,
      String detail,
      Long seq) {
    return new TransactionOutcome(shard, id, kind, reason, detail, seq, null, null);
  }

  private static TransactionOutcome lost(TransactionLost f) {
    return new TransactionOutcome(
        f.shard(),
        f.id(),
        ShardsSymbols.of(f.loss()),
        null,
        f.detail(),
        null,
        f.epoch(),
        f.cycle());
  }
}

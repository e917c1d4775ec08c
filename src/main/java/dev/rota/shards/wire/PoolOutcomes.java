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
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.PoolFact.TransactionRefused;

/** Outcomes of transactions, environments, policies and commands. */
final class PoolOutcomes {
  private PoolOutcomes() {}

  /** Returns the outcome, or null if there is none. */
  static Output of(String pool, PoolFact fact) {
    if (fact instanceof TransactionAccepted f) {
      TransactionOutcome accepted =
          transaction(
              f.shard(), f.id(), TransactionOutcomeKind.ACCEPTED, null, f.remark(), f.seq());
      return ShardsOutputConverter.outcome(pool, f, accepted, "shards T1");
    }
    if (fact instanceof TransactionRefused f) {
      TransactionOutcome rejected =
          transaction(
              f.shard(),
              f.id(),
              TransactionOutcomeKind.REJECTED,
              ShardsSymbols.of(f.reason()),
              f.detail(),
              null);
      return ShardsOutputConverter.outcome(pool, f, rejected, f.rule());
    }
    if (fact instanceof TransactionLost f) {
      return ShardsOutputConverter.outcome(pool, f, lost(f), f.loss().rule());
    }
    if (fact instanceof Ended f) {
      return ShardsOutputConverter.outcome(pool, f, new Terminated(), f.rule());
    }
    return ofPool(pool, fact);
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

  private static Output ofPool(String pool, PoolFact fact) {
    if (fact instanceof EnvironmentSet f) {
      EnvironmentOutcome applied =
          new EnvironmentOutcome(
              f.environment().number(), f.version(), EnvironmentOutcomeKind.APPLIED, f.remark());
      return ShardsOutputConverter.outcome(pool, f, applied, "shards E4");
    }
    if (fact instanceof EnvironmentRefused f) {
      EnvironmentOutcome refused =
          new EnvironmentOutcome(f.number(), null, EnvironmentOutcomeKind.REFUSED, f.detail());
      return ShardsOutputConverter.outcome(pool, f, refused, "shards E4");
    }
    if (fact instanceof PolicySet f) {
      PolicyOutcome applied = new PolicyOutcome(PolicyOutcomeKind.APPLIED, null, null);
      return ShardsOutputConverter.outcome(pool, f, applied, f.rule());
    }
    if (fact instanceof PolicyRefused f) {
      PolicyOutcome refused =
          new PolicyOutcome(PolicyOutcomeKind.REFUSED, ShardsSymbols.of(f.reason()), f.detail());
      return ShardsOutputConverter.outcome(pool, f, refused, f.rule());
    }
    return null;
  }
}

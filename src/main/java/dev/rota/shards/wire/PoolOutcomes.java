package dev.rota.shards.wire;

import dev.rota.shards.EnvironmentOutcome;
import dev.rota.shards.EnvironmentOutcomeKind;
import dev.rota.shards.PolicyOutcome;
import dev.rota.shards.PolicyOutcomeKind;
import dev.rota.shards.PolicyReason;
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

/** What became of transactions, environments, policies and commands. */
final class PoolOutcomes {
  private PoolOutcomes() {}

  /** The branch of the outcome, or null when nobody is told. */
  static Object of(PoolFact fact) {
    if (fact instanceof TransactionAccepted f) {
      return new TransactionOutcome(
          f.shard(),
          f.id(),
          TransactionOutcomeKind.ACCEPTED,
          null,
          f.remark(),
          f.seq(),
          null,
          null);
    }
    if (fact instanceof TransactionRefused f) {
      return new TransactionOutcome(
          f.shard(),
          f.id(),
          TransactionOutcomeKind.REJECTED,
          RejectReason.valueOf(f.reason().name()),
          f.detail(),
          null,
          null,
          null);
    }
    if (fact instanceof TransactionLost f) {
      return new TransactionOutcome(
          f.shard(),
          f.id(),
          TransactionOutcomeKind.valueOf(f.loss().name()),
          null,
          f.detail(),
          null,
          f.epoch(),
          f.cycle());
    }
    if (fact instanceof Ended) {
      return new Terminated();
    }
    return ofPool(fact);
  }

  private static Object ofPool(PoolFact fact) {
    if (fact instanceof EnvironmentSet f) {
      return new EnvironmentOutcome(
          f.environment().number(), f.version(), EnvironmentOutcomeKind.APPLIED, f.remark());
    }
    if (fact instanceof EnvironmentRefused f) {
      return new EnvironmentOutcome(f.number(), null, EnvironmentOutcomeKind.REFUSED, f.detail());
    }
    if (fact instanceof PolicySet) {
      return new PolicyOutcome(PolicyOutcomeKind.APPLIED, null, null);
    }
    if (fact instanceof PolicyRefused f) {
      return new PolicyOutcome(
          PolicyOutcomeKind.REFUSED, PolicyReason.valueOf(f.reason().name()), f.detail());
    }
    return null;
  }
}

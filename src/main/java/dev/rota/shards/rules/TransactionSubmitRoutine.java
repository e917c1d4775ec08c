package dev.rota.shards.rules;

import dev.rota.kernel.domain.NameCheck;
import dev.rota.kernel.engine.Step;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionFault;
import dev.rota.shards.model.PoolFact.TransactionRefused;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.ServingPhase;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardStage;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput.Submit;
import dev.rota.shards.model.ShardsView;
import java.util.List;

/** Accepts or refuses a transaction (section 4). */
final class TransactionSubmitRoutine {
  private static final String NO_WORKER =
      "no worker is in the pool: the transaction waits until one joins";

  private TransactionSubmitRoutine() {}

  static List<Step<ShardsView, ShardsFact>> steps(
      ShardsView view, Submit submit, AcceptedNumbers intake, long nowMillis) {
    Shard shard = view.shard(submit.shard());
    TransactionRefused refusal = refusal(view, shard, submit, intake, nowMillis);
    if (refusal != null) {
      return List.of(_ -> List.of(refusal));
    }
    return List.of(
        v -> List.of(accepted(v, shard, submit, nowMillis)),
        v -> scheduled(shard == null ? v.shard(submit.shard()) : shard, nowMillis));
  }

  private static TransactionRefused refusal(
      ShardsView view, Shard shard, Submit submit, AcceptedNumbers intake, long nowMillis) {
    TransactionRefused unfit = unfit(submit, intake, nowMillis);
    if (unfit != null) {
      return unfit;
    }
    PoolPolicy policy = view.policy();
    if (view.standing().phase() == ServingPhase.DRAINING) {
      return no(
          submit,
          TransactionFault.DRAINING,
          "the pool drains: wait until it resumes",
          nowMillis,
          "D5");
    }
    if (shard == null && policy.registered()) {
      String detail = "no shard " + submit.shard() + " is registered: register it first";
      return no(submit, TransactionFault.UNKNOWN_SHARD, detail, nowMillis, "S1");
    }
    if (shard != null && shard.pool().has(submit.id())) {
      String detail =
          "id " + submit.id() + " is pending already: wait for its outcome, or take another id";
      return no(submit, TransactionFault.DUPLICATE, detail, nowMillis, "T2");
    }
    if (shard != null && policy.maxPending() > 0 && shard.pool().size() >= policy.maxPending()) {
      String detail =
          "the shard has "
              + shard.pool().size()
              + " pending, maxPending is "
              + policy.maxPending()
              + ": wait for some to be executed, and send it again";
      return no(submit, TransactionFault.POOL_FULL, detail, nowMillis, "T5");
    }
    return policy.strict() ? nonceRefusal(shard, submit, intake, nowMillis) : null;
  }

  private static TransactionRefused unfit(Submit submit, AcceptedNumbers intake, long nowMillis) {
    String wrong = NameCheck.wrong("shard", submit.shard());
    wrong = wrong == null ? NameCheck.wrong("id", submit.id()) : wrong;
    if (wrong == null && submit.sender() != null) {
      wrong = NameCheck.wrong("sender", submit.sender());
    }
    if (wrong != null) {
      return no(submit, TransactionFault.INVALID_ARGUMENT, wrong, nowMillis, "T1");
    }
    String wrongNonce = submit.nonce() == null ? null : intake.wrongNonce(submit.nonce());
    return wrongNonce == null
        ? null
        : no(submit, TransactionFault.OUT_OF_RANGE, wrongNonce, nowMillis, "T4");
  }

  /** Refuses a gap like a repetition, parks nothing (T4). Without a sender there is no order. */
  private static TransactionRefused nonceRefusal(
      Shard shard, Submit submit, AcceptedNumbers intake, long nowMillis) {
    if (submit.sender() == null) {
      return null;
    }
    long next = shard == null ? 0 : shard.accounts().next(submit.sender());
    if (submit.nonce() != null && submit.nonce() == next) {
      return null;
    }
    String expected =
        intake.isUsedUp(next)
            ? "expected none, as " + submit.sender() + " has used its last one: take another sender"
            : "expected " + next + ", the next of " + submit.sender();
    String detail = "nonce is " + submit.nonce() + ": " + expected;
    return no(submit, TransactionFault.NONCE, detail, nowMillis, "T4");
  }

  private static TransactionRefused no(
      Submit submit, TransactionFault reason, String detail, long nowMillis, String rule) {
    return new TransactionRefused(
        submit.shard(), submit.id(), reason, detail, nowMillis, "shards " + rule);
  }

  private static TransactionAccepted accepted(
      ShardsView view, Shard shard, Submit submit, long nowMillis) {
    return new TransactionAccepted(
        submit.shard(),
        shard == null ? 1 : shard.pool().tail(),
        submit.id(),
        submit.sender(),
        submit.nonce(),
        submit.payload(),
        view.hasWorker() ? null : NO_WORKER,
        nowMillis);
  }

  /** Schedules an idle shard once, so that no transaction waits in it (S3). */
  static List<ShardsFact> scheduled(Shard shard, long nowMillis) {
    return shard.stage() == ShardStage.IDLE
        ? List.of(new ShardScheduled(shard.name(), nowMillis))
        : List.of();
  }
}

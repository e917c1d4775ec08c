package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.BatchLimit;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardStage;
import dev.rota.shards.model.ShardsState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why a transaction is executed, or waits. */
final class TransactionNow {
  private TransactionNow() {}

  static Optional<Reason> of(SoughtTransaction sought, ShardsState state, long atMillis) {
    List<Candidate> found = new ArrayList<>();
    Reason last = null;
    for (Shard shard : state.allShards()) {
      String id = sought.in(shard);
      if (id != null) {
        last = of(shard, id, state, atMillis);
        found.add(
            new Candidate(
                ShardsPhrases.transaction(shard.name(), id), false, last.what(), last.rule()));
      }
    }
    return found.size() <= 1
        ? Optional.ofNullable(last)
        : Optional.of(
            new Reason(
                "is pending in "
                    + found.size()
                    + " shards: ask for "
                    + found.get(0).thing().id()
                    + " or another one of them",
                "shards T2",
                found));
  }

  private static Reason of(Shard shard, String id, ShardsState state, long atMillis) {
    if (shard.stage() != ShardStage.RUNNING) {
      return waiting(shard, id, state, atMillis);
    }
    return shard.executes(id)
        ? running(shard, id, state.policy(), atMillis)
        : behind(shard, id, state.policy(), atMillis);
  }

  private static Reason running(Shard shard, String id, PoolPolicy policy, long atMillis) {
    return new Reason(
        "is in execution as number "
            + shard.pool().place(id)
            + " of its batch"
            + runs(shard, policy, atMillis),
        "shards L2");
  }

  private static Reason behind(Shard shard, String id, PoolPolicy policy, long atMillis) {
    BatchLimit limit = shard.limitOut(policy);
    Reason behind =
        limit == null
            ? new Reason("not in the batch that is out", "shards L2")
            : BatchContents.full(limit);
    return new Reason(
        "waits for another cycle at "
            + BatchContents.place(shard, shard.pool().place(id))
            + ", as "
            + (limit == null ? "the batch that is out was collected without it" : behind.what())
            + runs(shard, policy, atMillis),
        behind.rule(),
        BatchContents.upTo(shard, id, shard.out(), true, behind, ShardNow.AHEAD_MAX));
  }

  private static String runs(Shard shard, PoolPolicy policy, long atMillis) {
    return ": its shard "
        + shard.name()
        + " runs on worker "
        + shard.lease().worker()
        + ", "
        + LeasePhrases.standing(shard, policy, atMillis)
        + LeasePhrases.lost(shard.attempts(), shard.suspects(), policy);
  }

  private static Reason waiting(Shard shard, String id, ShardsState state, long atMillis) {
    int place = shard.pool().place(id);
    Reason ofShard = ShardNow.of(shard, state, atMillis);
    int batch = shard.batch(state.policy()).size();
    BatchLimit limit = shard.limit(state.policy(), batch);
    Reason behind = limit == null ? null : BatchContents.full(limit);
    String next =
        place <= batch
            ? "in the next batch"
            : "behind the next batch of " + batch + " by " + behind.rule() + " as " + behind.what();
    List<Candidate> candidates = new ArrayList<>(ofShard.candidates());
    candidates.addAll(BatchContents.upTo(shard, id, batch, false, behind, ShardNow.AHEAD_MAX));
    return new Reason(
        "waits with its shard "
            + shard.name()
            + " at "
            + BatchContents.place(shard, place)
            + ", "
            + next
            + ": the shard "
            + ofShard.what(),
        ofShard.rule(),
        candidates);
  }
}

package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.shards.model.BatchLimit;
import dev.rota.shards.model.BatchLimit.MaxBatch;
import dev.rota.shards.model.BatchLimit.RecordSize;
import dev.rota.shards.model.BatchLimit.Suspects;
import dev.rota.shards.model.Shard;
import java.util.ArrayList;
import java.util.List;

/** Transactions of a pool: in a batch, or behind it. */
final class BatchContents {
  private BatchContents() {}

  static String place(Shard shard, int place) {
    return "place " + place + " of " + shard.pool().size();
  }

  /** Why a batch takes no more. */
  static Reason full(BatchLimit limit) {
    String what =
        switch (limit) {
          case MaxBatch(int count) -> "maxBatch is " + count;
          case Suspects _ -> "suspects of lost leases run one at a time";
          case RecordSize _ -> "its bytes fill a record";
        };
    return new Reason(what, limit.rule());
  }

  /**
   * Returns a transaction and those ahead of it as candidates, the chosen ones first.
   *
   * @param batch so many are in the batch
   * @param isOut false: it is the next one, of which nothing is chosen yet
   * @param behind why the others are not in it
   * @param most the length of the list
   */
  static List<Candidate> upTo(
      Shard shard, String id, int batch, boolean isOut, Reason behind, int most) {
    Reason in = new Reason(isOut ? "in the batch" : "in the next batch", "shards L2");
    int last = shard.pool().place(id);
    List<String> ids = new ArrayList<>();
    shard.pool().prefix(Math.min(last - 1, most)).forEach(one -> ids.add(one.id()));
    ids.add(id);
    List<Candidate> candidates = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      int place = i < ids.size() - 1 ? i + 1 : last;
      Reason why = place <= batch ? in : behind;
      String text = place(shard, place) + ", " + why.what();
      Thing thing = ShardsPhrases.transaction(shard.name(), ids.get(i));
      candidates.add(new Candidate(thing, isOut && place <= batch, text, why.rule()));
    }
    return candidates;
  }
}

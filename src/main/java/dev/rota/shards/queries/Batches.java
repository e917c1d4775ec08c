package dev.rota.shards.queries;

import dev.rota.domain.Why.Candidate;
import dev.rota.domain.Why.Reason;
import dev.rota.shards.model.BatchLimit;
import dev.rota.shards.model.BatchLimit.MaxBatch;
import dev.rota.shards.model.BatchLimit.Suspects;
import dev.rota.shards.model.Shard;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Transactions of a pool: in a batch, or behind it. */
final class Batches {
  private Batches() {}

  static String place(Shard shard, int place) {
    return "place " + place + " of " + shard.pool().size();
  }

  /** Why a batch takes no more. */
  static Reason full(BatchLimit limit) {
    String what =
        limit instanceof MaxBatch max
            ? "maxBatch is " + max.count()
            : limit instanceof Suspects
                ? "suspects of lost leases run one at a time"
                : "its bytes fill a record";
    return new Reason(what, limit.rule());
  }

  /**
   * Returns a transaction and those ahead of it as candidates, the chosen ones first.
   *
   * @param batch so many are chosen
   * @param behind why the others are not
   * @param most the length of the list
   */
  static List<Candidate> upTo(Shard shard, String id, int batch, Reason behind, int most) {
    Reason chosen = new Reason("in the batch", "shards L2");
    return ahead(shard, id, most, place -> place <= batch ? chosen : behind, batch);
  }

  /** The same of a batch that is not out yet: nothing is chosen. */
  static List<Candidate> next(Shard shard, String id, int batch, Reason behind, int most) {
    Reason next = new Reason("in the next batch", "shards L2");
    return ahead(shard, id, most, place -> place <= batch ? next : behind, 0);
  }

  private static List<Candidate> ahead(
      Shard shard, String id, int most, IntFunction<Reason> why, int chosen) {
    int last = shard.pool().place(id);
    List<String> ids = new ArrayList<>();
    shard.pool().prefix(Math.min(last - 1, most)).forEach(one -> ids.add(one.id()));
    List<Candidate> candidates = new ArrayList<>();
    for (int place = 1; place <= ids.size(); place++) {
      candidates.add(candidate(shard, ids.get(place - 1), place, why.apply(place), chosen));
    }
    candidates.add(candidate(shard, id, last, why.apply(last), chosen));
    return candidates;
  }

  private static Candidate candidate(Shard shard, String id, int place, Reason why, int chosen) {
    return new Candidate(
        Words.transaction(shard.name(), id),
        place <= chosen,
        place(shard, place) + ", " + why.what(),
        why.rule());
  }
}

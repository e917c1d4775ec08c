package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.RunQueue;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardStage;
import dev.rota.shards.model.ShardsState;
import java.util.ArrayList;
import java.util.List;

/** The candidates of a grant: the shards at the head of the run queue, and all workers. */
final class GrantCandidates {
  /** A grant tells so many shards. A queue may hold a hundred thousand. */
  private static final int HEADS = 10;

  /** A place is counted up to here, for the same reason. */
  private static final int PLACES_MAX = 1000;

  private GrantCandidates() {}

  /**
   * Returns the chosen shard and the chosen worker first.
   *
   * @param asked a shard that is told wherever it stands; null: none
   */
  static List<Candidate> of(ShardsState before, LeaseGranted granted, String asked) {
    List<Shard> heads = before.queue().first(HEADS);
    Shard head = before.shard(granted.shard());
    List<Candidate> candidates = new ArrayList<>();
    candidates.add(
        new Candidate(
            ShardsPhrases.shard(head.name()),
            true,
            "is at the head of the run queue, since " + ShardsPhrases.time(head.queuedAt()),
            "shards S4"));
    candidates.add(SlotCandidates.chosen(before, granted));
    for (Shard shard : heads) {
      if (shard != head) {
        candidates.add(behind(before.queue(), shard));
      }
    }
    Shard other = asked == null ? null : before.shard(asked);
    if (other != null && other.stage() == ShardStage.PENDING && !heads.contains(other)) {
      candidates.add(behind(before.queue(), other));
    }
    for (PoolWorker worker : before.fleet().all()) {
      if (!worker.name().equals(granted.worker())) {
        candidates.add(SlotCandidates.lost(before, granted, worker));
      }
    }
    return candidates;
  }

  private static Candidate behind(RunQueue queue, Shard shard) {
    String why = "is at " + place(queue, shard) + ", since " + ShardsPhrases.time(shard.queuedAt());
    return new Candidate(ShardsPhrases.shard(shard.name()), false, why, "shards S4");
  }

  /** The place of a pending shard, from 1. */
  static String place(RunQueue queue, Shard shard) {
    int ahead = queue.first(PLACES_MAX).indexOf(shard);
    return ahead < 0
        ? "a place behind the first " + PLACES_MAX + " of " + queue.size()
        : "place " + (ahead + 1) + " of " + queue.size();
  }
}

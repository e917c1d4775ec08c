package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Engine;
import java.time.Instant;
import java.util.List;

/** Pieces of the sentences that say why. */
final class ShardsPhrases {
  static final String SHARD = "shard";
  static final String TRANSACTION = "transaction";
  static final String WORKER = "worker";

  /** A sentence names so many of a list. */
  private static final int NAMED_MAX = 5;

  private ShardsPhrases() {}

  static Thing shard(String name) {
    return new Thing(SHARD, name);
  }

  static Thing worker(String name) {
    return new Thing(WORKER, name);
  }

  /** T2: an id is unique within its shard only. */
  static Thing transaction(String shard, String id) {
    return new Thing(TRANSACTION, shard + "/" + id);
  }

  static String time(long atMillis) {
    return atMillis == Engine.NEVER ? "never" : Instant.ofEpochMilli(atMillis).toString();
  }

  /** The end of a limit: {@code until …}. */
  static String until(long atMillis) {
    return atMillis == Engine.NEVER ? "without a limit" : "until " + time(atMillis);
  }

  static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  static String names(List<String> names) {
    int more = names.size() - NAMED_MAX;
    return more <= 0
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, NAMED_MAX)) + " and " + more + " more";
  }

  static String cycle(String shard, long epoch, long cycle) {
    return "cycle " + cycle + " of epoch " + epoch + " of shard " + shard;
  }

  /** A batch in its pool: {@code with 2 of 5 pending transactions}. */
  static String batch(int count, int pending) {
    return "with " + count + " of " + count(pending, "pending transaction");
  }
}

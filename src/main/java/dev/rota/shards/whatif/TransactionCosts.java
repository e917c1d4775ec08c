package dev.rota.shards.whatif;

import dev.rota.kernel.domain.measures.Distribution;
import dev.rota.shards.Committed;
import dev.rota.shards.model.ShardFact.Item;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How long transactions take, and which fail: those of a block share its time. */
final class TransactionCosts {
  private record Key(String shard, String id) {}

  private final Map<Key, Long> millis = new HashMap<>();
  private final Set<Key> failed = new HashSet<>();
  private final Set<Key> poison = new HashSet<>();
  private final Distribution all = new Distribution();

  /** A recorded cycle was executed. The sum of the shares is exact. */
  void add(String shard, RecordedCycle cycle, Committed said) {
    List<Item> items = cycle.items();
    int executed = said.getExecuted() == null ? items.size() : said.getExecuted();
    int done = Math.max(0, Math.min(executed, items.size()));
    long left = cycle.done().afterMillis();
    for (int i = 0; i < done; i++) {
      long share = left / (done - i);
      millis.put(new Key(shard, items.get(i).id()), share);
      all.add(share);
      left -= share;
    }
  }

  void failed(String shard, String id) {
    failed.add(new Key(shard, id));
  }

  void poison(String shard, String id) {
    poison.add(new Key(shard, id));
  }

  /** A transaction of which nothing is known takes the median. */
  long of(String shard, List<Item> batch) {
    return batch.stream()
        .mapToLong(item -> millis.getOrDefault(new Key(shard, item.id()), all.percentile(50)))
        .sum();
  }

  List<String> failedOf(String shard, List<Item> batch) {
    return batch.stream().map(Item::id).filter(id -> failed.contains(new Key(shard, id))).toList();
  }

  boolean isPoisoned(String shard, List<Item> batch) {
    return batch.stream().anyMatch(item -> poison.contains(new Key(shard, item.id())));
  }
}

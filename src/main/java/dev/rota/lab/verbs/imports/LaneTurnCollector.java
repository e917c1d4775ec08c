package dev.rota.lab.verbs.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.IndexedRecord;

/**
 * The turns of a lane, collected from its topics. A turn is complete once its ledger entry and all
 * records that the entry counts have arrived.
 */
final class LaneTurnCollector {
  private final Map<Long, Integer> counts = new HashMap<>();
  private final Map<Long, TreeMap<Integer, IndexedRecord>> records = new HashMap<>();

  void entry(long number, int outputs) {
    counts.put(number, outputs);
  }

  /**
   * Adds a record that a turn published.
   *
   * @param turn value of its header, {@code lane/number/index}
   */
  void published(String turn, IndexedRecord record) {
    String[] parts = turn.split("/", -1);
    records
        .computeIfAbsent(Long.parseLong(parts[1]), _ -> new TreeMap<>())
        .put(Integer.parseInt(parts[2]), record);
  }

  /** True if {@code count} turns from {@code first} on are complete. */
  boolean areWhole(long first, int count) {
    for (long number = first; number < first + count; number++) {
      Integer expected = counts.get(number);
      if (expected == null || records.getOrDefault(number, new TreeMap<>()).size() < expected) {
        return false;
      }
    }
    return true;
  }

  /** Removes these turns and returns their records in order. */
  List<IndexedRecord> take(long first, int count) {
    List<IndexedRecord> taken = new ArrayList<>();
    for (long number = first; number < first + count; number++) {
      counts.remove(number);
      TreeMap<Integer, IndexedRecord> published = records.remove(number);
      if (published != null) {
        taken.addAll(published.values());
      }
    }
    return taken;
  }
}

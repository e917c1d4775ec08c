package dev.rota.cli.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.IndexedRecord;

/**
 * Turns of a lane as its topics show them, each at its own pace: a turn is whole when its entry and
 * all records that the entry counts are there.
 */
final class Turns {
  private final Map<Long, Integer> counts = new HashMap<>();
  private final Map<Long, TreeMap<Integer, IndexedRecord>> records = new HashMap<>();

  /** The ledger's entry of a turn. */
  void entry(long number, int outputs) {
    counts.put(number, outputs);
  }

  /**
   * A record that a turn published.
   *
   * @param turn {@code lane/number/index}, as its header says
   */
  void published(String turn, IndexedRecord record) {
    String[] parts = turn.split("/", -1);
    records
        .computeIfAbsent(Long.parseLong(parts[1]), number -> new TreeMap<>())
        .put(Integer.parseInt(parts[2]), record);
  }

  /** Whether this turn and all after it, so many together, are whole. */
  boolean areWhole(long first, int count) {
    for (long number = first; number < first + count; number++) {
      Integer expected = counts.get(number);
      if (expected == null || records.getOrDefault(number, new TreeMap<>()).size() < expected) {
        return false;
      }
    }
    return true;
  }

  /** The records of these turns, in their order; forgets them. */
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

package dev.rota.kernel.ledger.packs;

import dev.rota.kernel.table.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** A compacted topic in memory, with one transaction at a time. */
final class CompactedTopic implements PackChangelog {
  /** A record of it. */
  record At(long offset, byte[] key, byte[] value) {}

  private final List<At> records = new ArrayList<>();
  private final List<Row> open = new ArrayList<>();
  private final LongSupplier clock;
  private long end;

  CompactedTopic(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public void send(byte[] key, byte[] value) {
    open.add(new Row(key, value));
  }

  @Override
  public long freshNumber() {
    return Math.max(end + 1, clock.getAsLong());
  }

  /** The offset of the next record. */
  long offset() {
    return end;
  }

  /** Ends the transaction. Returns how many records it had. */
  int commit() {
    int sent = open.size();
    open.forEach(row -> records.add(new At(end++, row.key(), row.value())));
    open.clear();
    end++; // the marker
    return sent;
  }

  void abort() {
    end += open.size() + 1;
    open.clear();
  }

  List<At> since(long offset) {
    return records.stream().filter(record -> record.offset() >= offset).toList();
  }

  /**
   * What a broker may do: a record that has a later one of its key may go, and a deletion of which
   * none is left.
   */
  void compact(Random random, double share) {
    TreeMap<byte[], Long> last = new TreeMap<>(Arrays::compareUnsigned);
    TreeMap<byte[], Integer> left = new TreeMap<>(Arrays::compareUnsigned);
    records.forEach(record -> last.put(record.key(), record.offset()));
    List<At> kept = new ArrayList<>();
    for (At record : records) {
      boolean isLast = last.get(record.key()) == record.offset();
      boolean mayGo = !isLast || record.value() == null && !left.containsKey(record.key());
      if (!mayGo || random.nextDouble() >= share) {
        kept.add(record);
        left.merge(record.key(), 1, Integer::sum);
      }
    }
    records.clear();
    records.addAll(kept);
  }

  /** The keys that a whole compaction leaves. */
  List<byte[]> live() {
    TreeMap<byte[], byte[]> last = new TreeMap<>(Arrays::compareUnsigned);
    records.forEach(record -> last.put(record.key(), record.value()));
    return last.entrySet().stream()
        .filter(one -> one.getValue() != null)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Bytes of the values that a whole compaction leaves. */
  long liveBytes() {
    TreeMap<byte[], byte[]> last = new TreeMap<>(Arrays::compareUnsigned);
    records.forEach(record -> last.put(record.key(), record.value()));
    return last.values().stream().mapToLong(value -> value == null ? 0 : value.length).sum();
  }
}

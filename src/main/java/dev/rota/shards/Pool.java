package dev.rota.shards;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * The transactions of a shard in the order of their acceptance, T1: a dense range of numbers, that
 * grows at its tail and is taken from at its head.
 */
final class Pool {
  /** Half of the largest record that is written: an assignment holds all of its batch. */
  private static final long BATCH_BYTES_MAX = 8 << 20;

  private static final int FEW = 8;

  private final ArrayDeque<Pooled> pending = new ArrayDeque<>(4);

  /** While there are many; a few are looked through. */
  private Set<String> ids;

  private long head;
  private long savedHead;
  private long savedTail;

  /** An empty pool, whose next transaction has this number. */
  Pool(long head) {
    this.head = head;
    this.savedHead = head;
    this.savedTail = head;
  }

  /** What becomes of a row when the pool is saved. */
  interface Rows {
    void put(long seq, Pooled transaction);
  }

  int size() {
    return pending.size();
  }

  /** The number of the first transaction. */
  long head() {
    return head;
  }

  /** The number of the next transaction. */
  long tail() {
    return head + pending.size();
  }

  boolean has(String id) {
    if (ids != null) {
      return ids.contains(id);
    }
    for (Pooled one : pending) {
      if (one.id().equals(id)) {
        return true;
      }
    }
    return false;
  }

  /** The one that waits longest, or null. */
  Pooled first() {
    return pending.peekFirst();
  }

  /** So many from the first, L2: a batch is always a prefix of the pool. */
  List<Pooled> prefix(int count) {
    List<Pooled> prefix = new ArrayList<>(count);
    Iterator<Pooled> all = pending.iterator();
    for (int i = 0; i < count; i++) {
      prefix.add(all.next());
    }
    return prefix;
  }

  /**
   * What a cycle takes, L2, L6: so many from the first, and no more than a record may hold; one in
   * any case.
   */
  List<Pooled> batch(int count) {
    List<Pooled> batch = new ArrayList<>(Math.min(count, 16));
    long weight = 0;
    for (Pooled next : pending) {
      weight += next.weight();
      if (batch.size() == count || (weight > BATCH_BYTES_MAX && !batch.isEmpty())) {
        break;
      }
      batch.add(next);
    }
    return batch;
  }

  void add(Pooled transaction) {
    pending.addLast(transaction);
    if (ids != null) {
      ids.add(transaction.id());
    } else if (pending.size() > FEW) {
      ids = new HashSet<>();
      pending.forEach(one -> ids.add(one.id()));
    }
  }

  Pooled removeFirst() {
    Pooled first = pending.removeFirst();
    head++;
    if (pending.isEmpty()) {
      ids = null;
    } else if (ids != null) {
      ids.remove(first.id());
    }
    return first;
  }

  /** As rebuilt from rows: nothing is left to save. */
  void saved() {
    savedHead = head;
    savedTail = tail();
  }

  /** What came and went between two saves is never a row. */
  void save(LongConsumer gone, Rows come) {
    for (long seq = savedHead; seq < Math.min(head, savedTail); seq++) {
      gone.accept(seq);
    }
    long seq = tail();
    Iterator<Pooled> newest = pending.descendingIterator();
    while (seq > Math.max(head, savedTail)) {
      come.put(--seq, newest.next());
    }
    saved();
  }
}

package dev.rota.shards.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * The transactions of a shard in the order of their acceptance, T1: a dense range of numbers, that
 * grows at its tail and is taken from at its head.
 */
public final class Pool {
  /** Half of the largest record that is written: an assignment holds all of its batch. */
  private static final long BATCH_BYTES_MAX = 8 << 20;

  private static final int FEW = 8;

  /**
   * A ring, of a power of two: the first is at its number, as far as that goes round. No queue of
   * its own: of a hundred thousand pools each further object is one more that is far away.
   */
  private Pooled[] ring = new Pooled[2];

  private int size;

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

  public int size() {
    return size;
  }

  private int slot(long seq) {
    return (int) seq & ring.length - 1;
  }

  private Pooled at(long seq) {
    return ring[slot(seq)];
  }

  /** The number of the first transaction. */
  public long head() {
    return head;
  }

  /** The number of the next transaction. */
  public long tail() {
    return head + size;
  }

  public boolean has(String id) {
    if (ids != null) {
      return ids.contains(id);
    }
    int hash = id.hashCode();
    for (long seq = head; seq < tail(); seq++) {
      if (at(seq).is(id, hash)) {
        return true;
      }
    }
    return false;
  }

  /** The one that waits longest, or null. */
  public Pooled first() {
    return at(head);
  }

  /** So many from the first, L2: a batch is always a prefix of the pool. */
  public List<Pooled> prefix(int count) {
    List<Pooled> prefix = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      prefix.add(at(head + i));
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
    while (batch.size() < Math.min(count, size)) {
      Pooled next = at(head + batch.size());
      weight += next.weight();
      if (weight > BATCH_BYTES_MAX && !batch.isEmpty()) {
        break;
      }
      batch.add(next);
    }
    return batch;
  }

  void add(Pooled transaction) {
    if (size == ring.length) {
      grow();
    }
    ring[slot(tail())] = transaction;
    size++;
    if (ids != null) {
      ids.add(transaction.id());
    } else if (size > FEW) {
      ids = new HashSet<>();
      prefix(size).forEach(one -> ids.add(one.id()));
    }
  }

  private void grow() {
    List<Pooled> all = prefix(size);
    ring = new Pooled[2 * ring.length];
    for (int i = 0; i < size; i++) {
      ring[slot(head + i)] = all.get(i);
    }
  }

  Pooled removeFirst() {
    Pooled first = at(head);
    ring[slot(head)] = null;
    head++;
    size--;
    if (size == 0) {
      ids = null;
      ring = ring.length > FEW ? new Pooled[2] : ring;
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
    for (long seq = tail() - 1; seq >= Math.max(head, savedTail); seq--) {
      come.put(seq, at(seq));
    }
    saved();
  }
}

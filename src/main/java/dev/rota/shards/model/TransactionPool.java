package dev.rota.shards.model;

import dev.rota.kernel.table.NameTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The transactions of a shard in the order of acceptance (T1). Their numbers are a dense range:
 * transactions are added at the tail and removed at the head.
 */
public final class TransactionPool {
  /** Half of the largest record: an assignment holds its whole batch. */
  private static final long BATCH_BYTES_MAX = 8 << 20;

  private static final int FEW = 8;

  /**
   * A ring buffer; the length is a power of two. A transaction's index is its number modulo the
   * length. With a hundred thousand pools, a queue object of its own would cost a cache miss each.
   */
  private PooledTransaction[] ring = new PooledTransaction[2];

  private int size;

  /** The transactions by id, or null while the pool is small enough to scan. */
  private NameTable<PooledTransaction> byId;

  private long head;
  private long savedHead;
  private long savedTail;

  /** Creates an empty pool whose next transaction has the number {@code head}. */
  TransactionPool(long head) {
    this.head = head;
    this.savedHead = head;
    this.savedTail = head;
  }

  interface Rows {
    void add(long seq, PooledTransaction transaction);
  }

  public int size() {
    return size;
  }

  private int slot(long seq) {
    return (int) seq & ring.length - 1;
  }

  private PooledTransaction at(long seq) {
    return ring[slot(seq)];
  }

  /** Returns the number of the first transaction. */
  public long head() {
    return head;
  }

  /** Returns the number of the next transaction. */
  public long tail() {
    return head + size;
  }

  public boolean has(String id) {
    if (byId != null) {
      return byId.has(id);
    }
    int hash = id.hashCode();
    for (long seq = head; seq < tail(); seq++) {
      if (at(seq).is(id, hash)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the place of a transaction from 1, or 0 if it is not pending. */
  public int place(String id) {
    int hash = id.hashCode();
    for (int place = 1; place <= size; place++) {
      if (at(head + place - 1).is(id, hash)) {
        return place;
      }
    }
    return 0;
  }

  /** Returns the oldest transaction, or null if the pool is empty. */
  public PooledTransaction first() {
    return at(head);
  }

  /** Returns the first {@code count} transactions (L2). A batch is always a prefix of the pool. */
  public List<PooledTransaction> prefix(int count) {
    List<PooledTransaction> prefix = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      prefix.add(at(head + i));
    }
    return prefix;
  }

  /**
   * Returns the batch of a cycle (L2, L6): at most {@code count} transactions that fit in a record,
   * and at least one.
   */
  List<PooledTransaction> batch(int count) {
    List<PooledTransaction> batch = new ArrayList<>(Math.min(count, 16));
    long weight = 0;
    while (batch.size() < Math.min(count, size)) {
      PooledTransaction next = at(head + batch.size());
      weight += next.weight();
      if (weight > BATCH_BYTES_MAX && !batch.isEmpty()) {
        break;
      }
      batch.add(next);
    }
    return batch;
  }

  void add(PooledTransaction transaction) {
    if (size == ring.length) {
      grow();
    }
    ring[slot(tail())] = transaction;
    size++;
    if (byId != null) {
      byId.put(transaction.id(), transaction);
    } else if (size > FEW) {
      byId = new NameTable<>();
      prefix(size).forEach(one -> byId.put(one.id(), one));
    }
  }

  private void grow() {
    List<PooledTransaction> all = prefix(size);
    ring = new PooledTransaction[2 * ring.length];
    for (int i = 0; i < size; i++) {
      ring[slot(head + i)] = all.get(i);
    }
  }

  PooledTransaction removeFirst() {
    PooledTransaction first = at(head);
    ring[slot(head)] = null;
    head++;
    size--;
    if (size == 0) {
      byId = null;
      ring = ring.length > FEW ? new PooledTransaction[2] : ring;
    } else if (byId != null) {
      byId.remove(first.id());
    }
    return first;
  }

  /** Marks the pool as equal to its rows. */
  void saved() {
    savedHead = head;
    savedTail = tail();
  }

  /** Saves the changes. Transactions that came and went between two saves have no row. */
  void save(LongConsumer gone, Rows come) {
    for (long seq = savedHead; seq < Math.min(head, savedTail); seq++) {
      gone.accept(seq);
    }
    for (long seq = tail() - 1; seq >= Math.max(head, savedTail); seq--) {
      come.add(seq, at(seq));
    }
    saved();
  }
}

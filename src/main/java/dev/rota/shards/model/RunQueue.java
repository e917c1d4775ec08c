package dev.rota.shards.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;

/** The shards that are pending, strictly in the order in which they became so, S4. */
public final class RunQueue {
  /** What becomes of a row when the queue is saved. */
  interface Rows {
    void put(long ticket, Shard shard);
  }

  private final ArrayDeque<Shard> places = new ArrayDeque<>();
  private long head;
  private long savedHead;
  private long savedTail;

  RunQueue(long head) {
    this.head = head;
    this.savedHead = head;
    this.savedTail = head;
  }

  long head() {
    return head;
  }

  public int size() {
    return places.size();
  }

  /** The next to be served, or null. */
  public Shard first() {
    return places.peekFirst();
  }

  /** In order. */
  public List<Shard> all() {
    return new ArrayList<>(places);
  }

  void add(Shard shard) {
    places.addLast(shard);
  }

  Shard removeFirst() {
    head++;
    return places.removeFirst();
  }

  /** As rebuilt from rows: nothing is left to save. */
  void saved() {
    savedHead = head;
    savedTail = head + places.size();
  }

  /** What came and went between two saves is never a row. */
  void save(LongConsumer gone, Rows come) {
    for (long ticket = savedHead; ticket < Math.min(head, savedTail); ticket++) {
      gone.accept(ticket);
    }
    long ticket = head + places.size();
    Iterator<Shard> newest = places.descendingIterator();
    while (ticket > Math.max(head, savedTail)) {
      come.put(--ticket, newest.next());
    }
    saved();
  }
}

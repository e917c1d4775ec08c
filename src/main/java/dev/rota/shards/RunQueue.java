package dev.rota.shards;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;

/** The shards that are pending, strictly in the order in which they became so, S4. */
final class RunQueue {
  /**
   * A place in the queue.
   *
   * @param since when it was taken, epoch ms
   */
  record Place(Shard shard, long since) {}

  /** What becomes of a row when the queue is saved. */
  interface Rows {
    void put(long ticket, Place place);
  }

  private final ArrayDeque<Place> places = new ArrayDeque<>();
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

  int size() {
    return places.size();
  }

  /** The next to be served, or null. */
  Place first() {
    return places.peekFirst();
  }

  /** In order. */
  List<Place> all() {
    return new ArrayList<>(places);
  }

  void add(Shard shard, long nowMillis) {
    places.addLast(new Place(shard, nowMillis));
  }

  Shard removeFirst() {
    head++;
    return places.removeFirst().shard;
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
    Iterator<Place> newest = places.descendingIterator();
    while (ticket > Math.max(head, savedTail)) {
      come.put(--ticket, newest.next());
    }
    saved();
  }
}

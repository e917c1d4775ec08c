package dev.rota.shards.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;

/** The pending shards, strictly first in, first out (S4). */
public final class RunQueue {
  interface Rows {
    void add(long ticket, Shard shard);
  }

  private final ArrayDeque<Shard> places = new ArrayDeque<>();
  private long head;
  private long savedHead;
  private long savedTail;

  RunQueue(long head) {
    this.head = head;
    saved();
  }

  long head() {
    return head;
  }

  public int size() {
    return places.size();
  }

  /** Returns the next shard, or null if the queue is empty. */
  public Shard first() {
    return places.peekFirst();
  }

  public List<Shard> all() {
    return new ArrayList<>(places);
  }

  /** Returns the next shards, at most so many. */
  public List<Shard> first(int count) {
    return places.stream().limit(count).toList();
  }

  void add(Shard shard) {
    places.addLast(shard);
  }

  Shard removeFirst() {
    head++;
    return places.removeFirst();
  }

  /** Marks the queue as equal to its rows. */
  void saved() {
    savedHead = head;
    savedTail = head + places.size();
  }

  /** Saves the changes. Places that came and went between two saves have no row. */
  void save(LongConsumer gone, Rows come) {
    for (long ticket = savedHead; ticket < Math.min(head, savedTail); ticket++) {
      gone.accept(ticket);
    }
    long ticket = head + places.size();
    Iterator<Shard> newest = places.descendingIterator();
    while (ticket > Math.max(head, savedTail)) {
      come.add(--ticket, newest.next());
    }
    saved();
  }
}

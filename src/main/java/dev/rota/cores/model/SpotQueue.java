package dev.rota.cores.model;

import dev.rota.kernel.table.Table;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The orders on demand that wait, first in first out (K6). */
public final class SpotQueue {
  private final TreeMap<Long, SpotOrder> orders;
  private long nextTicket;
  private long savedNextTicket;
  private final TreeSet<Long> touched = new TreeSet<>();

  SpotQueue() {
    this(Map.of(), 0);
  }

  private SpotQueue(Map<Long, SpotOrder> orders, long nextTicket) {
    this.orders = new TreeMap<>(orders);
    this.nextTicket = nextTicket;
  }

  SpotQueue copy() {
    return new SpotQueue(orders, nextTicket);
  }

  public int size() {
    return orders.size();
  }

  public long nextTicket() {
    return nextTicket;
  }

  /** In their order. */
  public Collection<SpotOrder> orders() {
    return Collections.unmodifiableCollection(orders.values());
  }

  void add(SpotOrder order) {
    orders.put(order.ticket(), order);
    touched.add(order.ticket());
    nextTicket = order.ticket() + 1;
  }

  void remove(SpotOrder order) {
    orders.remove(order.ticket());
    touched.add(order.ticket());
  }

  /**
   * Takes what so many cores serve in a block: the first orders that are ready, one of a para.
   *
   * @return by para
   */
  SortedMap<Long, SpotOrder> take(long block, int cores) {
    TreeMap<Long, SpotOrder> taken = new TreeMap<>();
    for (SpotOrder order : orders.values()) {
      if (taken.size() == cores) {
        break;
      }
      if (order.isReady(block)) {
        taken.putIfAbsent(order.para(), order);
      }
    }
    taken.values().forEach(this::remove);
    return taken;
  }

  void rebuild(Table<Long, SpotOrder> rows, long next) {
    rows.rebuild(orders::put);
    header(next);
  }

  void header(long next) {
    nextTicket = next;
    savedNextTicket = next;
  }

  /** Writes the rows of orders that have come or gone. */
  void save(Table<Long, SpotOrder> rows) {
    touched.forEach(ticket -> rows.set(ticket, orders.get(ticket), ticket < savedNextTicket));
    touched.clear();
    savedNextTicket = nextTicket;
  }
}

package dev.rota.cores.model;

import dev.rota.kernel.table.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a chain has sold of its cores' time: in bulk, for months, and on demand, by the block. */
public final class CoretimeBook {
  private final TreeMap<Integer, CoreAgenda> agendas;
  private final SpotQueue orders;
  private SpotTraffic traffic;
  private final TreeSet<Integer> touched = new TreeSet<>();

  public CoretimeBook() {
    this(Map.of(), new SpotQueue(), SpotTraffic.ONE);
  }

  private CoretimeBook(Map<Integer, CoreAgenda> agendas, SpotQueue orders, SpotTraffic traffic) {
    this.agendas = new TreeMap<>(agendas);
    this.orders = orders;
    this.traffic = traffic;
  }

  public CoretimeBook copy() {
    return new CoretimeBook(agendas, orders.copy(), traffic);
  }

  /**
   * What a core serves in a block.
   *
   * @param order null: it is the core's task
   */
  public record Served(long para, SpotOrder order) {
    /** Who ordered it; null: nobody, it is the core's task. */
    public String collator() {
      return order == null ? null : order.collator();
    }
  }

  /** Of the cores that have one. */
  public SortedMap<Integer, CoreAgenda> agendas() {
    return Collections.unmodifiableSortedMap(agendas);
  }

  public CoreAgenda agenda(int core) {
    return agendas.getOrDefault(core, CoreAgenda.EMPTY);
  }

  public SpotQueue orders() {
    return orders;
  }

  public SpotTraffic traffic() {
    return traffic;
  }

  /** K2. */
  public void assign(int core, ShareSchedule schedule) {
    keep(core, agenda(core).with(schedule));
  }

  /** As it was kept. */
  void keep(int core, CoreAgenda agenda) {
    agendas.put(core, agenda);
    touched.add(core);
  }

  /** K6. */
  public void enqueue(SpotOrder order) {
    orders.add(order);
  }

  /** The order will not be served. */
  void drop(SpotOrder order) {
    orders.remove(order);
  }

  /** K7. */
  public void price(SpotTraffic now) {
    traffic = now;
  }

  /**
   * Takes every core one step further (K3, K4, K5). Cores whose turn is the pool's share the orders
   * that are ready: ascending, in the order of their paras.
   *
   * @return what is served, by core
   */
  public SortedMap<Integer, Served> advance(long block) {
    TreeMap<Integer, Served> served = new TreeMap<>();
    List<Integer> pool = new ArrayList<>();
    for (Iterator<Map.Entry<Integer, CoreAgenda>> all = agendas.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<Integer, CoreAgenda> one = all.next();
      CoreAgenda now = one.getValue().at(block);
      CoreShare turn = now.round().map(ShareRound::turn).orElse(null);
      if (turn != null && turn.use() == CoreShare.Use.TASK) {
        served.put(one.getKey(), new Served(turn.para(), null));
      } else if (turn != null && turn.use() == CoreShare.Use.POOL) {
        pool.add(one.getKey());
      }
      CoreAgenda next = now.next();
      if (!next.equals(one.getValue())) {
        touched.add(one.getKey());
        one.setValue(next);
      }
      if (next.equals(CoreAgenda.EMPTY)) {
        all.remove();
      }
    }
    Iterator<Integer> cores = pool.iterator();
    orders
        .take(block, pool.size())
        .forEach((_, order) -> served.put(cores.next(), new Served(order.para(), order)));
    return served;
  }

  /**
   * The claim queue: what each core serves in the next blocks, as far as it is known (cores K8). No
   * entry is ever another para's. A core's entries end before the first block in which it has none;
   * a core that has none in the first, and one in the second, has this one in both.
   *
   * @param next the first of these blocks
   * @param entries of a core at most
   * @param cores of the session
   */
  public SortedMap<Integer, List<Served>> claimQueue(long next, long entries, int cores) {
    CoretimeBook copy = copy();
    TreeMap<Integer, List<Served>> ahead = new TreeMap<>();
    for (int place = 0; place < entries; place++) {
      int now = place;
      copy.advance(next + place)
          .headMap(cores)
          .forEach((core, served) -> join(ahead, core, served, now));
    }
    return ahead;
  }

  private static void join(Map<Integer, List<Served>> ahead, int core, Served served, int place) {
    List<Served> line = ahead.getOrDefault(core, List.of());
    boolean isLate = line.isEmpty() && place == 1;
    if (line.size() == place || isLate) {
      ahead.computeIfAbsent(core, _ -> new ArrayList<>()).add(served);
    }
    if (isLate) {
      ahead.get(core).add(served);
    }
  }

  void rebuild(Rows rows, SpotTraffic price, long nextTicket) {
    rows.agendas().rebuild(agendas::put);
    orders.rebuild(rows.orders(), nextTicket);
    traffic = price;
  }

  /** Writes the rows of agendas and orders that have changed. */
  void save(Rows rows) {
    touched.forEach(core -> rows.agendas().set(core, agendas.get(core)));
    touched.clear();
    orders.save(rows.orders());
  }

  /** Where it is kept. */
  record Rows(Table<Integer, CoreAgenda> agendas, Table<Long, SpotOrder> orders) {}
}

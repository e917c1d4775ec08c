package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Domain;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Seeded histories of a domain's lanes. */
public final class SeededHistories {
  private SeededHistories() {}

  /** Returns this many lane names, the domain's own first. */
  public static List<String> lanes(Traffic traffic, int count) {
    List<String> known = traffic.lanes();
    List<String> names = new ArrayList<>(known.subList(0, Math.min(count, known.size())));
    for (int i = names.size(); i < count; i++) {
      names.add(known.get(i % known.size()) + "-" + i);
    }
    return names;
  }

  /** An endless history with injected faults. */
  public static Iterator<Traffic.Event> hostile(Traffic traffic, String lane, long seed) {
    return new FaultyTransport(traffic.hostile(lane, seed), Traffic.seedOf(lane, seed));
  }

  /** The first events of such a history. */
  public static List<Traffic.Event> hostile(Traffic traffic, String lane, long seed, int events) {
    Iterator<Traffic.Event> history = hostile(traffic, lane, seed);
    List<Traffic.Event> first = new ArrayList<>(events);
    for (int i = 0; i < events; i++) {
      first.add(history.next());
    }
    return first;
  }

  /**
   * A lane's history up to the end of the plan. A hostile one is of raw records, with attacks among
   * them.
   */
  static Iterator<Traffic.Event> of(Domain domain, String lane, SimulationPlan plan) {
    Traffic traffic = DomainTraffic.of(domain);
    if (!plan.hostile()) {
      return new Until(traffic.start(lane, plan.seed()), plan.millis());
    }
    long mixed = Traffic.seedOf(lane, plan.seed());
    Iterator<Traffic.Event> sent = new Until(traffic.hostile(lane, plan.seed()), plan.millis());
    return new AttackedHistory(domain, lane, new FaultyTransport(sent, mixed), mixed);
  }

  /** A history up to a time, exclusive. */
  private static final class Until implements Iterator<Traffic.Event> {
    private final Iterator<Traffic.Event> endless;
    private final long endMillis;
    private Traffic.Event next;

    Until(Iterator<Traffic.Event> endless, long endMillis) {
      this.endless = endless;
      this.endMillis = endMillis;
      this.next = endless.next();
    }

    @Override
    public boolean hasNext() {
      return next.atMillis() < endMillis;
    }

    @Override
    public Traffic.Event next() {
      if (!hasNext()) {
        throw new NoSuchElementException("the history ends at " + endMillis + " ms");
      }
      Traffic.Event event = next;
      next = endless.next();
      return event;
    }
  }
}

package dev.rota.readers.follow;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.measures.DomainMonitor;
import dev.rota.kernel.domain.measures.QueuePlaces;
import dev.rota.kernel.domain.measures.QueueVitals;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Notes when which places of lanes' queues were taken, where the states do not keep it. Not
 * thread-safe.
 */
final class PlaceTimes {
  private final DomainMonitor<State, ?> monitor;
  private final Map<String, Noted> lanes = new HashMap<>();

  /** What is noted of a lane. */
  private static final class Noted {
    /** When the places from this one on were taken, up to the next that is named. */
    private final TreeMap<Long, Long> times = new TreeMap<>();

    private long next;

    void see(QueuePlaces places, long atMillis) {
      if (times.isEmpty() || places.next() > next) {
        times.put(next, atMillis);
        next = places.next();
      }
      Long oldest = times.floorKey(places.first());
      if (oldest != null) {
        times.headMap(oldest).clear();
      }
    }

    long since(QueuePlaces places) {
      Map.Entry<Long, Long> taken = times.floorEntry(places.first());
      return taken == null ? QueueVitals.UNKNOWN : taken.getValue();
    }
  }

  PlaceTimes(DomainMonitor<State, ?> monitor) {
    this.monitor = monitor;
  }

  /**
   * A lane stands so at this time. What was queued before it was noted first is at least as old.
   *
   * @param state null: it is set aside
   */
  void note(String lane, State state, long atMillis) {
    if (state != null) {
      monitor
          .places(state)
          .ifPresent(places -> lanes.computeIfAbsent(lane, _ -> new Noted()).see(places, atMillis));
    }
  }

  /** What every domain has of a lane. */
  QueueVitals vitals(String lane, State state) {
    QueueVitals vitals = monitor.vitals(state);
    return monitor
        .places(state)
        .map(places -> vitals.waitingSince(since(lane, places)))
        .orElse(vitals);
  }

  private long since(String lane, QueuePlaces places) {
    if (places.isEmpty()) {
      return QueueVitals.NONE;
    }
    Noted noted = lanes.get(lane);
    return noted == null ? QueueVitals.UNKNOWN : noted.since(places);
  }
}

package dev.rota.readers.follow;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * What is counted of a domain's turns since its partitions have caught up. The first lanes have
 * series of their own, the others are one: so no sender can make series without end. Thread-safe.
 */
public final class FactTallies {
  /** The series of all lanes without one of their own. No lane has this name. */
  public static final String OTHERS = "~others";

  /** The series of records that have no lane. */
  public static final String UNREADABLE = "~unreadable";

  /** The usual number of lanes with series of their own. */
  public static final int OWN_SERIES = 50;

  /** What is counted. */
  public enum Kind {
    TURNS,
    DEAD_LETTERS,
    MOVES,
    DEADLINES,
    LATE_DEADLINES,
    REFUSALS
  }

  /**
   * A counter.
   *
   * @param series a lane's name, {@link #OTHERS} or {@link #UNREADABLE}
   * @param reason of refusals; else null
   */
  public record Counter(Kind kind, String series, String reason) {}

  private final int most;
  private final Set<String> own = new HashSet<>();
  private final Map<Counter, LongAdder> counts = new ConcurrentHashMap<>();

  /** Starts at zero, with this many series of single lanes. */
  FactTallies(int most) {
    this.most = most;
    begin(UNREADABLE);
  }

  /** The series of a lane, which is its own if there is room. It stays so until lanes leave. */
  public synchronized String series(String lane) {
    if (lane.startsWith("~")) {
      return UNREADABLE;
    }
    if (own.contains(lane)) {
      return lane;
    }
    String series = own.size() < most ? lane : OTHERS;
    if (own.size() < most) {
      own.add(lane);
    }
    begin(series);
    return series;
  }

  /** Ends the series of lanes that are followed no longer: others get their place. */
  synchronized void keep(Predicate<String> followed) {
    own.removeIf(followed.negate());
    counts.keySet().removeIf(one -> !one.series().startsWith("~") && !own.contains(one.series()));
  }

  /** A counter that is there from the beginning tells its first event as an increase. */
  private void begin(String series) {
    for (Kind kind : Kind.values()) {
      if (kind != Kind.REFUSALS) {
        add(kind, series, null, 0);
      }
    }
  }

  void add(Kind kind, String series, String reason, long more) {
    counts.computeIfAbsent(new Counter(kind, series, reason), _ -> new LongAdder()).add(more);
  }

  /** All counters that have begun. */
  public Map<Counter, Long> counts() {
    Map<Counter, Long> now = new HashMap<>();
    counts.forEach((counter, count) -> now.put(counter, count.sum()));
    return now;
  }
}

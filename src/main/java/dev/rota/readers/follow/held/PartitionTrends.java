package dev.rota.readers.follow.held;

import dev.rota.kernel.ledger.TurnEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * What the lanes of a partition were like at the end of each step of the last hour: all together,
 * and some one by one, 19 kB each. A step is of the ledger's time. A lane is read once for a step
 * in which it took turns, and not for each turn. Not thread-safe, but for {@link #heard}.
 */
public final class PartitionTrends {
  /** What was heard so lately is the present. */
  private static final long HEARD_MILLIS = 5_000;

  /** The name of no lane: it is verified unless all of the partition differs. */
  private static final String NO_LANE = "~";

  private final Function<String, TrendLevel> present;
  private final Predicate<String> own;

  /** Null: nothing more comes, so the newest turn is the present. */
  private final LongSupplier clock;

  private final Map<String, LaneTrend> lanes = new HashMap<>();

  /** Lanes that took turns since they were read. */
  private final Set<String> unread = new LinkedHashSet<>();

  /** Turns behind which a lane's next one is of a later step, so it is read there. */
  private final Set<LaneTurn> lasts = new HashSet<>();

  private final TrendColumns sum = new TrendColumns(0);

  /** A checkpoint knows how its lanes stand from this step on, and not what they did before. */
  private long checkpoint = Long.MIN_VALUE;

  /** The first step of which a lane is known. */
  private long begun = Long.MAX_VALUE;

  private long takenMillis = Long.MIN_VALUE;
  private long nowMillis = Long.MAX_VALUE;
  private volatile long heardMillis = Long.MIN_VALUE;

  private record LaneTurn(String lane, long number) {}

  /** What is held of a lane. */
  private static final class LaneTrend {
    /** Of its last turn. */
    private long step;

    /** From this step on it is as it stands; what was before is in the columns. */
    private long from;

    /** Its turns are known from this step on. */
    private final long counted;

    /** How it stands, unless it is unread; null: it is set aside, or not here. */
    private TrendLevel level;

    /** Null: it has no trend of its own. */
    private TrendColumns columns;

    LaneTrend(long step, long counted) {
      this.step = step;
      this.from = step;
      this.counted = counted;
    }
  }

  /**
   * Holds nothing yet.
   *
   * @param present how a lane stands; null: it is set aside, or not here
   * @param own which lanes have a trend of their own
   * @param clock epoch ms; null: the ledger does not grow
   */
  public PartitionTrends(
      Function<String, TrendLevel> present, Predicate<String> own, LongSupplier clock) {
    this.present = present;
    this.own = own;
    this.clock = clock;
  }

  /** A checkpoint has the lane, and its last turn was at this time, epoch ms. */
  public void begin(String lane, long atMillis) {
    if (isNamed(lane)) {
      look();
      takenMillis = Math.max(takenMillis, at(atMillis));
      long step = TrendSteps.of(at(atMillis));
      advance(step);
      checkpoint = Math.max(checkpoint, step);
      var _ = add(lane, step, step + 1);
    }
  }

  /** Partitions have a lane of this form for records that no lane has. */
  private static boolean isNamed(String lane) {
    return !lane.startsWith(NO_LANE);
  }

  /** A turn of the future is one of now: so a wrong clock elsewhere moves no window. */
  private long at(long atMillis) {
    return Math.min(atMillis, nowMillis);
  }

  /** The present is the same for all of a page. */
  private void look() {
    nowMillis = clock == null ? Long.MAX_VALUE : clock.getAsLong();
  }

  /** The newest step is that of the present, or of the newest turn. */
  private void advance(long step) {
    sum.advance(clock == null ? step : TrendSteps.of(nowMillis));
  }

  private LaneTrend add(String lane, long step, long counted) {
    LaneTrend added = new LaneTrend(step, counted);
    begun = Math.min(begun, step);
    lanes.put(lane, added);
    unread.add(lane);
    own(lane, added);
    return added;
  }

  private void own(String lane, LaneTrend of) {
    if (of.columns == null && own.test(lane)) {
      of.columns = new TrendColumns(sum.newest());
    }
  }

  /** These turns come next, if they are verified. */
  public void page(List<TurnEntry> turns) {
    look();
    lasts.clear();
    long newest = sum.newest();
    for (TurnEntry turn : turns) {
      newest = Math.max(newest, TrendSteps.of(at(turn.atMillis())));
    }
    long oldest = newest - TrendColumns.STEPS + 1;
    Map<String, TurnEntry> before = new HashMap<>();
    for (TurnEntry turn : turns) {
      String lane = turn.lane();
      TurnEntry last = before.put(lane, turn);
      long step = TrendSteps.of(at(turn.atMillis()));
      boolean held = step > oldest; // else nobody sees what was before it
      if (last == null) {
        LaneTrend of = lanes.get(lane);
        if (held && of != null && of.step < step && unread.contains(lane)) {
          read(lane);
        }
      } else if (held && TrendSteps.of(at(last.atMillis())) < step) {
        lasts.add(new LaneTurn(lane, last.number()));
      }
    }
  }

  /** The turn is verified, and the lane stands behind it. */
  public void turn(TurnEntry turn, TurnTally tally) {
    String lane = turn.lane();
    takenMillis = Math.max(takenMillis, at(turn.atMillis()));
    long step = TrendSteps.of(at(turn.atMillis()));
    advance(step);
    sum.count(step, tally);
    if (!isNamed(lane)) {
      return;
    }
    LaneTrend of = lanes.get(lane);
    if (of == null) {
      of = add(lane, step, step);
    } else if (step > of.step) {
      of.level = unread.contains(lane) ? null : of.level; // it was not read behind its last turn
      commit(of, step - 1);
      of.step = step;
      own(lane, of);
    }
    if (of.columns != null) {
      of.columns.advance(sum.newest());
      of.columns.count(step, tally);
    }
    unread.add(lane);
    if (lasts.remove(new LaneTurn(lane, turn.number()))) {
      read(lane);
    }
  }

  /** It stood so up to this step, and stands otherwise from the next one on. */
  private void commit(LaneTrend of, long to) {
    if (of.level != null) {
      sum.add(of.from, to, of.level);
      if (of.columns != null) {
        of.columns.advance(sum.newest());
        of.columns.add(of.from, to, of.level);
      }
    }
    of.from = to + 1;
  }

  private void read(String lane) {
    lanes.get(lane).level = present.apply(lane);
    unread.remove(lane);
  }

  /** At this time, epoch ms, it was heard that there is no further turn. */
  public void heard(long atMillis) {
    heardMillis = atMillis;
  }

  /**
   * Reads up to so many lanes that took turns.
   *
   * @return true if there are more
   */
  public boolean settle(int most) {
    unread.stream().limit(most).toList().forEach(this::read);
    return !unread.isEmpty();
  }

  /**
   * One lane.
   *
   * @param toMillis the present, epoch ms
   * @param verified false: the lane is not known any more
   * @return null: it has no trend of its own
   */
  public TrendSeries lane(String lane, long toMillis, boolean verified) {
    LaneTrend of = lanes.get(lane);
    if (of == null || of.columns == null) {
      return null;
    }
    if (unread.contains(lane)) {
      read(lane);
    }
    TrendColumns all = of.columns.copy();
    all.advance(newest(toMillis));
    long known = verified ? known() : of.step;
    if (of.level != null) {
      all.add(of.from, known, of.level);
    }
    List<TrendPoint> points = new ArrayList<>();
    for (long step = all.oldest(); step <= all.newest(); step++) {
      points.add(all.point(step, end(step, toMillis), step >= of.counted && step <= known));
    }
    return trend(all, known, points, toMillis);
  }

  /**
   * All lanes together.
   *
   * @param toMillis the present, epoch ms
   * @param verified which lanes are known
   */
  public TrendSeries all(long toMillis, Predicate<String> verified) {
    var _ = settle(Integer.MAX_VALUE);
    TrendColumns all = sum.copy();
    all.advance(newest(toMillis));
    long known = verified.test(NO_LANE) ? known() : TrendSteps.of(takenMillis);
    tails(all, known, verified);
    List<TrendPoint> points = new ArrayList<>();
    for (long step = all.oldest(); step <= all.newest(); step++) {
      points.add(point(all, step, known, toMillis));
    }
    return trend(all, known, points, toMillis);
  }

  private TrendPoint point(TrendColumns all, long step, long known, long toMillis) {
    if (step < checkpoint || step > known) {
      return TrendPoint.UNKNOWN;
    }
    return step < begun
        ? TrendPoint.NOTHING
        : all.point(step, end(step, toMillis), step > checkpoint);
  }

  /** Each lane as it stands, up to the present. Lanes that stand since the same step are one. */
  private void tails(TrendColumns all, long known, Predicate<String> verified) {
    Map<Long, TrendLevel> since = new HashMap<>();
    lanes.forEach(
        (lane, of) -> {
          if (of.level != null && verified.test(lane)) {
            since.merge(Math.max(of.from, all.oldest()), of.level, TrendLevel::plus);
          } else if (of.level != null) {
            all.add(of.from, of.step, of.level);
          }
        });
    since.forEach((from, level) -> all.add(from, known, level));
  }

  private TrendSeries trend(TrendColumns all, long known, List<TrendPoint> points, long toMillis) {
    int lanes = all.lanes(Math.min(known, all.newest()));
    long from = all.oldest() * TrendSteps.MILLIS;
    long to = Math.max(all.newest() * TrendSteps.MILLIS, end(all.newest(), toMillis));
    return new TrendSeries(from, TrendSteps.MILLIS, points, lanes, to);
  }

  private long newest(long toMillis) {
    return clock == null ? sum.newest() : TrendSteps.of(toMillis);
  }

  /** When a step ended, or how far it is. */
  private long end(long step, long toMillis) {
    return Math.min((step + 1) * TrendSteps.MILLIS, clock == null ? takenMillis : toMillis);
  }

  /** The last step of which something is known. */
  private long known() {
    long heard = heardMillis;
    return clock == null || heard < takenMillis
        ? TrendSteps.of(takenMillis)
        : TrendSteps.of(heard + HEARD_MILLIS);
  }
}

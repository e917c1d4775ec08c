package dev.rota.readers.follow.held;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Trends of lanes whose levels are made up, by a clock that is. */
final class PartitionTrendsTest {
  private static final long STEP = TrendSteps.MILLIS;
  private static final long HOUR = 3_600_000;
  private static final long T = 1_700_000_000_000L;
  private static final TurnTally NOTHING = new TurnTally(null, 0, 0);

  private long now = T;

  /** Since when the oldest item waits. */
  private long since = T;

  /** What waits in each lane now. */
  private final Map<String, Long> waiting = new HashMap<>();

  private final List<String> reads = new ArrayList<>();
  private final Map<String, Long> numbers = new HashMap<>();
  private PartitionTrends trends = live(2);

  private PartitionTrends live(int own) {
    return of(own, () -> now);
  }

  private PartitionTrends of(int own, LongSupplier clock) {
    List<String> first = new ArrayList<>();
    return new PartitionTrends(
        this::level,
        lane -> {
          if (!first.contains(lane) && first.size() < own) {
            first.add(lane);
          }
          return first.contains(lane);
        },
        clock);
  }

  /** A lane with a negative number is set aside. */
  private TrendLevel level(String lane) {
    reads.add(lane);
    long some = waiting.getOrDefault(lane, 0L);
    return some < 0 ? null : TrendLevel.of(new QueueVitals(some, since, 1, T), OptionalLong.of(10));
  }

  private TurnEntry entry(String lane, long atMillis) {
    long number = numbers.merge(lane, 1L, Long::sum);
    return new TestTurn(lane, TurnEntry.Kind.INPUT, number, atMillis).outputsDigest(null).entry();
  }

  /** A page of one turn, behind which so many wait. */
  private void turn(String lane, long atMillis, long nowWaiting) {
    turn(lane, atMillis, nowWaiting, NOTHING);
  }

  private void turn(String lane, long atMillis, long nowWaiting, TurnTally tally) {
    TurnEntry turn = entry(lane, atMillis);
    trends.page(List.of(turn));
    waiting.put(lane, nowWaiting);
    trends.turn(turn, tally);
  }

  private List<TrendPoint> all() {
    return trends.all(now, _ -> true).points();
  }

  private <T> List<T> last(int steps, Function<TrendPoint, T> what) {
    return last(all(), steps, what);
  }

  private static <T> List<T> last(
      List<TrendPoint> points, int steps, Function<TrendPoint, T> what) {
    List<T> some = new ArrayList<>();
    points.subList(points.size() - steps, points.size()).forEach(one -> some.add(what.apply(one)));
    return some;
  }

  @Test
  void aQuietLaneGoesOnAndItsOldestItemAges() {
    turn("a", T + 1, 3);
    now = T + 4 * STEP + 2_000;
    trends.heard(now);
    assertThat(last(5, TrendPoint::waiting)).containsExactly(3L, 3L, 3L, 3L, 3L);
    assertThat(last(5, TrendPoint::oldestMillis))
        .containsExactly(STEP, 2 * STEP, 3 * STEP, 4 * STEP, 4 * STEP + 2_000);
    assertThat(last(5, TrendPoint::turns)).containsExactly(1L, 0L, 0L, 0L, 0L);
    assertThat(trends.all(now, _ -> true).toMillis()).isEqualTo(now);
    assertThat(trends.lane("a", now, true).sinceFirstRecord().points())
        .as("a domain of one lane is as the lane")
        .isEqualTo(trends.all(now, _ -> true).sinceFirstRecord().points());
    now = T + HOUR + 3 * STEP;
    trends.heard(now);
    assertThat(all()).hasSize(TrendColumns.STEPS).extracting(TrendPoint::waiting).containsOnly(3L);
    assertThat(all()).extracting(TrendPoint::turns).containsOnly(0L);
  }

  @Test
  void whatWasNotHeardIsNotKnown() {
    turn("a", T + 1, 3);
    now = T + 6 * STEP;
    assertThat(last(7, TrendPoint::waiting))
        .containsExactly(3L, null, null, null, null, null, null);
    assertThat(last(7, TrendPoint::turns)).containsExactly(1L, null, null, null, null, null, null);
    assertThat(trends.all(now, _ -> true).lanes()).as("of the newest step that is known").isOne();
    trends.heard(T + 3 * STEP);
    assertThat(last(7, TrendPoint::waiting)).containsExactly(3L, 3L, 3L, 3L, null, null, null);
    assertThat(trends.lane("a", now, true).points()).isEqualTo(withoutBefore(all()));
    assertThat(new PartitionTrends(_ -> null, _ -> true, () -> now).all(now, _ -> true))
        .as("nothing was heard yet")
        .satisfies(none -> assertThat(none.points()).containsOnly(TrendPoint.UNKNOWN));
  }

  /** A lane is not known before its first turn. */
  private static List<TrendPoint> withoutBefore(List<TrendPoint> all) {
    return all.stream()
        .map(one -> one.equals(TrendPoint.NOTHING) ? TrendPoint.UNKNOWN : one)
        .toList();
  }

  @Test
  void aLaneThatDiffersIsNotKnownFromThenOn() {
    turn("a", T + 1, 3);
    turn("b", T + 1, 4);
    now = T + 2 * STEP;
    trends.heard(now);
    assertThat(last(3, TrendPoint::waiting)).containsExactly(7L, 7L, 7L);
    TrendSeries without = trends.all(now, lane -> !lane.equals("a"));
    assertThat(last(without.points(), 3, TrendPoint::waiting)).containsExactly(7L, 4L, 4L);
    assertThat(without.lanes()).isEqualTo(1);
    assertThat(last(trends.lane("a", now, false).points(), 3, TrendPoint::waiting))
        .containsExactly(3L, null, null);
    TrendSeries ofNothing = trends.all(now, _ -> false);
    assertThat(last(ofNothing.points(), 3, TrendPoint::waiting)).containsExactly(7L, null, null);
  }

  @Test
  void aLaneThatIsSetAsideHasTurnsAndNoLevels() {
    turn("a", T + 1, -1);
    turn("b", T + 1, 4);
    now = T + STEP;
    trends.heard(now);
    TrendSeries own = trends.lane("a", now, true);
    assertThat(last(own.points(), 2, TrendPoint::waiting)).containsExactly(null, null);
    assertThat(last(own.points(), 2, TrendPoint::turns)).containsExactly(1L, 0L);
    assertThat(last(2, TrendPoint::waiting)).containsExactly(4L, 4L);
    assertThat(trends.all(now, _ -> true).lanes()).isEqualTo(1);
  }

  @Test
  void aLaneIsReadOnceForAStepAndNotForWhatNobodySees() {
    now = T + 5 * STEP;
    TurnEntry[] turns =
        IntStream.range(0, 100).mapToObj(i -> entry("a", T + i * 500L)).toArray(TurnEntry[]::new);
    trends.page(List.of(turns));
    for (TurnEntry turn : turns) {
      trends.turn(turn, NOTHING);
    }
    assertThat(reads).as("50 s in one page, the last step still open").hasSize(4);
    assertThat(all()).isNotEmpty();
    assertThat(reads).hasSize(5);
    assertThat(all()).isNotEmpty();
    assertThat(reads).as("it is read already").hasSize(5);

    reads.clear();
    trends = live(2);
    for (int i = 0; i < 100; i++) {
      turn("a", T - 3 * HOUR + i * STEP, 1);
    }
    assertThat(reads).as("older than an hour").isEmpty();
    assertThat(last(1, TrendPoint::waiting)).as("it still stands so").containsExactly((Long) null);
    trends.heard(now);
    assertThat(all()).extracting(TrendPoint::waiting).containsOnly(1L);
    assertThat(reads).hasSize(1);
  }

  @Test
  void aTurnOfTheFutureIsOneOfNow() {
    turn("a", T - STEP, 2);
    turn("a", T + 50 * HOUR, 5, new TurnTally("QUOTA", 4, 3));
    turn("a", T + 51 * HOUR, 6);
    assertThat(last(2, TrendPoint::waiting)).containsExactly(2L, 6L);
    assertThat(last(2, TrendPoint::begun)).containsExactly(0L, 4L);
    assertThat(last(2, TrendPoint::refused)).containsExactly(0L, 3L);
  }

  @Test
  void whatIsNotVerifiedMovesNothing() {
    trends = of(2, null);
    turn("a", T, 2);
    trends.page(List.of(entry("a", T + 3 * HOUR), entry("b", Long.MAX_VALUE)));
    trends.page(List.of());
    assertThat(last(1, TrendPoint::waiting)).containsExactly(2L);
    assertThat(trends.all(now, _ -> true).endMillis()).isEqualTo(T + STEP);
  }

  @Test
  void inAFileTheNewestTurnIsThePresent() {
    trends = of(2, null);
    turn("a", 5_000, 2);
    turn("b", 3 * STEP + 4_000, 1);
    now = T;
    TrendSeries all = trends.all(now, _ -> true);
    assertThat(all.firstMillis()).isEqualTo(3 * STEP - HOUR);
    assertThat(all.endMillis()).isEqualTo(4 * STEP);
    assertThat(all.toMillis()).as("how far it goes").isEqualTo(3 * STEP + 4_000);
    assertThat(last(all.points(), 4, TrendPoint::waiting)).containsExactly(2L, 2L, 2L, 3L);
    assertThat(all.points().get(0)).as("before the first turn").isEqualTo(TrendPoint.NOTHING);
  }

  @Test
  void beforeACheckpointNothingIsKnown() {
    waiting.put("a", 4L);
    waiting.put("b", 5L);
    trends.begin("a", T - 8 * STEP);
    trends.begin("b", T - 3 * STEP);
    trends.begin("c", T - 6 * STEP);
    turn("a", T, 2);
    assertThat(last(5, TrendPoint::waiting)).containsExactly(null, 9L, 9L, 9L, 7L);
    assertThat(last(5, TrendPoint::turns)).containsExactly(null, null, 0L, 0L, 1L);
    List<TrendPoint> own = trends.lane("a", now, true).points();
    assertThat(last(own, 10, TrendPoint::waiting).subList(0, 4)).containsExactly(null, 4L, 4L, 4L);
    assertThat(last(own, 10, TrendPoint::turns).subList(0, 4)).containsExactly(null, null, 0L, 0L);
  }

  @Test
  void aFileThatEndsWithItsCheckpointIsKnownUpToItsLastTurn() {
    trends = of(2, null);
    waiting.put("a", 4L);
    trends.begin("a", 5 * STEP + 4_000);
    trends.begin("b", 2 * STEP);
    trends.begin("~0", 7 * STEP);
    TrendSeries all = trends.all(now, _ -> true);
    assertThat(all.toMillis()).isEqualTo(5 * STEP + 4_000);
    assertThat(all.lanes()).as("~0 is none").isEqualTo(2);
    assertThat(last(all.points(), 2, TrendPoint::waiting)).containsExactly(null, 4L);
  }

  @Test
  void aLaneThatIsAskedForFirstIsAsItStands() {
    turn("a", T + 1, 3);
    now = T + 4 * STEP;
    turn("a", now, 1);
    assertThat(last(trends.lane("a", now, true).points(), 5, TrendPoint::waiting))
        .containsExactly(3L, 3L, 3L, 3L, 1L);
    assertThat(last(5, TrendPoint::waiting)).containsExactly(3L, 3L, 3L, 3L, 1L);
    assertThat(last(5, TrendPoint::capacity)).containsOnly(10L);
    assertThat(last(trends.lane("a", now, true).points(), 5, TrendPoint::capacity))
        .containsOnly(10L);
  }

  @Test
  void whatWasHeardBeforeTheLastTurnOrJustNowIsThePresent() {
    trends.heard(T);
    now = T + 2 * STEP;
    turn("a", now, 3);
    assertThat(last(1, TrendPoint::waiting)).containsExactly(3L);
    trends.heard(now + STEP - 4_000);
    now += STEP + 500;
    assertThat(last(1, TrendPoint::waiting)).containsExactly(3L);
    trends.heard(now - 500 - 5_001);
    assertThat(last(1, TrendPoint::waiting)).containsExactly((Long) null);
  }

  @Test
  void nothingOfAnHourAgoIsInTheStepThatTakesItsPlace() {
    turn("a", T, 5, new TurnTally("QUOTA", 4, 3));
    now = T + STEP;
    turn("a", now, 1);
    now = T + TrendColumns.STEPS * STEP;
    since = now - 1_000;
    turn("a", now, 2);
    now += 2_000;
    TrendPoint expected = new TrendPoint(2L, 3_000L, 1L, 10L, 1L, 0L, 0L);
    assertThat(all()).last().isEqualTo(expected);
    assertThat(trends.lane("a", now, true).points()).last().isEqualTo(expected);
  }

  @Test
  void whatIsOlderThanAnHourIsInNoStepThatIsHeld() {
    turn("a", T - 2 * HOUR, 1, new TurnTally("QUOTA", 4, 3));
    turn("a", T, 2);
    assertThat(all().subList(0, TrendColumns.STEPS - 1))
        .containsOnly(new TrendPoint(1L, 0L, 1L, 10L, 0L, 0L, 0L));
    assertThat(all()).last().isEqualTo(new TrendPoint(2L, 0L, 1L, 10L, 1L, 0L, 0L));
  }

  @Test
  void aLaneGetsATrendOfItsOwnWhenThereIsRoom() {
    List<String> own = new ArrayList<>();
    trends = new PartitionTrends(this::level, own::contains, () -> now);
    turn("a", T, 3);
    assertThat(trends.lane("a", now, true)).isNull();
    own.add("a");
    now = T + STEP;
    turn("a", now, 4);
    TrendSeries trend = trends.lane("a", now, true);
    assertThat(trend).isNotNull();
    assertThat(last(trend.points(), 1, TrendPoint::waiting)).containsExactly(4L);
  }

  @Test
  void manyLanesHaveFewTrendsAndOneSum() {
    for (int i = 0; i < 5_000; i++) {
      turn("lane-" + i, T, 1);
    }
    turn("~0", T, 0, new TurnTally("BAD_FRAMING", 0, 1));
    TrendSeries all = trends.all(now, _ -> true);
    assertThat(all.lanes()).isEqualTo(5_000);
    assertThat(last(1, TrendPoint::waiting)).containsExactly(5_000L);
    assertThat(last(1, TrendPoint::capacity)).containsExactly(50_000L);
    assertThat(last(1, TrendPoint::turns)).containsExactly(5_001L);
    assertThat(last(1, TrendPoint::refused)).containsExactly(1L);
    assertThat(
            IntStream.range(0, 5_000)
                .filter(i -> trends.lane("lane-" + i, now, true) != null)
                .count())
        .isEqualTo(2);
    assertThat(trends.lane("~0", now, true)).isNull();
    assertThat(trends.settle(10)).as("all are read").isFalse();
  }
}

package dev.rota.readers.follow.held;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trends that are cut, made coarser and put together. */
final class TrendSeriesTest {
  private static final long STEP = TrendSteps.MILLIS;

  private static TrendPoint point(long level, Long count) {
    return new TrendPoint(level, 2 * level, level + 1, level + 2, count, count, count);
  }

  private static TrendSeries seeded(long firstStep, int steps, int seed) {
    Random random = new Random(seed);
    List<TrendPoint> points = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      points.add(
          random.nextInt(7) == 0
              ? TrendPoint.UNKNOWN
              : point(random.nextInt(100), (long) random.nextInt(50)));
    }
    return new TrendSeries(firstStep * STEP, STEP, points, 1, (firstStep + steps) * STEP);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 11, 60, 100, 359, 360, 361, 720})
  void coarserStepsAreWholeAndFewAndHaveTheLargestLevelsAndAllCounts(int most) {
    TrendSeries fine = seeded(123_456_789, 361, most);
    TrendSeries coarse = fine.coarser(most);
    assertThat(coarse.points()).hasSizeLessThanOrEqualTo(most);
    assertThat(coarse.stepMillis() % STEP).isZero();
    assertThat(coarse.firstMillis() % coarse.stepMillis()).isZero();
    for (int i = 0; i < coarse.points().size(); i++) {
      long from = coarse.firstMillis() + i * coarse.stepMillis();
      List<TrendPoint> some = fine.between(from, from + coarse.stepMillis() - 1).points();
      TrendPoint one = coarse.points().get(i);
      assertThat(one.waiting())
          .isEqualTo(
              some.stream()
                  .filter(part -> part.waiting() != null)
                  .map(TrendPoint::waiting)
                  .max(Long::compare)
                  .orElse(null));
      assertThat(one.turns())
          .isEqualTo(
              some.contains(TrendPoint.UNKNOWN) || from < fine.firstMillis()
                  ? null
                  : (Long) some.stream().mapToLong(TrendPoint::turns).sum());
    }
    if (most >= 361) {
      assertThat(coarse).isEqualTo(fine);
    }
  }

  @Test
  void aWindowHasEachStepThatItTouches() {
    TrendSeries trend = seeded(100, 10, 1);
    assertThat(trend.between(102 * STEP, 104 * STEP).points())
        .isEqualTo(trend.points().subList(2, 5));
    assertThat(trend.between(102 * STEP + 1, 104 * STEP - 1).points())
        .isEqualTo(trend.points().subList(2, 4));
    assertThat(trend.between(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2)).isEqualTo(trend);
    assertThat(trend.between(0, 99 * STEP).points()).isEmpty();
    assertThat(trend.between(0, 99 * STEP).firstMillis()).isEqualTo(100 * STEP);
    assertThat(trend.between(110 * STEP, 120 * STEP).points()).isEmpty();
    assertThat(trend.between(110 * STEP, 120 * STEP).coarser(10).points()).isEmpty();
  }

  @Test
  void twoPartitionsAreOneStepByStep() {
    TrendSeries one = new TrendSeries(0, STEP, List.of(point(5, 1L), point(6, 2L)), 2, 2 * STEP);
    TrendSeries two =
        new TrendSeries(STEP, STEP, List.of(point(1, 4L), point(2, 8L)), 3, 2 * STEP + 1);
    TrendSeries both = one.plus(two);
    assertThat(both.lanes()).isEqualTo(5);
    assertThat(both.toMillis()).isEqualTo(2 * STEP + 1);
    assertThat(both.points())
        .containsExactly(
            TrendPoint.UNKNOWN, new TrendPoint(7L, 12L, 9L, 11L, 6L, 6L, 6L), TrendPoint.UNKNOWN);
    assertThat(one.plus(TrendSeries.NONE)).isEqualTo(one);
    assertThat(TrendSeries.NONE.plus(two)).isEqualTo(two);
  }

  @Test
  void whatOnePartitionDoesNotKnowIsNotKnown() {
    TrendSeries one = new TrendSeries(0, STEP, List.of(point(5, 1L)), 2, STEP);
    TrendSeries two = new TrendSeries(0, STEP, List.of(TrendPoint.UNKNOWN), 3, STEP);
    assertThat(one.plus(two).points()).containsExactly(TrendPoint.UNKNOWN);
    TrendSeries none = new TrendSeries(0, STEP, List.of(TrendPoint.NOTHING), 0, STEP);
    assertThat(one.plus(none).points()).isEqualTo(one.points());
  }

  @Test
  void beforeTheFirstRecordNothingIsKnownAndLaterALaneMayBeSetAside() {
    List<TrendPoint> points =
        List.of(
            TrendPoint.NOTHING, TrendPoint.NOTHING, point(5, 1L), TrendPoint.NOTHING, point(5, 0L));
    TrendSeries trend = new TrendSeries(0, STEP, points, 1, 5 * STEP).sinceFirstRecord();
    assertThat(trend.points().subList(0, 2)).containsOnly(TrendPoint.UNKNOWN);
    assertThat(trend.points().subList(2, 5)).isEqualTo(points.subList(2, 5));
  }

  @Test
  void anOpenStepSaysHowFarItIsAndAWindowThatEndsBeforeItHasNone() {
    List<TrendPoint> points = List.of(point(5, 4L), point(5, 4L), point(6, 1L));
    TrendSeries open = new TrendSeries(STEP, STEP, points, 1, 3 * STEP + 2_000);
    assertThat(open.between(STEP, 4 * STEP).toMillis()).isEqualTo(3 * STEP + 2_000);
    assertThat(open.between(STEP, 3 * STEP - 1).toMillis()).isEqualTo(3 * STEP);
    TrendSeries coarse = open.coarser(2);
    assertThat(coarse.toMillis()).isEqualTo(3 * STEP + 2_000).isLessThan(coarse.endMillis());
    assertThat(coarse.points()).extracting(TrendPoint::turns).containsExactly(null, 5L);
    assertThat(coarse.points()).extracting(TrendPoint::waiting).containsExactly(5L, 6L);
    assertThat(coarse.points()).extracting(TrendPoint::capacity).containsExactly(7L, 8L);
  }
}

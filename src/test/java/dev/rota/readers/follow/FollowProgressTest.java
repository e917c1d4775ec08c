package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.readers.follow.FollowProgress.ReadSoFar;
import dev.rota.road.health.HealthTrouble;
import org.junit.jupiter.api.Test;

/** Since when something is so, from one look at a ledger to the next. */
final class FollowProgressTest {
  private static final long BEGAN = 1_000;
  private static final long PROVED = 500;

  private final LaneDifferences differences = new LaneDifferences();
  private FollowProgress progress = FollowProgress.begins(3, BEGAN);

  private void next(long behind, boolean caughtUp, String trouble, long nowMillis) {
    next(PROVED, behind, caughtUp, trouble, nowMillis);
  }

  private void next(long provedAt, long behind, boolean caughtUp, String trouble, long nowMillis) {
    ReadSoFar read = new ReadSoFar(2, 7, 99, provedAt, differences);
    progress = progress.next(read, behind, caughtUp, trouble, nowMillis);
  }

  @Test
  void itIsBehindSinceItBeganAndAgainSinceItWasNot() {
    next(0, false, null, 2_000);
    assertThat(progress.progress().behindSince()).as("it may not have seen all").isEqualTo(BEGAN);
    next(4, false, null, 3_000);
    assertThat(progress.progress().behindSince()).isEqualTo(BEGAN);
    next(0, true, null, 4_000);
    assertThat(progress.progress().behindSince()).isZero();
    next(1, true, null, 5_000);
    next(2, true, null, 6_000);
    assertThat(progress.progress().behindSince()).isEqualTo(5_000);
  }

  @Test
  void aTroubleLastsUntilItIsOver() {
    next(0, true, "away", 2_000);
    next(0, true, "still away", 3_000);
    assertThat(progress.progress().trouble()).isEqualTo(new HealthTrouble("still away", 2_000));
    next(0, true, null, 4_000);
    next(0, true, "away", 5_000);
    assertThat(progress.progress().trouble()).isEqualTo(new HealthTrouble("away", 5_000));
  }

  @Test
  void aDifferenceCountsFromItsFirstLook() {
    next(0, true, null, 2_000);
    differences.add("home", "differs");
    next(0, true, null, 3_000);
    next(0, true, null, 4_000);
    assertThat(progress.progress().difference())
        .isEqualTo(new HealthTrouble("home: differs", 3_000));
    assertThat(progress.isProved()).isFalse();
  }

  @Test
  void theTailIsAllThatIsBehindTheLastProvedTurn() {
    next(0, true, null, 2_000);
    assertThat(progress.tailMillis(2_500)).as("all is proved").isZero();
    next(1, true, null, 3_000);
    assertThat(progress.tailMillis(3_500)).isEqualTo(3_000);
    next(0, 1, true, null, 4_000);
    assertThat(progress.tailMillis(4_500)).as("no turn is proved yet").isZero();
    differences.add("home", "differs");
    next(0, true, null, 5_000);
    assertThat(progress.tailMillis(5_500)).isEqualTo(5_000);
    assertThat(progress.tailMillis(PROVED - 1)).as("by a clock that is behind").isZero();
  }
}

package dev.rota.road.stream.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClockFallTest {
  private static final long START = 1_800_000_000_000L;
  private static final long HOUR = 3_600_000;

  private final AtomicLong wall = new AtomicLong(START);
  private final ClockFall fall = new ClockFall(wall::get);

  @Test
  void aClockThatGoesOnOrJumpsAheadHasNotFallen() {
    wall.addAndGet(500);
    assertThat(fall.look()).isZero();
    wall.addAndGet(HOUR);
    assertThat(fall.look()).isZero();
  }

  @Test
  void aFallIsToldUntilTheClockShowsAgainWhatItHasShown() {
    wall.addAndGet(-HOUR);
    assertThat(fall.look()).isEqualTo(HOUR);
    wall.addAndGet(HOUR / 2);
    assertThat(fall.look()).isEqualTo(HOUR / 2);
    wall.addAndGet(HOUR / 2);
    assertThat(fall.look()).isZero();
  }

  @Test
  void manyShortFallsAreOneLongFall() {
    wall.addAndGet(-ClockFall.BORNE_MILLIS);
    assertThat(fall.look()).isZero();
    wall.decrementAndGet();
    assertThat(fall.look()).isEqualTo(ClockFall.BORNE_MILLIS + 1);
  }

  @Test
  void clientsThatAreMadeAfterwardsDoNotKnowOfIt() {
    wall.addAndGet(-HOUR);
    fall.forget();
    assertThat(fall.look()).isZero();
    wall.addAndGet(-HOUR);
    assertThat(fall.look()).isEqualTo(HOUR);
  }

  @Test
  void aJumpAheadThatIsTakenBackIsAFall() {
    wall.addAndGet(HOUR);
    fall.look();
    wall.addAndGet(-HOUR);
    assertThat(fall.look()).isEqualTo(HOUR);
  }
}

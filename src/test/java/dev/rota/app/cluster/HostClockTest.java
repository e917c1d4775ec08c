package dev.rota.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HostClockTest {
  private static final long START = 1_800_000_000_000L;
  private static final long HOUR = 3_600_000;

  private final AtomicLong wall = new AtomicLong(START);
  private final HostClock clock = new HostClock(wall::get, () -> "start it again");

  private void assertGoesOn() {
    assertThatCode(clock::check).doesNotThrowAnyException();
  }

  private void assertFallen(long millis) {
    assertThatThrownBy(clock::check)
        .isInstanceOfSatisfying(
            CommandFailure.class,
            told -> {
              assertThat(told.exit()).isEqualTo(ExitCode.AGAIN);
              assertThat(told.what()).endsWith(" was set back by " + millis + " ms");
              assertThat(told.fix()).isEqualTo("start it again; run NTP");
            });
  }

  @Test
  void aClockThatGoesOnOrJumpsAheadHasNotFallen() {
    wall.addAndGet(500);
    assertGoesOn();
    wall.addAndGet(HOUR);
    assertGoesOn();
  }

  @Test
  void aFallIsToldUntilTheClockShowsAgainWhatItHasShown() {
    wall.addAndGet(-HOUR);
    assertFallen(HOUR);
    wall.addAndGet(HOUR / 2);
    assertFallen(HOUR / 2);
    wall.addAndGet(HOUR / 2);
    assertGoesOn();
  }

  @Test
  void manyShortFallsAreOneLongFall() {
    wall.addAndGet(-HostClock.BORNE_MILLIS);
    assertGoesOn();
    wall.decrementAndGet();
    assertFallen(HostClock.BORNE_MILLIS + 1);
  }

  @Test
  void aProcessThatStartsAfterwardsDoesNotKnowOfIt() {
    wall.addAndGet(-HOUR);
    HostClock next = new HostClock(wall::get, () -> "start it again");
    assertThatCode(next::check).doesNotThrowAnyException();
  }

  @Test
  void aJumpAheadThatIsTakenBackIsAFall() {
    wall.addAndGet(HOUR);
    assertGoesOn();
    wall.addAndGet(-HOUR);
    assertFallen(HOUR);
  }
}

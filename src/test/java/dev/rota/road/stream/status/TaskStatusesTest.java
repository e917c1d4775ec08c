package dev.rota.road.stream.status;

import static dev.rota.road.stream.status.OpeningProgress.What.PAGES_REPLAYED;
import static dev.rota.road.stream.status.OpeningProgress.What.ROWS_RESTORED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TaskStatusesTest {
  private final AtomicLong nanos = new AtomicLong(77);
  private final TaskStatuses tasks = new TaskStatuses(nanos::get);

  @Test
  void theTimeLeftIsThatOfTheSpeedSoFar() {
    tasks.opening(2, ROWS_RESTORED, 0, 1_000);
    assertThat(tasks.opening())
        .containsExactly(new OpeningProgress(2, ROWS_RESTORED, 0, 1_000, null));
    pass(10);
    tasks.opening(2, ROWS_RESTORED, 250, 1_000);
    assertThat(tasks.opening())
        .containsExactly(new OpeningProgress(2, ROWS_RESTORED, 250, 1_000, 30L));
    pass(10);
    assertThat(tasks.opening())
        .containsExactly(new OpeningProgress(2, ROWS_RESTORED, 250, 1_000, 60L));
  }

  @Test
  void eachStepHasASpeedOfItsOwn() {
    tasks.opening(0, ROWS_RESTORED, 0, 10);
    pass(100);
    tasks.opening(0, ROWS_RESTORED, 10, 10);
    tasks.opening(0, PAGES_REPLAYED, 40, 60);
    pass(1);
    tasks.opening(0, PAGES_REPLAYED, 50, 60);
    assertThat(tasks.opening()).containsExactly(new OpeningProgress(0, PAGES_REPLAYED, 50, 60, 1L));
    tasks.opened(0);
    assertThat(tasks.opening()).isEmpty();
  }

  @Test
  void whoIsClosedCountsNoLonger() {
    tasks.lanes(0, 3);
    tasks.lanes(1, 4);
    tasks.lanes(0, 5);
    assertThat(tasks.lanes()).isEqualTo(9);
    tasks.opening(1, ROWS_RESTORED, 0, 9);
    tasks.closed(1);
    assertThat(tasks.lanes()).isEqualTo(5);
    assertThat(tasks.opening()).isEmpty();
  }

  private void pass(int seconds) {
    nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }
}

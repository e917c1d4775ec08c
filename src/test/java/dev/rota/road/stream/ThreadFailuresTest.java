package dev.rota.road.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThreadFailuresTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final ThreadFailures failures = new ThreadFailures(nanos::get);

  @Test
  void withoutAnyThereIsNoTrouble() {
    assertThat(failures.count()).isZero();
    assertThat(failures.trouble()).isEmpty();
  }

  @Test
  void eachBringsTroubleForAMinuteAndItsRootIsTold() {
    failures.of(new IllegalStateException("task", new IllegalArgumentException("the root")));
    nanos.addAndGet(ThreadFailures.TROUBLED.toNanos() - 1);
    assertThat(failures.of(new IllegalStateException("again"))).isEqualTo(2);
    nanos.addAndGet(ThreadFailures.TROUBLED.toNanos() - 1);
    assertThat(failures.trouble().orElseThrow()).contains("2 so far", "again");
    nanos.incrementAndGet();
    assertThat(failures.trouble()).isEmpty();
    assertThat(failures.count()).isEqualTo(2);
  }

  @Test
  void theRootIsToldAndNotItsWrapper() {
    failures.of(new IllegalStateException("task", new IllegalArgumentException("the root")));
    assertThat(failures.trouble().orElseThrow()).contains("the root").doesNotContain("task");
  }
}

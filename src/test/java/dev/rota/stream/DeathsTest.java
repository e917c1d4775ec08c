package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeathsTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final Deaths deaths = new Deaths(nanos::get);

  @Test
  void withoutAnyThereIsNoTrouble() {
    assertThat(deaths.count()).isZero();
    assertThat(deaths.trouble()).isEmpty();
  }

  @Test
  void eachBringsTroubleForAMinuteAndItsRootIsTold() {
    deaths.of(new IllegalStateException("task", new IllegalArgumentException("the root")));
    nanos.addAndGet(Deaths.TROUBLED.toNanos() - 1);
    assertThat(deaths.of(new IllegalStateException("again"))).isEqualTo(2);
    nanos.addAndGet(Deaths.TROUBLED.toNanos() - 1);
    assertThat(deaths.trouble().orElseThrow()).contains("2 so far", "again");
    nanos.incrementAndGet();
    assertThat(deaths.trouble()).isEmpty();
    assertThat(deaths.count()).isEqualTo(2);
  }

  @Test
  void theRootIsToldAndNotItsWrapper() {
    deaths.of(new IllegalStateException("task", new IllegalArgumentException("the root")));
    assertThat(deaths.trouble().orElseThrow()).contains("the root").doesNotContain("task");
  }
}

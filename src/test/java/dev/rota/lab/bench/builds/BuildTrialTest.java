package dev.rota.lab.bench.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The load, small, on the scheduler in memory: every measure comes to its end. */
final class BuildTrialTest {
  private static final BuildLoad LOAD =
      new BuildLoad(3, 100, 1, 5, 500, 20, 17, 4, Duration.ofMillis(5), 2, 1);

  private LocalPort storage;
  private MemoryScheduler scheduler;
  private BuildTrial trial;

  @BeforeEach
  void open() throws IOException {
    storage = LocalPort.open(new MemoryStorage().services());
    scheduler = MemoryScheduler.open(storage.number());
    trial = new BuildTrial("memory", List.of(scheduler.port()), storage.number(), LOAD);
  }

  @AfterEach
  void close() {
    scheduler.close();
    storage.close();
  }

  @Test
  void actionsThatRunOneAtATimeHaveALatency() throws Exception {
    assertThat(trial.alone(_ -> {}).p50Millis()).isPositive();
  }

  @Test
  void theRateIsHeldWhateverIsDone() throws Exception {
    var latency = trial.steady(_ -> {});

    assertThat(latency.p50Millis()).isPositive().isLessThanOrEqualTo(latency.p99Millis());
  }

  @Test
  void actionsAreSentAsFastAsTheyAreAnswered() throws Exception {
    var rate = trial.fast(_ -> {});

    assertThat(rate.perSecond()).isPositive();
    assertThat(rate.cpuMicros()).isPositive();
  }

  /** No worker runs two at a time. */
  @Test
  void aBuildLastsAtLeastAsLongAsItsActions() throws Exception {
    assertThat(LOAD.idealSeconds()).isEqualTo(0.025);
    assertThat(trial.build(_ -> {})).isGreaterThanOrEqualTo(LOAD.idealSeconds());
  }

  @Test
  void theUsualLoadShrinksByPercent() {
    assertThat(BuildLoad.of(500, 20_000, 1_000, 100).idealSeconds()).isEqualTo(3.15);
    assertThat(BuildLoad.of(500, 20_000, 1_000, 1))
        .isEqualTo(
            new BuildLoad(1, 500, 1, 100, 20_000, 1_000, 5, 8, Duration.ofMillis(50), 2, 1_000));
  }
}

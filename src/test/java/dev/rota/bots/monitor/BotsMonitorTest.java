package dev.rota.bots.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.lab.traffic.bots.FewBots;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the monitor reads of the queue, held to a look at every job. */
final class BotsMonitorTest {
  private static final int EVENTS = 700;

  private int waited;
  private int ran;

  @ParameterizedTest
  @ValueSource(longs = {3, 8})
  void theQueueIsAsLongAndAsOldAsItsJobsSay(long seed) {
    FewBots.play(seed, EVENTS, this::isAsItsJobsSay);
    assertThat(waited).isPositive();
    assertThat(ran).isPositive();
  }

  private void isAsItsJobsSay(BotsState state, int event) {
    QueueVitals vitals = new BotsMonitor().vitals(state);
    List<Job> queued = state.jobs().stream().filter(job -> job.state() instanceof Queued).toList();
    assertThat(vitals.waiting()).as("event %d", event).isEqualTo(queued.size());
    assertThat(vitals.waitingSince())
        .as("event %d", event)
        .isEqualTo(queued.isEmpty() ? QueueVitals.NONE : queued.get(0).queuedAt());
    waited += queued.size() > 1 ? 1 : 0;
    ran += vitals.held() > 0 ? 1 : 0;
  }
}

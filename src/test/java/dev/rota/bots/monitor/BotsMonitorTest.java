package dev.rota.bots.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.kernel.domain.Traffic;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.testing.Book;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the monitor reads of the queue, held to a look at every job. */
final class BotsMonitorTest {
  private static final int EVENTS = 700;

  @ParameterizedTest
  @ValueSource(longs = {3, 8})
  void theQueueIsAsLongAndAsOldAsItsJobsSay(long seed) {
    BotsDomain bots = new BotsDomain();
    var book = new Book<>(bots);
    Iterator<Traffic.Event> traffic = bots.traffic().start("here", seed);
    int waited = 0;
    int ran = 0;
    for (int i = 0; i < EVENTS; i++) {
      Traffic.Event event = traffic.next();
      if (event.record() instanceof BotHeartbeat beat
          && Math.floorMod(beat.getBot().hashCode(), 12) != 0) {
        continue; // with few bots, jobs wait
      }
      book.take(event.topic(), "here", event.atMillis(), event.record());
      BotsState state = book.lane("here").state();
      QueueVitals vitals = bots.monitor().vitals(state);
      List<Job> queued =
          state.jobs().stream().filter(job -> job.state() instanceof Queued).toList();
      assertThat(vitals.waiting()).as("event %d", i).isEqualTo(queued.size());
      assertThat(vitals.waitingSince())
          .as("event %d", i)
          .isEqualTo(queued.isEmpty() ? QueueVitals.NONE : queued.get(0).queuedAt());
      waited += queued.size() > 1 ? 1 : 0;
      ran += vitals.held() > 0 ? 1 : 0;
    }
    assertThat(waited).isPositive();
    assertThat(ran).isPositive();
  }
}

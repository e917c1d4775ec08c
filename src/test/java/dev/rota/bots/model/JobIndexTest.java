package dev.rota.bots.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.Book;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobIndexTest {
  @Test
  void asFewJobsAsAreSortedComeByAgeAndMoreInAnyOrder() {
    for (int seed = 1; seed <= 5; seed++) {
      Book book = new Book(new BotsDomain());
      Iterator<Traffic.Event> events =
          DomainTraffic.of(new BotsDomain()).demonstration("builds", seed);
      for (int i = 0; i < 20 * seed; i++) { // no bot is there
        Traffic.Event one = events.next();
        book.take(one.topic(), "builds", one.atMillis(), one.record());
      }
      BotsState state = (BotsState) book.lane("builds").state();
      List<Job> all = state.jobs();
      assertThat(all).hasSizeGreaterThan(5).isSortedAccordingTo(Job.BY_AGE);
      assertThat(state.jobs(all.size())).isEqualTo(all);
      assertThat(state.jobs(all.size() - 1)).containsExactlyInAnyOrderElementsOf(all);
    }
  }
}

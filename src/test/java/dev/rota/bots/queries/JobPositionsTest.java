package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.Book;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job's position is how many of its pool go before it, or with it (section 12). */
class JobPositionsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 300})
  void eachIsCountedAsIfItWereTheOnlyOne(int limit) {
    Set<String> seen = new HashSet<>();
    for (int seed = 1; seed <= 8; seed++) {
      Book book = new Book(new BotsDomain());
      Iterator<Traffic.Event> jobs =
          DomainTraffic.of(new BotsDomain()).demonstration("builds", seed);
      for (int i = 0; i < 30 * seed; i++) { // no bot is there
        Traffic.Event one = jobs.next();
        book.take(one.topic(), "builds", one.atMillis(), one.record());
      }
      BotsState state = (BotsState) book.lane("builds").state();
      JobPositions positions = new JobPositions(state, limit);
      for (Job job : state.jobs()) {
        assertThat(positions.of(job)).as(job.name()).isEqualTo(counted(state, job, limit));
        seen.add(positions.of(job));
      }
    }
    assertThat(seen)
        .contains(limit == 300 ? "~17" : limit + "+")
        .hasSizeGreaterThan(limit == 1 ? 0 : 1);
  }

  private static String counted(BotsState state, Job job, int limit) {
    if (!(job.state() instanceof Queued)) {
      return "~0";
    }
    List<Job> before =
        state.jobs().stream()
            .filter(one -> one.state() instanceof Queued)
            .filter(one -> pool(state, one).equals(pool(state, job)))
            .filter(one -> one.priority() <= job.priority())
            .filter(one -> one.priority() < job.priority() || one.queuedAt() <= job.queuedAt())
            .toList();
    return before.size() >= limit ? limit + "+" : "~" + before.size();
  }

  private static String pool(BotsState state, Job job) {
    return state.policy().pool(job.instance());
  }
}

package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.Traffic;
import dev.rota.testing.Book;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs with the same needs are asked about once, and each is in the group of its own reason. */
final class GroupedJobsTest {
  private static final int EVENTS = 900;

  private record Group(String reason, long waiting, Object since, Object oldest) {}

  @Test
  void aJobsGroupIsThatOfItsOwnReason() {
    BotsDomain bots = new BotsDomain();
    var book = new Book<>(bots);
    Iterator<Traffic.Event> traffic = bots.traffic().start("here", 9);
    int several = 0;
    for (int i = 0; i < EVENTS; i++) {
      Traffic.Event event = traffic.next();
      if (event.record() instanceof BotHeartbeat beat
          && Math.floorMod(beat.getBot().hashCode(), 12) != 0) {
        continue; // with few bots, jobs wait
      }
      book.take(event.topic(), "here", event.atMillis(), event.record());
      BotsState state = book.lane("here").state();
      List<Group> expected = expected(state);
      assertThat(grouped(state)).as("event %d", i).isEqualTo(expected);
      several += expected.size() > 1 ? 1 : 0;
    }
    assertThat(several).as("turns with several groups").isPositive();
  }

  private static List<Group> expected(BotsState state) {
    Map<String, List<Job>> byReason = new LinkedHashMap<>();
    for (Job job : state.queue().oldest(Integer.MAX_VALUE)) {
      byReason.computeIfAbsent(JobNow.waitsFor(state, job), unused -> new ArrayList<>()).add(job);
    }
    List<Group> groups = new ArrayList<>();
    byReason.forEach(
        (reason, jobs) ->
            groups.add(new Group(reason, jobs.size(), jobs.get(0).queuedAt(), jobs.get(0).name())));
    return groups;
  }

  private static List<Group> grouped(BotsState state) {
    Object told = BotsQueries.all().get("reasons").answer(state, new QueryArguments(Map.of()));
    List<Group> groups = new ArrayList<>();
    for (Object one : (List<?>) told) {
      Map<?, ?> group = (Map<?, ?>) one;
      groups.add(
          new Group(
              (String) group.get("reason"),
              (Long) group.get("waiting"),
              group.get("since"),
              group.get("oldest")));
    }
    return groups;
  }
}

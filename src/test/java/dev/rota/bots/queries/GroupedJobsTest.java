package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.rules.WaitCause;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.lab.traffic.bots.FewBots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs with the same needs are asked about once, and each is in the group of its own reason. */
final class GroupedJobsTest {
  private static final int EVENTS = 900;

  private record Group(String reason, long waiting, Object since, Object oldest) {}

  private int several;

  @Test
  void aJobsGroupIsThatOfItsOwnReason() {
    FewBots.play(9, EVENTS, this::isGrouped);
    assertThat(several).as("turns with several groups").isPositive();
  }

  private void isGrouped(BotsState state, int event) {
    List<Group> expected = expected(state);
    assertThat(grouped(state)).as("event %d", event).isEqualTo(expected);
    several += expected.size() > 1 ? 1 : 0;
  }

  private static List<Group> expected(BotsState state) {
    Map<String, List<Job>> byReason = new LinkedHashMap<>();
    for (Job job : state.queue().oldest(Integer.MAX_VALUE)) {
      String reason = JobNow.waitsFor(WaitCause.of(state, job));
      byReason.computeIfAbsent(reason, _ -> new ArrayList<>()).add(job);
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

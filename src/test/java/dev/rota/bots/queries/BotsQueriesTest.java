package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.GridCounters;
import dev.rota.bots.rules.Grid;
import dev.rota.bots.rules.TestBot;
import dev.rota.bots.rules.TestJob;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.QueryArguments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A bot w, a job a that is over, and a job b that runs on w. */
class BotsQueriesTest {
  private final Grid grid = new Grid();

  @BeforeEach
  void setUp() {
    grid.take(1000, beat());
    grid.take(1000, submit("a"));
    grid.take(1000, submit("b"));
    grid.take(1000, beat(new Report("a", Reported.COMPLETED, GrpcStatus.OK, 0, 1)));
  }

  private static Submit submit(String job) {
    return new TestJob(job).submit();
  }

  private static Heartbeat beat(Report... reports) {
    return new TestBot("w").reports(List.of(reports)).beat();
  }

  private Object ask(String query, Map<String, Object> args) {
    long before = grid.digest();
    GridCounters counted = grid.state().counters();
    Object answer = BotsQueries.all().get(query).answer(grid.state(), new QueryArguments(args));
    grid.state().save();
    assertThat(grid.digest()).as("a query changes nothing").isEqualTo(before);
    assertThat(grid.state().counters()).isEqualTo(counted);
    return answer;
  }

  @Test
  void whatTheVectorsAskTheAssignersCanBeAsked() {
    assertThat(ask("pause", Map.of("updated", 1, "u", 0.5))).isEqualTo(Map.of("ms", 15.0));
    assertThat(ask("pause", Map.of("u", 0))).isEqualTo(Map.of("ms", 1000.0));
    assertThat(ask("draw_stats", Map.of("n", 100))).isEqualTo(Map.of("priority_share", 1.0));
    grid.take(1000, beat(new Report("b", Reported.COMPLETED, GrpcStatus.OK, 0, 1)));
    assertThat(ask("match_stats", Map.of("job", "a", "n", 10)))
        .isEqualTo(Map.of("none", 0.0, "share", Map.of("w", 1.0)));
    grid.take(1000, submit("c"));
    assertThat(ask("match_stats", Map.of("job", "c", "n", 10)))
        .isEqualTo(Map.of("none", 1.0, "share", Map.of("w", 0.0)));
    assertThat(ask("match_stats", Map.of("job", "nobody's", "n", 10)))
        .isEqualTo(Map.of("error", "NOT_FOUND"));
  }

  @Test
  void argumentsThatCannotBeAreNamed() {
    refused("draw_stats", Map.of("n", 0), "the argument 'n' is 0: from 1 to 1000000");
    refused("pause", Map.of("u", 1.5), "the argument 'u' is 1.5: a number from 0 to 1");
    refused("pause", Map.of("u", "x"), "the argument 'u' is x: a number from 0 to 1");
    refused("pause", Map.of(), "the query needs the argument 'u', a number from 0 to 1");
  }

  /** Section 12: all that are as good, and were queued as early, are counted. */
  @Test
  void jobsOfOneInstantHaveOnePosition() {
    grid.take(1000, submit("c"));
    grid.take(1000, submit("d"));
    grid.take(1001, submit("e"));
    for (String operation : List.of("c", "d")) {
      assertThat(ask("position", Map.of("operation", operation)))
          .isEqualTo(Map.of("position", "~2"));
    }
    assertThat(ask("position", Map.of("operation", "e"))).isEqualTo(Map.of("position", "~3"));
    assertThat(ask("position", Map.of("operation", "d", "limit", 2)))
        .isEqualTo(Map.of("position", "2+"));
  }

  private void refused(String query, Map<String, Object> args, String message) {
    assertThatThrownBy(() -> ask(query, args)).isInstanceOf(BadArgument.class).hasMessage(message);
  }

  /** The ledger has a job's history, and who ran what is over. */
  @Test
  void whatTheStateHasForgottenIsNotToldAsNothing() {
    Map<?, ?> jobs = (Map<?, ?>) ((Map<?, ?>) ask("check", Map.of())).get("jobs");
    Map<?, ?> over = (Map<?, ?>) jobs.get("a");
    Map<?, ?> runs = (Map<?, ?>) jobs.get("b");
    assertThat(over.get("stage")).isEqualTo("COMPLETED");
    assertThat(over.containsKey("bot")).isFalse();
    assertThat(over.containsKey("history")).isFalse();
    assertThat(runs.get("bot")).isEqualTo("w");
    assertThat(runs.containsKey("history")).isFalse();
  }
}

package dev.rota.cores.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.model.Chain;
import dev.rota.cores.rules.Script;
import dev.rota.kernel.domain.QueryArguments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoresQueriesTest {
  private static final String CHAIN =
      """
      block 0 session 0 chains 1 threads 10,11 cores 1 retries 1 validators 5
      claim 10 alice  -> 10 QUEUED
      claim 11 bob    -> 11 QUEUED
      block 1         -> 10 SCHEDULED on 1
      """;

  private static Object ask(Chain chain, String query, Map<String, Object> args) {
    long before = chain.digest();
    Object answer = CoresQueries.all().get(query).answer(chain.state(), new QueryArguments(args));
    chain.state().save();
    assertThat(chain.digest()).as("a query changes nothing").isEqualTo(before);
    return answer;
  }

  @Test
  void questionsWithoutABlockAreAboutTheLatest() {
    Chain chain = Script.check(CHAIN);
    assertThat(ask(chain, "group_assigned_to_core", Map.of("core", 1))).isEqualTo(1);
    assertThat(ask(chain, "group_rotation_info", Map.of()))
        .isEqualTo(
            Map.of(
                "session_start_block",
                1L,
                "now",
                1L,
                "group_rotation_frequency",
                10L,
                "last_rotation_at",
                1L,
                "next_rotation_at",
                11L));
  }

  /** Block 4 was the window, and frozen. The next begins with block 7. */
  @Test
  void aMissedWindowIsNotTheBlockOfTheTimeOut() {
    Chain chain =
        Script.check(
            """
            block 0 session 0 chains 7 validators 1 rotation 3 chainperiod 1 threadperiod 1
            block 2 backed 0
            block 4 frozen
            block 5
            """);
    Map<?, ?> waiting = (Map<?, ?>) ask(chain, "waiting", Map.of("para", 7));
    assertThat((String) waiting.get("why")).contains("it times out in block 7");
    assertThat(ask(chain, "timeout_predicate", Map.of("core", 0))).isNull();
    chain.take(Script.block("block 7"));
    assertThat(ask(chain, "timeout_predicate", Map.of("core", 0))).isEqualTo(true);
  }

  /** The block that is told is the first in which the rule itself says yes. */
  @Test
  void theBlockOfATimeOutIsTheFirstThatTheRuleSays() {
    for (int rotation = 1; rotation <= 6; rotation++) {
      for (int period = 1; period <= 7; period++) {
        Chain chain =
            Script.check(
                "block 2 session 0 chains 7 validators 1 rotation %d chainperiod %d threadperiod %d"
                        .formatted(rotation, period, 1 + period % 4)
                    + "\nblock 5 backed 0");
        for (int block = 6; block < 24; block++) {
          long told = chain.state().timesOutIn(0, block).orElseThrow();
          chain.take(Script.block("block " + block + " frozen"));
          boolean now = Boolean.TRUE.equals(ask(chain, "timeout_predicate", Map.of("core", 0)));
          assertThat(told == block)
              .as("%d of %d, block %d", period, rotation, block)
              .isEqualTo(now);
        }
      }
    }
  }

  @Test
  void aPeriodOfZeroNeverEnds() {
    Chain chain =
        Script.check(
            """
            block 0 session 0 chains 7 validators 1 rules RUNTIME rotation 3 chainperiod 0
            block 1 backed 0
            """);
    Map<?, ?> waiting = (Map<?, ?>) ask(chain, "waiting", Map.of("para", 7));
    assertThat((String) waiting.get("why"))
        .contains("it never times out, as its availability period is 0");
  }

  @Test
  void theSessionTellsItsConfigurationAndRegistry() {
    Chain chain = Script.check(CHAIN);
    Map<?, ?> session = (Map<?, ?>) ask(chain, "session", Map.of());
    assertThat(session.get("parathreads")).isEqualTo(List.of(10L, 11L));
    assertThat(((Map<?, ?>) session.get("config")).get("parathread_retries")).isEqualTo(1L);
    assertThat(((Map<?, ?>) session.get("config")).get("max_validators")).isNull();
  }

  @Test
  void aQuietForecastShowsRetriesAndDrops() {
    Chain chain = Script.check(CHAIN);
    Map<?, ?> answer = (Map<?, ?>) ask(chain, "forecast", Map.of("blocks", 4));
    assertThat(answer.get("assume")).isEqualTo("quiet");
    assertThat(scheduledThreads(answer)).containsExactly("[11]", "[10]", "[11]", "[]");
    assertThat(chain.state().block()).isEqualTo(1);
  }

  @Test
  void aForecastFollowsTheBlocksThatReallyCome() {
    Chain chain = Script.check(CHAIN);
    Map<?, ?> answer = (Map<?, ?>) ask(chain, "forecast", Map.of("blocks", 30));
    for (Object block : (List<?>) answer.get("blocks")) {
      Map<?, ?> ahead = (Map<?, ?>) block;
      chain.take(Script.block("block " + ahead.get("block")));
      assertThat(CoresAnswers.scheduled(chain.state())).isEqualTo(ahead.get("scheduled"));
      assertThat(chain.state().groupRotationInfo(chain.state().block()).rotations())
          .isEqualTo(ahead.get("rotation"));
    }
  }

  @Test
  void aBackedForecastUsesEveryCoreInEveryBlock() {
    Chain chain = Script.check(CHAIN);
    Map<?, ?> answer = (Map<?, ?>) ask(chain, "forecast", Map.of("blocks", 3, "assume", "backed"));
    assertThat(scheduledThreads(answer)).containsExactly("[11]", "[10]", "[]");
  }

  @Test
  void aForecastLooksAsFarAsTheLookaheadAndNoFurtherThanAThousandBlocks() {
    Chain chain = Script.check(CHAIN);
    assertThat((List<?>) ((Map<?, ?>) ask(chain, "forecast", Map.of())).get("blocks")).hasSize(2);
    assertThatThrownBy(() -> ask(chain, "forecast", Map.of("blocks", 1001)))
        .hasMessageContaining("'blocks' is 1001: ask for 1 to 1000");
    assertThatThrownBy(() -> ask(chain, "forecast", Map.of("assume", "luck")))
        .hasMessageContaining("'assume' is 'luck'");
  }

  @Test
  void whyAClaimWaitsIsAnsweredForOneOrForAll() {
    Chain chain = Script.check(CHAIN);
    Map<?, ?> answer = (Map<?, ?>) ask(chain, "waiting", Map.of("para", 11));
    assertThat(answer.get("why"))
        .isEqualTo(
            "waits for core 1, as its offset is 0; place 1 of 1 in its line; the core is scheduled"
                + " for para 10 with the claim of alice, but group 1 has not backed it up to block"
                + " 1; block 2 schedules para 11 with group 1");
    assertThat(((List<?>) answer.get("candidates")).get(1))
        .isEqualTo(
            Map.of(
                "para",
                11L,
                "chosen",
                true,
                "why",
                "first in its line: block 2 schedules it",
                "rule",
                "cores 5.4"));
    assertThat(ask(chain, "waiting", Map.of())).isEqualTo(List.of(answer));
    assertThat(ask(chain, "waiting", Map.of("para", 99))).isNull();
  }

  @Test
  void whatTheOriginalAbortsOnIsAnswered() {
    Chain chain = Script.check("block 0 session 0 rules RUNTIME threads 10 cores 1 rotation 0");
    assertThat(ask(chain, "group_assigned_to_core", Map.of("core", 0, "at", 7)).toString())
        .startsWith("{would_abort=groupRotationFrequency is 0");
  }

  @Test
  void groupsOfBroadIndicesGoThroughTheShuffleAndTheCut() {
    Map<String, Object> args =
        Map.of("seed", "01".repeat(32), "n", 5, "max_validators", 4, "n_cores", 3);
    assertThat(ask(new Chain(), "groups_of_broad_indices", args))
        .isEqualTo(List.of(List.of(4, 1), List.of(2), List.of(3)));
    assertThat(ask(new Chain(), "active_validators", args)).isEqualTo(List.of(4, 1, 2, 3));
  }

  @Test
  void missingAndStrangeArgumentsAreNamed() {
    assertThatThrownBy(() -> ask(new Chain(), "core_para", Map.of()))
        .hasMessageContaining("'core'");
    assertThatThrownBy(() -> ask(new Chain(), "active_validators", Map.of("n", 5)))
        .hasMessageContaining("'seed'");
    assertThatThrownBy(() -> ask(new Chain(), "rotation_math", Map.of("fn", "twist")))
        .hasMessageContaining("'fn' is 'twist'");
  }

  private static List<String> scheduledThreads(Map<?, ?> forecast) {
    return ((List<?>) forecast.get("blocks"))
        .stream()
            .map(block -> (List<?>) ((Map<?, ?>) block).get("scheduled"))
            .map(
                list ->
                    list.stream()
                        .map(entry -> (Map<?, ?>) entry)
                        .filter(entry -> entry.get("kind").equals("parathread"))
                        .map(entry -> entry.get("para"))
                        .toList()
                        .toString())
            .toList();
  }
}

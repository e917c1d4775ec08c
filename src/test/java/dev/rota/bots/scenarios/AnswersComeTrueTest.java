package dev.rota.bots.scenarios;

import static dev.rota.bots.scenarios.SimulatedGrid.beat;
import static dev.rota.bots.scenarios.SimulatedGrid.later;
import static dev.rota.bots.scenarios.SimulatedGrid.policy;
import static dev.rota.bots.scenarios.SimulatedGrid.query;
import static dev.rota.bots.scenarios.SimulatedGrid.submitted;
import static dev.rota.bots.scenarios.SimulatedGrid.told;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is answered about the future is what the rules decide then. */
class AnswersComeTrueTest {
  private static final String LINUX = "\"properties\":{\"OSFamily\":[\"linux\"]}";
  private static final String COHORT =
      "\"assigner\":\"COHORT\",\"cohorts\":[{\"cohort\":\"c\",\"labels\":[\"linux\"]}],";

  private static String quota(String instance, int min, int max) {
    return "{\"cohort\":\"c\",\"instance\":\""
        + instance
        + "\",\"min\":"
        + min
        + ",\"max\":"
        + max
        + "}";
  }

  private static String job(long at, String name, String instance, int priority) {
    return submitted(
        at,
        "\"job\":\""
            + name
            + "\",\"instance\":\""
            + instance
            + "\",\"priority\":"
            + priority
            + ","
            + LINUX);
  }

  private static String ended(long at, String job) {
    return beat(
        at,
        "\"bot\":\"x\",\"session\":\"x/1\","
            + LINUX
            + ",\"leases\":[{\"job\":\""
            + job
            + "\",\"state\":\"COMPLETED\",\"attempt\":1}]");
  }

  private static String next(String bot) {
    return query("next", "\"bot\":\"" + bot + "\"");
  }

  private static String answer(List<String> told, String query) {
    return told.stream().filter(line -> line.startsWith(query + " ")).findFirst().orElseThrow();
  }

  @Test
  void theNextJobOfAFullBotCountsTheQuotaThatItsLeaseGivesBack() {
    List<String> told =
        told(
            policy(COHORT + "\"quotas\":[" + quota("A", 1, 5) + "," + quota("B", 0, 5) + "]"),
            beat(0, "\"bot\":\"x\"," + LINUX),
            job(1, "a1", "A", 9),
            job(2, "a2", "A", 9),
            job(3, "b1", "B", 0),
            next("x"),
            ended(4, "a1"));
    assertThat(answer(told, "next")).contains("\"job\":\"a2\"", "BELOW_MINIMUM");
    assertThat(told).contains("4 ACTIVE a2 on x");
  }

  @Test
  void theNextJobOfAFullBotMayBeOfAnInstanceAtItsMaximum() {
    List<String> told =
        told(
            policy(
                "\"cohorts\":[{\"cohort\":\"c\",\"labels\":[\"linux\"]}],\"quotas\":["
                    + quota("A", 0, 1)
                    + "]"),
            beat(0, "\"bot\":\"x\"," + LINUX),
            job(1, "a1", "A", 0),
            job(2, "a2", "A", 0),
            next("x"),
            ended(4, "a1"));
    assertThat(answer(told, "next")).contains("\"job\":\"a2\"");
    assertThat(told).contains("4 ACTIVE a2 on x");
  }

  @Test
  void betweenIterationsTheNextJobOfABotIsWhatBetterBotsLeave() {
    List<String> told =
        told(
            policy("\"dispatch\":\"ON_INTERVAL\",\"intervalMs\":1000,\"jitterMs\":0"),
            beat(0, "\"bot\":\"a\",\"priority\":0"),
            beat(0, "\"bot\":\"b\",\"priority\":1"),
            submitted(1, "\"job\":\"j1\""),
            submitted(1, "\"job\":\"j2\""),
            next("b"),
            later(3000));
    String answer = answer(told, "next");
    assertThat(answer).contains("\"job\":\"j2\"");
    String at = told.stream().filter(line -> line.endsWith(" ACTIVE j2 on b")).findFirst().get();
    assertThat(answer).contains("\"iteration_at\":" + at.substring(0, at.indexOf(' ')) + ",");
  }

  /** The preempting job backs off when it is asked. */
  @Test
  void anEvictionOfAJobThatBacksOffIsForeseen() {
    comesTrue(2000, 6000, "\"preemptionDelayMs\":1000");
  }

  @Test
  void anEvictionIsAtAnIteration() {
    comesTrue(6000, 12_000, "\"preemptionDelayMs\":0,\"minimumRunTimeMs\":10000");
  }

  private static void comesTrue(long asked, long by, String preempting) {
    List<String> told =
        told(
            policy(
                COHORT
                    + "\"dispatch\":\"ON_INTERVAL\",\"intervalMs\":100,\"jitterMs\":0,"
                    + preempting
                    + ",\"quotas\":["
                    + quota("A", 0, 9)
                    + ","
                    + quota("B", 1, 9)
                    + "]"),
            beat(0, "\"bot\":\"x\"," + LINUX),
            job(1, "a", "A", 9),
            job(300, "b", "B", 0),
            later(asked),
            query("eviction", ""),
            later(by));
    String evicted =
        told.stream().filter(line -> line.endsWith(" EVICTED a on x")).findFirst().get();
    String at = evicted.substring(0, evicted.indexOf(' '));
    assertThat(answer(told, "eviction"))
        .contains("\"at\":" + at + ",", "\"job\":\"b\"", "\"victim\":\"a\"");
  }
}

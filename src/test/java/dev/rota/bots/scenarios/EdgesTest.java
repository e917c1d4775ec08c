package dev.rota.bots.scenarios;

import static dev.rota.bots.scenarios.SimulatedGrid.beat;
import static dev.rota.bots.scenarios.SimulatedGrid.later;
import static dev.rota.bots.scenarios.SimulatedGrid.policy;
import static dev.rota.bots.scenarios.SimulatedGrid.query;
import static dev.rota.bots.scenarios.SimulatedGrid.submitted;
import static dev.rota.bots.scenarios.SimulatedGrid.told;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions at the edge: of sessions, of numbers, of texts, of quotas and of time. */
class EdgesTest {
  private static final String LINUX = "\"properties\":{\"OSFamily\":[\"linux\"]}";
  private static final String QUOTA =
      "\"cohorts\":[{\"cohort\":\"c\",\"labels\":[\"unknown\"]}],"
          + "\"quotas\":[{\"cohort\":\"c\",\"instance\":\"A\",\"max\":1}]";

  private static String completed(String job) {
    return "\"leases\":[{\"job\":\"" + job + "\",\"state\":\"COMPLETED\",\"attempt\":1}]";
  }

  @Test
  void aBotThatClosesEndsFirstWhatItHasCompleted() {
    assertThat(
            told(
                beat(0, "\"bot\":\"x\",\"capacity\":2"),
                submitted(1, "\"job\":\"a\""),
                submitted(1, "\"job\":\"b\""),
                beat(2, "\"bot\":\"x\",\"session\":\"x/1\",\"closing\":true," + completed("a"))))
        .containsSubsequence(
            "2 COMPLETED a on x",
            "2 job a COMPLETED",
            "2 EXPIRED b on x",
            "2 job b RETRIED BOT_CLOSED",
            "2 bot x CLOSED")
        .doesNotContain("2 job a RETRIED BOT_CLOSED");
  }

  @Test
  void aClosingReportOfWhatTheBotDoesNotHoldIsRefused() {
    assertThat(
            told(
                beat(0, "\"bot\":\"x\""),
                beat(2, "\"bot\":\"x\",\"session\":\"x/1\",\"closing\":true," + completed("a"))))
        .containsSubsequence("2 job a REFUSED INVALID_TRANSITION", "2 bot x CLOSED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"weightPriority\":0.0,\"weightCapacity\":-0.0",
        "\"weightPriority\":-0.0,\"weightCapacity\":-0.0",
        "\"weightPriority\":0.0,\"weightCapacity\":0.0"
      })
  void equalScoresAreATieByNameWhateverTheSignOfZero(String weights) {
    assertThat(
            told(
                policy(weights),
                beat(1, "\"bot\":\"b\",\"priority\":1"),
                beat(1, "\"bot\":\"a\",\"priority\":-1"),
                submitted(2, "\"job\":\"j\"")))
        .contains("2 ACTIVE j on a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e300", "-1e300", "1.0000001e9"})
  void aWeightBeyondItsLargestValueIsRefused(String weight) {
    assertThat(told(policy("\"weightLocality\":" + weight)))
        .containsExactly("0 policy REFUSED OUT_OF_RANGE");
  }

  /** U+FF5E comes before U+1F600, though the latter is written with two smaller units. */
  @Test
  void theSmallestLabelIsTheFirstByCodePoints() {
    assertThat(
            told(
                policy(
                    "\"assigner\":\"COHORT\",\"propertySet\":{\"uniqueKeys\":[]},"
                        + "\"cohorts\":[{\"cohort\":\"c\",\"labels\":[\"\uff5e\",\"\ud83d\ude00\"]},"
                        + "{\"cohort\":\"d\",\"labels\":[\"\uff5e\"]}],"
                        + "\"quotas\":[{\"cohort\":\"d\",\"instance\":\"A\",\"max\":1}]"),
                beat(0, "\"bot\":\"x\",\"properties\":{\"OSFamily\":[\"\uff5e\"]}"),
                submitted(
                    1,
                    "\"job\":\"j\",\"instance\":\"A\",\"properties\":"
                        + "{\"OSFamily\":[\"\ud83d\ude00\",\"\uff5e\"]}"),
                query("waiting", "\"job\":\"j\"")))
        .anySatisfy(answer -> assertThat(answer).contains("NO_FITTING_BOT"))
        .noneSatisfy(answer -> assertThat(answer).contains("NO_COHORT", "NO_QUOTA"));
  }

  @Test
  void theSmallerNameOfABotIsTheFirstByCodePoints() {
    assertThat(
            told(
                beat(0, "\"bot\":\"\ud83d\ude00\""),
                beat(0, "\"bot\":\"\uff5e\""),
                submitted(1, "\"job\":\"j\"")))
        .contains("1 ACTIVE j on \uff5e");
  }

  @Test
  void aQuotaThatComesBackCountsTheLeasesThatRun() {
    assertThat(
            told(
                policy(QUOTA),
                beat(0, "\"bot\":\"x\",\"capacity\":3"),
                submitted(1, "\"job\":\"a\",\"instance\":\"A\""),
                policy("\"cohorts\":[{\"cohort\":\"c\",\"labels\":[\"unknown\"]}]"),
                policy(QUOTA),
                query("usage", ""),
                submitted(2, "\"job\":\"b\",\"instance\":\"A\""),
                beat(3, "\"bot\":\"x\",\"session\":\"x/1\",\"capacity\":3," + completed("a"))))
        .containsSubsequence("usage {\"c/A\":1}", "2 job b QUEUED", "3 COMPLETED a on x")
        .containsSubsequence("3 COMPLETED a on x", "3 ACTIVE b on x")
        .doesNotContain("2 ACTIVE b on x");
  }

  @Test
  void aJobIsToldThatTheLastBotForItHasLeft() {
    assertThat(
            told(
                beat(0, "\"bot\":\"x\"," + LINUX),
                beat(0, "\"bot\":\"y\"," + LINUX),
                beat(0, "\"bot\":\"z\""),
                submitted(1, "\"job\":\"a\"," + LINUX),
                submitted(1, "\"job\":\"b\"," + LINUX),
                submitted(1, "\"job\":\"c\"," + LINUX),
                beat(2, "\"bot\":\"x\",\"session\":\"x/1\",\"closing\":true"),
                beat(3, "\"bot\":\"y\",\"session\":\"y/2\",\"closing\":true"),
                beat(4, "\"bot\":\"z\",\"session\":\"z/3\",\"closing\":true"),
                submitted(5, "\"job\":\"d\"")))
        .containsSubsequence(
            "2 bot x CLOSED",
            "3 bot y CLOSED",
            "3 job a UNSCHEDULABLE NO_FITTING_BOT",
            "3 job b UNSCHEDULABLE NO_FITTING_BOT",
            "3 job c UNSCHEDULABLE NO_FITTING_BOT",
            "4 bot z CLOSED",
            "5 job d QUEUED NO_BOT")
        .doesNotContain("2 job c UNSCHEDULABLE NO_FITTING_BOT", "4 job a UNSCHEDULABLE NO_BOT");
  }

  @Test
  void aJobIsToldThatTheLastBotForItIsLost() {
    assertThat(
            told(
                policy("\"keepaliveMs\":1000"),
                beat(0, "\"bot\":\"x\""),
                submitted(1, "\"job\":\"a\""),
                later(5000)))
        .containsSubsequence(
            "1001 job a RETRIED BOT_LOST", "1001 bot x LOST", "1001 job a UNSCHEDULABLE NO_BOT");
  }

  @Test
  void aJobIsToldThatANewPolicyLeavesNoBotForIt() {
    assertThat(
            told(
                beat(0, "\"bot\":\"x\""),
                submitted(1, "\"job\":\"a\",\"instance\":\"A\""),
                submitted(1, "\"job\":\"b\",\"instance\":\"A\""),
                policy("\"assignerInstances\":[\"B\"]"),
                policy("\"assignerInstances\":[\"B\"]")))
        .containsOnlyOnce("1 job b UNSCHEDULABLE NOT_SERVED")
        .doesNotContain("1 job a UNSCHEDULABLE NOT_SERVED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ON_EVENT", "ON_INTERVAL"})
  void nothingFallsDueBehindTheEndOfTime(String dispatch) {
    long end = Long.MAX_VALUE - 20_000;
    assertThat(
            told(
                policy("\"dispatch\":\"" + dispatch + "\",\"jitterMs\":0"),
                later(end),
                submitted(end, "\"job\":\"a\",\"timeoutMs\":7200000"),
                beat(end + 1, "\"bot\":\"x\""),
                beat(end + 10_000, "\"bot\":\"x\",\"session\":\"x/1\""),
                beat(Long.MAX_VALUE, "\"bot\":\"x\",\"session\":\"x/1\"," + completed("a")),
                query("deadlines", "")))
        .contains(Long.MAX_VALUE + " job a COMPLETED", "deadlines []")
        .allSatisfy(line -> assertThat(line).doesNotContain("-"));
  }
}

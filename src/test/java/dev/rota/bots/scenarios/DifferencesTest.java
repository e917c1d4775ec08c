package dev.rota.bots.scenarios;

import static dev.rota.bots.scenarios.SimulatedGrid.beat;
import static dev.rota.bots.scenarios.SimulatedGrid.later;
import static dev.rota.bots.scenarios.SimulatedGrid.policy;
import static dev.rota.bots.scenarios.SimulatedGrid.submitted;
import static dev.rota.bots.scenarios.SimulatedGrid.told;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** "Where Rota differs from the text, and why" in docs/bots.md, a test a row. */
class DifferencesTest {
  private static final String COMPLETED =
      "\"bot\":\"x\",\"session\":\"x/1\","
          + "\"leases\":[{\"job\":\"a\",\"state\":\"COMPLETED\",\"attempt\":1}]";

  private static List<String> fetching(String filter) {
    return told(
        policy("\"dispatch\":\"ON_INTERVAL\",\"intervalMs\":10000,\"jitterMs\":0" + filter),
        beat(0, "\"bot\":\"x\""),
        submitted(1, "\"job\":\"a\""),
        submitted(110, "\"job\":\"b\""),
        beat(500, COMPLETED));
  }

  @Test
  void aNewJobIsNotFetchedButWhereThePolicySaysSo() {
    assertThat(fetching("")).contains("500 COMPLETED a on x").doesNotContain("500 ACTIVE b on x");
    assertThat(fetching(",\"fetchFilter\":\"DESCRIPTIVE\"")).contains("500 ACTIVE b on x");
  }

  private static long leased(String parked) {
    List<String> told =
        told(
            policy("\"dispatch\":\"ON_INTERVAL\",\"preemptionDelayMs\":0,\"jitterMs\":0" + parked),
            submitted(0, "\"job\":\"a\""),
            beat(6000, "\"bot\":\"x\""),
            later(12_000));
    String lease = told.stream().filter(line -> line.endsWith(" ACTIVE a on x")).findFirst().get();
    return Long.parseLong(lease.substring(0, lease.indexOf(' ')));
  }

  @Test
  void aParkedJobWaitsForTheEndOfItsBackoffUnlessThePolicySaysOtherwise() {
    assertThat(leased("")).isBetween(10_000L, 11_100L);
    assertThat(leased(",\"parkedJobsBackOff\":false")).isBetween(6000L, 7010L);
  }

  /** A backoff of 1 ms comes 10 000 times in 10 s, in which there are ten iterations. */
  @Test
  void aJobIsTriedForTenThousandBackoffsAtMost() {
    List<String> told =
        told(
            policy(
                "\"dispatch\":\"ON_INTERVAL\",\"intervalMs\":1000,\"jitterMs\":0,"
                    + "\"busyFactor\":1.0,\"preemptionDelayMs\":0,\"failureBackoffMs\":1"),
            submitted(0, "\"job\":\"a\""),
            later(100_000));
    assertThat(told).filteredOn(line -> line.contains("BACKED_OFF")).hasSizeBetween(10, 12);
  }

  @Test
  void whatCanRunDoesAtOnceByDefault() {
    String[] lines = {beat(0, "\"bot\":\"x\""), submitted(1, "\"job\":\"a\"")};
    assertThat(told(lines)).contains("1 ACTIVE a on x");
    assertThat(told(policy("\"dispatch\":\"ON_INTERVAL\""), lines[0], lines[1]))
        .doesNotContain("1 ACTIVE a on x");
  }

  @Test
  void theBestBotGetsTheJobNotTheFirst() {
    assertThat(
            told(
                beat(0, "\"bot\":\"a\",\"priority\":1"),
                beat(0, "\"bot\":\"b\",\"priority\":0"),
                submitted(1, "\"job\":\"j\"")))
        .contains("1 ACTIVE j on b");
  }

  /** {@link EdgesTest#aQuotaThatComesBackCountsTheLeasesThatRun} holds the fifth. */
  @Test
  void theTableHasFiveRows() throws IOException {
    String page = Files.readString(Path.of("docs/bots.md"));
    String table = page.substring(page.indexOf("## Where Rota differs from the text"));
    assertThat(table.lines().filter(line -> line.startsWith("| ")).skip(2)).hasSize(5);
  }
}

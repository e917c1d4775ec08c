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

  @Test
  void aParkedJobIsConsideredAtTheNextIterationWithABotForIt() {
    List<String> told =
        told(
            policy("\"dispatch\":\"ON_INTERVAL\",\"preemptionDelayMs\":0,\"jitterMs\":0"),
            submitted(0, "\"job\":\"a\""),
            beat(6000, "\"bot\":\"x\""),
            later(9000));
    String lease = told.get(told.size() - 2);
    assertThat(lease).endsWith(" ACTIVE a on x");
    assertThat(Long.parseLong(lease.substring(0, lease.indexOf(' ')))).isBetween(6000L, 7010L);
    assertThat(told).filteredOn(line -> line.contains("BACKED_OFF")).hasSize(2);
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

package dev.rota.app.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import org.junit.jupiter.api.Test;

final class WhyTextTest {
  private final CommandReport report = new CommandReport("cores polkadot");
  private final ArrayNode candidates = candidates();

  private ArrayNode candidates() {
    ObjectNode thing = report.fields().putArray("things").addObject();
    thing.put("kind", "para").put("id", "2100").putArray("history");
    ObjectNode now = thing.put("decisions", 0).putObject("now");
    return now.put("what", "it waits").put("rule", "cores 5.1").putArray("candidates");
  }

  private ObjectNode candidate(String kind, int id, boolean chosen, String why) {
    ObjectNode one = candidates.addObject().put("kind", kind).put("id", Integer.toString(id));
    return one.put("chosen", chosen).put("why", why).put("rule", "cores 5.1");
  }

  @Test
  void manyAlikeAreToldByTheirFirst() {
    candidate("core", 60, true, "the claim has its offset, 0");
    candidate("core", 61, false, "only for claims with offset 1");
    for (int core = 62; core < 100; core++) {
      candidate("core", core, false, "only for claims with offset " + (core - 60))
          .put("like", "61");
    }
    candidate("para", 7, false, "only for claims with offset 3");
    WhyText.tellLast(report);

    assertThat(report.text())
        .containsExactly(
            "cores polkadot",
            "para 2100",
            "  it waits (cores 5.1)",
            "    * core 60: the claim has its offset, 0 (cores 5.1)",
            "    - core 61: only for claims with offset 1 (cores 5.1)",
            "    - 38 other cores likewise: 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, …",
            "    - para 7: only for claims with offset 3 (cores 5.1)");
  }

  @Test
  void fewAreToldOneByOneAndTheRestIsCounted() {
    for (int core = 0; core < 3; core++) {
      candidate("core", core, false, "offset " + core);
    }
    for (int i = 0; i < 30; i++) {
      candidate("core", 10 + i, false, "a reason of its own: " + "x".repeat(i));
    }
    WhyText.tellLast(report);

    assertThat(report.text())
        .contains("    - core 0: offset 0 (cores 5.1)", "    - core 2: offset 2 (cores 5.1)")
        .endsWith("    and 13 lines more: see -o json")
        .hasSize(24);
  }

  @Test
  void whatCameAfterATurnSaysHowMuchMoreThereIs() {
    JsonNode thing = report.fields().at("/things/0");
    ((ObjectNode) thing).put("decisions", 3);
    ObjectNode event = ((ObjectNode) thing).withArray("history").addObject();
    event.put("turn", 8).put("at", "2026-01-31T12:00:00Z").put("what", "is over");
    event.put("rule", "cores 5.3");
    WhyText.tellFirst(report, "7");

    assertThat(report.text())
        .endsWith(
            "  turn 8, 2026-01-31T12:00:00Z: is over (cores 5.3)", "  2 decisions after these");
  }

  @Test
  void nothingAfterATurnIsSaid() {
    WhyText.tellFirst(report, "7");

    assertThat(report.text()).endsWith("  nothing was decided about it after 7");
  }
}

package dev.rota.app.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CommandReport;
import dev.rota.base.lines.JsonTree;
import org.junit.jupiter.api.Test;

/** A correction sets the fields that it names, and says what is otherwise. */
class FieldSetterTest {
  private static final String RECORD =
      "{\"grid\":\"builds\",\"event\":{\"job\":\"7\",\"priority\":3},\"leases\":[{\"code\":null},{}]}";

  private static JsonNode record() throws Exception {
    return JsonTree.parse(RECORD);
  }

  private static String set(String... fields) throws Exception {
    FieldSetter setter = new FieldSetter(record());
    for (String field : fields) {
      setter.set(field);
    }
    return setter.record().toString();
  }

  @Test
  void theLetterStaysAsItIs() throws Exception {
    JsonNode letter = record();
    FieldSetter setter = new FieldSetter(letter);
    setter.set("event.priority=4");
    setter.set("leases[1].code=\"OK\"");
    assertThat(letter).isEqualTo(record());
    CommandReport report = new CommandReport("corrected");
    new FieldDifferences(letter, setter.record()).to(report);
    assertThat(report.fields().get("changes").toString())
        .isEqualTo(
            "[{\"field\":\"event.priority\",\"before\":3,\"after\":4},"
                + "{\"field\":\"leases[1]\",\"before\":{}},"
                + "{\"field\":\"leases[1].code\",\"after\":\"OK\"}]");
    assertThat(report.text())
        .contains("  - event.priority: 3", "  + event.priority: 4", "    grid: \"builds\"");
  }

  @Test
  void aTextStaysOneUnlessItIsSaidOtherwise() throws Exception {
    assertThat(set("event.job=8")).contains("\"job\":\"8\"");
    assertThat(set("event.job=null")).contains("\"job\":null");
    assertThat(set("event.job=\"a=b\"")).contains("\"job\":\"a=b\"");
    assertThat(set("event.job=a=b")).contains("\"job\":\"a=b\"");
    assertThat(set("event.priority=8")).contains("\"priority\":8");
    assertThat(set("event.priority=high")).contains("\"priority\":\"high\"");
    assertThat(set("leases[0].code=OK", "leases[0].exit=1"))
        .contains("{\"code\":\"OK\",\"exit\":1}");
  }

  @Test
  void aPathThatLeadsNowhereIsRefused() {
    for (String none :
        new String[] {
          "",
          "=1",
          "grid",
          "event..job=1",
          "event.jobs.x=1",
          "leases[2]=1",
          "leases.x=1",
          "grid[0]=1"
        }) {
      assertThatThrownBy(() -> set(none)).as(none).isInstanceOf(CommandFailure.class);
    }
  }
}

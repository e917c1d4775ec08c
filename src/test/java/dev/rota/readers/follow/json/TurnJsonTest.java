package dev.rota.readers.follow.json;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.alarms.AlarmDomain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.domain.Output.Payload;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.RetainedInput;
import dev.rota.readers.follow.TurnAccount;
import dev.rota.testing.Book;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** However large a turn is, what is told of it is small, and says what it leaves out. */
final class TurnJsonTest {
  private final AlarmDomain domain = new AlarmDomain();
  private final TurnEntry entry = entry();

  private TurnEntry entry() {
    return new Book(domain).take(SETTINGS, "home", 0, set("home", "tea", 100)).entry();
  }

  private JsonNode told(List<Output> outputs, JsonNode before, JsonNode after) {
    LaneStanding standing = new LaneStanding("home", 1, 0, 0, null, null, null);
    RetainedInput source = new RetainedInput(true, false, "it is there");
    return new TurnJson(domain)
        .of(new TurnAccount<>(entry, standing, source, outputs, null, null, before, after));
  }

  /** An outcome that has so many bytes. */
  private static Output outcome(int bytes) {
    return new Output(Channel.OUTCOMES, set("home", "tea", 100), "alarms 1")
        .encoded(Payload.of(new byte[bytes]));
  }

  @Test
  void ofVeryManyOutputsTheFirstAreTold() {
    List<Output> many = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      many.add(outcome(10));
    }
    JsonNode json = told(many, null, null);
    assertThat(json.get("outputs")).hasSize(200);
    assertThat(json.get("outputs")).allMatch(one -> one.get("record").isObject());
    assertThat(json.toString()).hasSizeLessThan(100_000);
  }

  @Test
  void ofLargeOutputsTheFirstMebibyteIsTold() {
    List<Output> large = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      large.add(outcome(100_000));
    }
    JsonNode outputs = told(large, null, null).get("outputs");
    assertThat(outputs).hasSize(50);
    assertThat(outputs).filteredOn(one -> one.get("record").isObject()).hasSize(10);
    assertThat(outputs.get(10).get("why").asText()).isEqualTo("it has 100000 bytes");
  }

  @Test
  void whatDeletesAKeyHasNoRecord() {
    JsonNode one =
        told(List.of(new Output(Channel.SNAPSHOTS, "a", null, "alarms 2")), null, null)
            .at("/outputs/0");
    assertThat(one.get("record").isNull()).isTrue();
    assertThat(one.get("key").asText()).isEqualTo("home/a");
    assertThat(one.get("why").asText()).isEqualTo("it deletes the key");
  }

  @Test
  void ofVeryManyChangesTheFirstAreTold() {
    ObjectNode after = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < 5_000; i++) {
      after.put("job-" + i, i);
    }
    JsonNode json = told(List.of(), JsonNodeFactory.instance.objectNode(), after);
    assertThat(json.get("changeCount").asInt()).isEqualTo(5_000);
    assertThat(json.get("changes")).hasSize(200);
  }
}

package dev.rota.readers.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.WhatIf;
import dev.rota.kernel.engine.Fact;
import dev.rota.testing.Book;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What can be changed is told with what it is now, and that can be said again. */
final class ChangeablePartsTest {
  private static final int EVENTS = 60;

  static List<Domain> domains() {
    return Domains.ALL.stream().filter(one -> one.card().whatIf().isPresent()).toList();
  }

  private static ObjectNode parts(Domain domain, State state) {
    return ChangeableParts.fill(
        JsonNodeFactory.instance.objectNode(), domain, domain.card().whatIf().orElseThrow(), state);
  }

  @ParameterizedTest
  @MethodSource("domains")
  void presentValuesAreThoseThatAnInputCanSay(Domain domain) {
    Book book = new Book(domain);
    book.play("lane", 2, EVENTS);
    WhatIf<State, Fact<State>> whatIf = domain.card().whatIf().orElseThrow();
    List<String> known = new ArrayList<>();
    for (JsonNode field : parts(domain, book.lane("lane").state()).get("policy")) {
      String name = field.get("name").asText();
      JsonNode present = field.get("present");
      if (field.get("known").asBoolean() && !present.isNull()) {
        known.add(name);
        ObjectNode said = JsonNodeFactory.instance.objectNode();
        said.set(name, present);
        assertThat(new PolicyPatch(domain, whatIf.policy(), "lane", said).told())
            .containsExactly(name + ": " + present);
        if (present.isNumber() && !field.get("least").isNull()) {
          assertThat(present.asDouble())
              .as(name)
              .isBetween(field.get("least").asDouble(), field.get("most").asDouble());
        }
      }
      assertThat(name.endsWith("Ms")).isEqualTo(field.get("unit").asText().equals("ms"));
      field.path("symbols").forEach(one -> assertThat(one.asText()).isNotEqualTo("UNKNOWN"));
    }
    assertThat(known).hasSizeGreaterThan(6);
  }

  @ParameterizedTest
  @MethodSource("domains")
  void ofALaneThatIsSetAsideNoValueIsKnown(Domain domain) {
    for (JsonNode field : parts(domain, null).get("policy")) {
      assertThat(field.get("known").asBoolean()).isFalse();
      assertThat(field.get("present").isNull()).isTrue();
    }
  }

  @Test
  void aUnitIsWhatANameEndsWith() {
    assertThat(ChangeableParts.unit("intervalMs")).isEqualTo("ms");
    assertThat(ChangeableParts.unit("staleBytes")).isEqualTo("bytes");
    assertThat(ChangeableParts.unit("capacityBytesMax")).isEqualTo("bytes");
    assertThat(ChangeableParts.unit("priorityPercentage")).isEqualTo("%");
    assertThat(ChangeableParts.unit("maxAttempts")).isNull();
  }
}

package dev.rota.lab.embedded.registry;

import static dev.rota.lab.embedded.registry.RegistryClient.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.lab.embedded.registry.RegistryDesk.Change;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The registry's rules over its store alone: no broker, no HTTP. */
class SchemaRulesTest {
  private static final String NO_REFERENCES = "[]";

  private final SchemaStore store = new SchemaStore();

  @Test
  void whiteSpaceAndTheOrderOfPropertiesMakeNoNewVersion() {
    register("s", "{\"type\":\"record\",\"name\":\"R\",\"fields\":[]}");
    var again = register("s", " { \"fields\" : [ ], \"name\":\"R\" ,\"type\":\"record\" } ");
    assertThat(again.version()).isEqualTo(1);
    assertThat(again.text()).isEqualTo("{\"type\":\"record\",\"name\":\"R\",\"fields\":[]}");
  }

  @Test
  void theSameContentHasOneIdInEverySubject() {
    var first = register("one", "\"int\"");
    register("one-b", "\"string\"");
    assertThat(register("two", "\"int\"").id()).isEqualTo(first.id());
    assertThat(register("three", "\"long\"").id()).isEqualTo(3);
  }

  /** A former version, or another registry, has deleted it for good. */
  @Test
  void anIdIsNeverGivenOutAgain() {
    var first = register("s", "\"int\"");
    run(new Change<>(null, new RegistryLine(RegistryLine.of(first).key(), null)));
    assertThat(store.names(true)).isEmpty();
    assertThat(register("s", "\"int\"").id()).isGreaterThan(first.id());
  }

  @Test
  void theGuidIsTheMd5OfTextAndReferences() {
    // md5("\"int\"") and md5("\"int\"" + "n" + "s" + 00000001), both from the md5sum command.
    assertThat(sent("s", "\"int\"", NO_REFERENCES).guid())
        .isEqualTo("ef524ea1-b91e-7317-3d93-8ade36c1db32");
    var reference = "[" + RegistryClient.reference("n", "s", 1) + "]";
    assertThat(sent("s", "\"int\"", reference).guid())
        .isEqualTo("e6206f8b-adfc-6965-e217-57f1e2e367c7");
  }

  @Test
  void backwardComparesWithTheNewestOnly() {
    register("s", record("R", "a", "b"));
    register("s", record("R", "a"));
    // Version 1's reader data hold b as int; a string b with a default reads version 2 only.
    var stringB =
        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"int\"},"
            + "{\"name\":\"b\",\"type\":\"string\",\"default\":\"\"}]}";
    run(SchemaRules.configure("s", "BACKWARD_TRANSITIVE"));
    assertThatCode(40901, () -> register("s", stringB));
    run(SchemaRules.configure("s", "BACKWARD"));
    assertThat(register("s", stringB).version()).isEqualTo(3);
  }

  @Test
  void eachLevelLooksItsOwnWay() {
    register("s", record("R", "a"));
    var more = record("R", "a", "b");
    var less = record("R");
    assertThat(levelsRefusing(more)).containsExactly("BACKWARD", "FULL");
    assertThat(levelsRefusing(less)).containsExactly("FORWARD", "FULL");
    assertThat(levelsRefusing(record("R", "a", "b?"))).isEmpty();
  }

  @Test
  void onlyLiveVersionsCountForCompatibilityAndAllForTheNextNumber() {
    register("s", "\"int\"");
    markDeleted("s", 1);
    assertThat(register("s", "\"string\"").version()).isEqualTo(2);
  }

  /** Its record stays in the topic, for its id. */
  @Test
  void registeringADeletedSchemaMakesANewVersionWithItsId() {
    var first = register("s", "\"int\"");
    markDeleted("s", 1);
    var again = register("s", "\"int\"");
    assertThat(again.version()).isEqualTo(2);
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(store.versions("s", true)).extracting(SchemaVersion::version).containsExactly(1, 2);
    assertThat(store.versions("s", false)).containsExactly(again);
  }

  @Test
  void latestIsTheNewestLiveVersion() {
    register("s", record("R", "a"));
    markDeleted("s", 1);
    assertThat(store.latest("s")).isEmpty();
    register("s", record("R", "a", "b?"));
    assertThat(store.latest("s").orElseThrow().version()).isEqualTo(2);
  }

  private List<String> levelsRefusing(String schema) {
    return List.of("NONE", "BACKWARD", "FORWARD", "FULL").stream()
        .filter(
            level -> {
              run(SchemaRules.configure("s", level));
              var asked = sent("s", schema, NO_REFERENCES);
              return !SchemaRules.problems(store, asked, store.versions("s", false)).isEmpty();
            })
        .toList();
  }

  private SchemaVersion register(String subject, String text) {
    return run(SchemaRules.register(store, sent(subject, text, NO_REFERENCES)));
  }

  private void markDeleted(String subject, int upTo) {
    run(
        new Change<>(
            null,
            new RegistryLine(
                "{\"keytype\":\"DELETE_SUBJECT\",\"subject\":\"" + subject + "\",\"magic\":0}",
                "{\"subject\":\"" + subject + "\",\"version\":" + upTo + "}")));
  }

  private static SchemaVersion sent(String subject, String text, String references) {
    return new SchemaVersion(subject, 0, 0, "AVRO", tree(references), text, false, 0);
  }

  private static JsonNode tree(String json) {
    try {
      return new ObjectMapper().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private <T> T run(Change<T> change) {
    if (change.line() != null) {
      try {
        store.apply(change.line(), 0);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return change.answer();
  }

  private static void assertThatCode(int code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(RegistryError.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}

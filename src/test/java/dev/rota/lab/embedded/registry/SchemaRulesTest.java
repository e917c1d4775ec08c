package dev.rota.lab.embedded.registry;

import static dev.rota.lab.embedded.registry.RegistryClient.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The registry's rules over its store alone: no broker, no HTTP. */
class SchemaRulesTest {
  private static final String NAMED_A =
      "{\"type\":\"record\",\"name\":\"A\",\"namespace\":\"n\",\"fields\":[]}";
  private static final String USES_A =
      "{\"type\":\"record\",\"name\":\"U\",\"fields\":[{\"name\":\"a\",\"type\":\"n.A\"}]}";

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

  @Test
  void anIdIsNeverGivenOutAgain() {
    var first = register("s", "\"int\"");
    hardDeleteSubject("s");
    assertThat(register("s", "\"int\"").id()).isGreaterThan(first.id());
  }

  @Test
  void anIdStaysWhileAnotherSubjectUsesIt() {
    var first = register("s", "\"int\"");
    register("other", "\"int\"");
    hardDeleteSubject("s");
    assertThat(register("s", "\"int\"").id()).isEqualTo(first.id());
  }

  @Test
  void theGuidIsTheMd5OfTextAndReferences() {
    // md5("\"int\"") and md5("\"int\"" + "n" + "s" + 00000001), both from the md5sum command.
    assertThat(SchemaIdentity.guid("\"int\"", List.of()))
        .isEqualTo("ef524ea1-b91e-7317-3d93-8ade36c1db32");
    assertThat(SchemaIdentity.guid("\"int\"", List.of(new SchemaReference("n", "s", 1))))
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
    set(SubjectSetting.CONFIG, "s", "BACKWARD_TRANSITIVE");
    assertThatCode(40901, () -> register("s", stringB));
    set(SubjectSetting.CONFIG, "s", "BACKWARD");
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
  void onlyLiveVersionsCountForCompatibility() {
    register("s", "\"int\"");
    run(it -> DeleteRules.softDelete(it, "s"));
    assertThat(register("s", "\"string\"").version()).isEqualTo(2);
  }

  @Test
  void versionNumbersContinueAfterASoftDeleteAndStartAgainAfterAHardOne() {
    register("s", "\"int\"");
    run(it -> DeleteRules.softDelete(it, "s"));
    assertThat(register("s", "\"long\"").version()).isEqualTo(2);
    hardDeleteSubject("s");
    assertThat(register("s", "\"int\"").version()).isEqualTo(1);
  }

  @Test
  void registeringASoftDeletedSchemaMakesANewVersionAndBuriesTheOld() {
    var first = register("s", "\"int\"");
    run(it -> DeleteRules.softDelete(it, "s", VersionSelector.parse("1")));
    var again = register("s", "\"int\"");
    assertThat(again.version()).isEqualTo(2);
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(store.version("s", 1, DeletedFilter.ALL)).isEmpty();
  }

  @Test
  void latestIsTheNewestLiveVersionEvenWhereDeletedOnesAreShown() {
    register("s", record("R", "a"));
    register("s", record("R", "a", "b?"));
    run(it -> DeleteRules.softDelete(it, "s", VersionSelector.parse("2")));
    for (var latest : List.of("latest", "-1")) {
      assertThat(VersionSelector.parse(latest).of(store, "s", DeletedFilter.ALL).version())
          .isEqualTo(1);
    }
  }

  @Test
  void readOnlyBlocksWhatIsNewAndAnswersWhatIsThere() {
    register("s", "\"int\"");
    set(SubjectSetting.MODE, SubjectSetting.GLOBAL, "READONLY");
    assertThat(register("s", "\"int\"").version()).isEqualTo(1);
    assertThatCode(42205, () -> register("s", "\"long\""));
    assertThatCode(42205, () -> run(it -> DeleteRules.softDelete(it, "s")));
    assertThatCode(42205, () -> run(it -> SettingRules.configure(it, "s", "NONE")));
  }

  @Test
  void aSubjectsModeGoesBeforeTheGlobalOneUnlessThatOverrides() {
    set(SubjectSetting.MODE, SubjectSetting.GLOBAL, "READONLY");
    set(SubjectSetting.MODE, "s", "READWRITE");
    assertThat(register("s", "\"int\"").version()).isEqualTo(1);
    set(SubjectSetting.MODE, SubjectSetting.GLOBAL, "READONLY_OVERRIDE");
    assertThatCode(42205, () -> register("s", "\"long\""));
  }

  @Test
  void absenceAndTheOrderOfDeletesAreToldBeforeReadOnly() {
    register("s", "\"int\"");
    set(SubjectSetting.MODE, SubjectSetting.GLOBAL, "READONLY");
    assertThatCode(40401, () -> run(it -> DeleteRules.softDelete(it, "none")));
    assertThatCode(40405, () -> run(it -> DeleteRules.hardDelete(it, "s")));
    assertThatCode(
        40407, () -> run(it -> DeleteRules.hardDelete(it, "s", VersionSelector.parse("1"))));
    assertThatCode(
        40402, () -> run(it -> DeleteRules.softDelete(it, "s", VersionSelector.parse("9"))));
  }

  @Test
  void aSoftDeleteKeepsTheSubjectsSettingsAndTheLastHardDeleteTakesThem() {
    register("s", "\"int\"");
    set(SubjectSetting.CONFIG, "s", "NONE");
    set(SubjectSetting.MODE, "s", "READWRITE");
    run(it -> DeleteRules.softDelete(it, "s"));
    assertThat(store.own(SubjectSetting.CONFIG, "s")).contains("NONE");
    run(it -> DeleteRules.hardDelete(it, "s", VersionSelector.parse("1")));
    assertThat(store.own(SubjectSetting.CONFIG, "s")).isEmpty();
    assertThat(store.own(SubjectSetting.MODE, "s")).isEmpty();
  }

  @Test
  void aReferencedVersionIsNotDeletedAndSoftDeletedReferrersStopOnlyTheHardDelete() {
    register("a", NAMED_A);
    register("user", USES_A, new SchemaReference("n.A", "a", 1));
    assertThatCode(42206, () -> run(it -> DeleteRules.softDelete(it, "a")));
    run(it -> DeleteRules.softDelete(it, "user"));
    run(it -> DeleteRules.softDelete(it, "a"));
    assertThatCode(42206, () -> run(it -> DeleteRules.hardDelete(it, "a")));
    run(it -> DeleteRules.hardDelete(it, "user"));
    run(it -> DeleteRules.hardDelete(it, "a"));
    assertThat(store.names(DeletedFilter.ALL)).isEmpty();
  }

  @Test
  void aReferenceFromTheSameSubjectStopsNothing() {
    set(SubjectSetting.CONFIG, "a", "NONE");
    register("a", NAMED_A);
    register("a", USES_A, new SchemaReference("n.A", "a", 1));
    List<Integer> deleted = run(it -> DeleteRules.softDelete(it, "a"));
    assertThat(deleted).containsExactly(1, 2);
  }

  @Test
  void referencesArePartOfASchemasIdentity() {
    register("a", NAMED_A);
    register("b", NAMED_A);
    set(SubjectSetting.CONFIG, "u", "NONE");
    var one = register("u", USES_A, new SchemaReference("n.A", "a", 1));
    var two = register("u", USES_A, new SchemaReference("n.A", "b", 1));
    assertThat(one.text()).isEqualTo(two.text()).doesNotContain("\"fields\":[]");
    assertThat(two.id()).isNotEqualTo(one.id());
    assertThat(two.guid()).isNotEqualTo(one.guid());
  }

  @Test
  void referencesMayMeetAgainBelow() {
    register("a", NAMED_A);
    var toA = new SchemaReference("n.A", "a", 1);
    register("b", USES_A.replace("\"U\"", "\"B\""), toA);
    register("c", USES_A.replace("\"U\"", "\"C\""), toA);
    var both =
        "{\"type\":\"record\",\"name\":\"D\",\"fields\":["
            + "{\"name\":\"b\",\"type\":\"B\"},{\"name\":\"c\",\"type\":\"C\"}]}";
    var refs =
        new SchemaReference[] {new SchemaReference("B", "b", -1), new SchemaReference("C", "c", 1)};
    var stored = register("d", both, refs);
    assertThat(stored.references()).contains(new SchemaReference("B", "b", 1));
    assertThat(register("d", both, refs)).isEqualTo(stored);
  }

  @Test
  void aReferenceToNothingIsInvalid() {
    assertThatCode(42201, () -> register("u", USES_A, new SchemaReference("n.A", "a", 1)));
  }

  private List<String> levelsRefusing(String schema) {
    return List.of("NONE", "BACKWARD", "FORWARD", "FULL").stream()
        .filter(
            level -> {
              set(SubjectSetting.CONFIG, "s", level);
              var input = new SchemaInput(schema, "AVRO", List.of());
              return !RegisterRules.problems(
                      store,
                      "s",
                      ParsedSchema.read(store, input),
                      store.versions("s", DeletedFilter.LIVE))
                  .isEmpty();
            })
        .toList();
  }

  private StoredSchema register(String subject, String text, SchemaReference... references) {
    var input = new SchemaInput(text, "AVRO", List.of(references));
    return run(it -> RegisterRules.register(it, subject, input));
  }

  private void hardDeleteSubject(String subject) {
    if (store.knows(subject, DeletedFilter.LIVE)) {
      run(it -> DeleteRules.softDelete(it, subject));
    }
    run(it -> DeleteRules.hardDelete(it, subject));
  }

  private void set(SubjectSetting setting, String subject, String value) {
    store.set(setting, subject, Optional.of(value));
  }

  private <T> T run(Function<SchemaStore, RegistryDecision<T>> rules) {
    var decision = rules.apply(store);
    decision.facts().forEach(it -> it.applyTo(store, 0));
    return decision.answer();
  }

  private static void assertThatCode(int code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(RegistryError.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}

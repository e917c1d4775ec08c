package dev.rota.base.lines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.lines.SchemaFinding.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SchemaCheckTest {
  private static final String JOB =
      """
      {"type":"record","namespace":"dev.rota.bots","name":"Job","fields":[
        {"name":"grid","type":"string"},
        {"name":"priority","type":"int"},
        {"name":"state","type":{"type":"enum","name":"State","symbols":["UNKNOWN","OPEN"],"default":"UNKNOWN"},
          "default":"OPEN"},
        {"name":"label","type":["null","string"],"default":null},
        {"name":"lease","type":["null",{"type":"record","name":"Lease","fields":[
          {"name":"bot","type":"string"},
          {"name":"hash","type":{"type":"fixed","name":"Hash","size":4},"default":"abcd"}]}],
          "default":null},
        {"name":"tags","type":{"type":"array","items":{"type":"record","name":"Tag","fields":[
          {"name":"key","type":"string"}]}},"default":[]},
        {"name":"event","type":["null",
          {"type":"record","name":"Joined","fields":[{"name":"slots","type":"int"}]},
          {"type":"record","name":"Gone","fields":[]},{"type":"record","name":"Left","fields":[]}],
          "default":null}
      ]}
      """;

  @TempDir private Path dir;

  @Test
  void aSoundSchemaBeforeTheFirstReleaseHasNoFindings() throws IOException {
    now("bots/Job.avsc", JOB);

    var check = check();

    assertThat(check.versions()).isEmpty();
    assertThat(check.findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # from                        | to
          {"name":"grid"                | {"name":"grid"
          {"name":"grid",               | {"name":"note","type":"string","default":""},{"name":"grid",
          "UNKNOWN","OPEN"              | "UNKNOWN","OPEN","DONE"
          "UNKNOWN","OPEN"              | "OPEN","UNKNOWN"
          {"name":"bot","type":"string"} | {"name":"bot","type":"string","doc":"who"}
          {"name":"label",              | {"name":"caption","aliases":["label"],
          {"name":"label","type":["null","string"],"default":null}, | ` `
          """)
  void aSoundChangeHasNoFindings(String from, String to) throws IOException {
    released("1.0.0", "bots/Job.avsc", JOB);
    now("bots/Job.avsc", changed(from, to));

    assertThat(check().findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # from                                  | to                                             | rule     | path       | versions
          {"name":"priority","type":"int"},       | ` `                                            | FORWARD  | priority   | 1.0.0 reads now
          {"name":"grid",                         | {"name":"note","type":"string"},{"name":"grid",| BACKWARD | note       | now reads 1.0.0
          {"name":"priority","type":"int"}        | {"name":"priority","type":"string"}            | BACKWARD | priority   | now reads 1.0.0
          {"name":"priority","type":"int"}        | {"name":"priority","type":"string"}            | FORWARD  | priority   | 1.0.0 reads now
          {"name":"priority","type":"int"}        | {"name":"priority","type":"long"}              | FORWARD  | priority   | 1.0.0 reads now
          ["null","string"]                       | ["null","string","long"]                       | FORWARD  | label      | 1.0.0 reads now
          {"name":"bot","type":"string"}          | {"name":"bot","type":"long"}                   | BACKWARD | lease.bot  | now reads 1.0.0
          "size":4},"default":"abcd"              | "size":5},"default":"abcde"                    | BACKWARD | lease.hash | now reads 1.0.0
          {"name":"key","type":"string"}          | {"name":"key","type":"int"}                    | BACKWARD | tags[].key | now reads 1.0.0
          ["null","string"],"default":null        | "string","default":""                          | BACKWARD | label      | now reads 1.0.0
          {"name":"priority","type":"int"}        | {"name":"priority","type":["null","int"]}      | FORWARD  | priority   | 1.0.0 reads now
          {"name":"slots","type":"int"}           | {"name":"slots","type":"string"}               | BACKWARD | event.Joined.slots | now reads 1.0.0
          ,{"type":"record","name":"Left","fields":[]} | ` `                                       | BACKWARD | event      | now reads 1.0.0
          {"name":"label",                        | {"name":"caption",                             | ALIAS    | Job.caption | now and 1.0.0
          {"name":"priority",                     | {"name":"rank","aliases":["priority"],         | FORWARD  | priority   | 1.0.0 reads now
          """)
  void aBreakingChangeIsFound(String from, String to, Rule rule, String path, String versions)
      throws IOException {
    released("1.0.0", "bots/Job.avsc", JOB);
    now("bots/Job.avsc", changed(from, to));

    assertThat(check().findings())
        .anySatisfy(
            finding -> {
              assertThat(finding.file()).isEqualTo("bots/Job.avsc");
              assertThat(finding.rule()).isEqualTo(rule);
              assertThat(finding.path()).isEqualTo(path);
              assertThat(finding.versions()).isEqualTo(versions);
              assertThat(finding.why()).isNotBlank();
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # from                       | to                                  | finding
          ,"default":"UNKNOWN"}        | }                                   | ENUM_DEFAULT bots/Job.avsc at state: State has no default symbol; add one, or nobody can read a symbol that is added later
          dev.rota.bots                | dev.rota.cores                      | NAMESPACE bots/Job.avsc: Job is in dev.rota.cores; put it in dev.rota.bots
          "name":"Lease"               | "name":"Lease","namespace":"other"  | NAMESPACE bots/Job.avsc at lease: Lease is in other; put it in dev.rota.bots
          "name":"Job"                 | "name":"Work"                       | ONE_RECORD bots/Job.avsc: holds Work; name the file Work.avsc
          ["null","string"]            | ["null","string","bytes"]           | TOLD_APART bots/Job.avsc at label: two branches of the union are strings in JSON; wrap one in a record
          """)
  void aSchemaOfItsOwnIsHeldToTheHousesRules(String from, String to, String finding)
      throws IOException {
    now("bots/Job.avsc", changed(from, to));

    assertThat(check().findings()).extracting(SchemaFinding::toString).contains(finding);
  }

  @Test
  void severalRecordsInAFileAreFound() throws IOException {
    now("bots/Job.avsc", "[" + JOB + "]");
    now("bots/State.avsc", "{\"type\":\"enum\",\"name\":\"State\",\"symbols\":[\"A\"]}");

    assertThat(check().findings())
        .extracting(SchemaFinding::rule)
        .containsExactly(Rule.ONE_RECORD, Rule.ONE_RECORD);
  }

  @Test
  void whatIsNoSchemaIsFound() throws IOException {
    now("bots/Cut.avsc", JOB.substring(0, 60));
    now("bots/Job.avsc", changed("\"int\"", "\"integer\""));
    now("Job.avsc", JOB);

    assertThat(check().findings())
        .extracting(SchemaFinding::rule)
        .containsExactly(Rule.READABLE, Rule.READABLE, Rule.READABLE);
  }

  @Test
  void aDeletedFileIsFound() throws IOException {
    released("1.0.0", "bots/Job.avsc", JOB);
    Files.createDirectories(dir.resolve("schemas"));

    assertThat(check().findings())
        .singleElement()
        .hasToString(
            "KEPT bots/Job.avsc (in 1.0.0, not now): was released and is gone or unreadable;"
                + " put it back, its records are in topics");
  }

  @Test
  void everyReleasedVersionCountsNotTheLastAlone() throws IOException {
    var without = changed("{\"name\":\"priority\",\"type\":\"int\"},", "");
    var withDefault =
        changed(
            "{\"name\":\"priority\",\"type\":\"int\"}",
            "{\"name\":\"priority\",\"type\":\"int\",\"default\":0}");
    released("1.9.0", "bots/Job.avsc", JOB);
    released("1.10.0", "bots/Job.avsc", withDefault);
    now("bots/Job.avsc", without);

    var check = check();

    assertThat(check.versions()).containsExactly("1.9.0", "1.10.0");
    assertThat(check.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.versions()).isEqualTo("1.9.0 reads now"));
  }

  @Test
  void filesMayUseEachOthersTypesInAnyOrder() throws IOException {
    now(
        "bots/A.avsc",
        """
        {"type":"record","namespace":"dev.rota.bots","name":"A","fields":[
          {"name":"job","type":"Job"}]}
        """);
    now("bots/Job.avsc", JOB);

    assertThat(check().findings()).isEmpty();
  }

  @Test
  void aTypeThatTwoFilesDefineIsTheSameInBoth() throws IOException {
    var tag = "{\"type\":\"record\",\"name\":\"Tag\",\"fields\":[%s]}";
    var other =
        "{\"type\":\"record\",\"namespace\":\"dev.rota.bots\",\"name\":\"Other\",\"fields\":["
            + "{\"name\":\"tag\",\"type\":%s}]}";
    now("bots/Job.avsc", JOB);

    now(
        "bots/Other.avsc",
        other.formatted(tag.formatted("{\"name\":\"key\",\"type\":\"string\"}")));
    assertThat(check().findings()).isEmpty();

    now("bots/Other.avsc", other.formatted(tag.formatted("")));
    assertThat(check().findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo(Rule.READABLE);
              assertThat(finding.why()).contains("dev.rota.bots.Tag");
            });
  }

  private static String changed(String from, String to) {
    assertThat(JOB).contains(from);
    return JOB.replace(from, to);
  }

  private void now(String file, String text) throws IOException {
    write(dir.resolve("schemas").resolve(file), text);
  }

  private void released(String version, String file, String text) throws IOException {
    write(dir.resolve("schemas/released").resolve(version).resolve(file), text);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private SchemaCheck check() throws IOException {
    return SchemaCheck.of(dir.resolve("schemas"), dir.resolve("schemas/released"));
  }
}

package dev.rota.lab.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.lab.embedded.Records;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RegistryLineTest {
  @Test
  void everyLineOfTheLogReadsBackAsTheFactItWasWrittenFor() throws Exception {
    var schema =
        new StoredSchema(
            "t-value", 1, 2, "AVRO", List.of(new SchemaReference("n", "s", 3)), "\"int\"", true, 0);
    var facts =
        List.of(
            new RegistryFact.Put(schema),
            new RegistryFact.Removed("t-value", 1),
            new RegistryFact.SubjectDeleted("t-value", 3),
            new RegistryFact.Set(SubjectSetting.CONFIG, "t-value", Optional.of("NONE")),
            new RegistryFact.Set(
                SubjectSetting.MODE, SubjectSetting.GLOBAL, Optional.of("READONLY")),
            new RegistryFact.Set(SubjectSetting.CONFIG, SubjectSetting.GLOBAL, Optional.empty()));
    for (var fact : facts) {
      var line = RegistryLine.of(fact);
      assertThat(RegistryLine.parse(line.keyBytes(), line.valueBytesOrNull())).contains(fact);
    }
  }

  @Test
  void theLogsFormatIsTheSharedOneByteForByte() {
    var schema = new StoredSchema("t-value", 1, 2, "AVRO", List.of(), "\"int\"", false, 0);
    assertThat(RegistryLine.of(new RegistryFact.Put(schema)))
        .isEqualTo(
            line(
                "{'keytype':'SCHEMA','subject':'t-value','version':1,'magic':1}",
                "{'subject':'t-value','version':1,'id':2,'schemaType':'AVRO',"
                    + "'schema':'\\'int\\'','deleted':false}"));
    assertThat(RegistryLine.of(new RegistryFact.SubjectDeleted("t-value", 3)))
        .isEqualTo(
            line(
                "{'keytype':'DELETE_SUBJECT','subject':'t-value','magic':0}",
                "{'subject':'t-value','version':3}"));
    assertThat(
            RegistryLine.of(new RegistryFact.Set(SubjectSetting.CONFIG, "t", Optional.of("NONE"))))
        .isEqualTo(
            line(
                "{'keytype':'CONFIG','subject':'t','magic':0}",
                "{'subject':'t','compatibilityLevel':'NONE'}"));
    assertThat(
            RegistryLine.of(
                new RegistryFact.Set(
                    SubjectSetting.MODE, SubjectSetting.GLOBAL, Optional.of("READONLY"))))
        .isEqualTo(line("{'keytype':'MODE','magic':0}", "{'mode':'READONLY'}"));
  }

  @Test
  void otherKindsOfLinesAreSkipped() throws Exception {
    assertThat(RegistryLine.parse(Records.utf8("{\"keytype\":\"NOOP\",\"magic\":0}"), null))
        .isEmpty();
    assertThat(RegistryLine.parse(Records.utf8("{\"keytype\":\"CONTEXT\"}"), Records.utf8("{}")))
        .isEmpty();
  }

  private static RegistryLine line(String key, String value) {
    return new RegistryLine(key.replace('\'', '"'), Optional.of(value.replace('\'', '"')));
  }
}

package dev.rota.lab.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistryLineTest {
  private final SchemaStore store = new SchemaStore();

  @Test
  void everyLineOfTheLogReadsBackAsWhatItWasWrittenFor() throws Exception {
    var references = new ObjectMapper().readTree("[{\"name\":\"n\",\"subject\":\"s\"}]");
    var schema = new SchemaVersion("t-value", 1, 2, "AVRO", references, "\"int\"", true, 7);
    store.apply(RegistryLine.of(schema), 7);
    store.apply(RegistryLine.ofLevel("t-value", "NONE"), 7);
    store.apply(RegistryLine.ofLevel(SchemaStore.GLOBAL, "FULL"), 7);
    assertThat(store.all()).containsExactly(schema);
    assertThat(store.maxId()).isEqualTo(2);
    assertThat(store.level("t-value")).isEqualTo("NONE");
    assertThat(store.level("other")).isEqualTo("FULL");
  }

  @Test
  void theLogsFormatIsTheSharedOneByteForByte() throws Exception {
    var none = new ObjectMapper().createArrayNode();
    var schema = new SchemaVersion("t-value", 1, 2, "AVRO", none, "\"int\"", false, 0);
    assertThat(RegistryLine.of(schema))
        .isEqualTo(
            line(
                "{'keytype':'SCHEMA','subject':'t-value','version':1,'magic':1}",
                "{'subject':'t-value','version':1,'id':2,'schemaType':'AVRO',"
                    + "'schema':'\\'int\\'','deleted':false}"));
    assertThat(RegistryLine.ofLevel("t", "NONE"))
        .isEqualTo(
            line(
                "{'keytype':'CONFIG','subject':'t','magic':0}",
                "{'subject':'t','compatibilityLevel':'NONE'}"));
    assertThat(RegistryLine.ofLevel(SchemaStore.GLOBAL, "FULL"))
        .isEqualTo(line("{'keytype':'CONFIG','magic':0}", "{'compatibilityLevel':'FULL'}"));
  }

  /** As a former version of this registry left it, which had modes, deletions and references. */
  @Test
  void noIdOfAnOlderTopicIsLost() throws Exception {
    for (var line :
        new RegistryLine[] {
          line("{'keytype':'MODE','magic':0}", "{'mode':'IMPORT'}"),
          schema("a", 1, "'id':1,'schema':'\\'int\\'','deleted':false"),
          schema("a", 2, "'id':2,'schema':'\\'long\\'','deleted':false"),
          schema("b", 1, "'id':3,'references':[{'subject':'a','version':1}],'schema':'{}'"),
          schema("c", 1, "'id':4,'schema':'\\'null\\'','deleted':true"),
          line("{'keytype':'DELETE_SUBJECT','subject':'a','magic':0}", "{'version':2}"),
          line("{'keytype':'MODE','subject':'a','magic':0}", "{'mode':'READONLY'}"),
          line("{'keytype':'MODE','magic':0}", null),
          line("{'keytype':'DELETE_SUBJECT','subject':'c','magic':0}", null),
          line("{'keytype':'CLEAR_SUBJECT','subject':'a','magic':0}", null),
          schema("a", 3, "'id':5,'schema':'\\'float\\''")
        }) {
      store.apply(line, 0);
    }
    assertThat(store.all()).extracting(SchemaVersion::id).containsExactly(1, 2, 5, 3, 4);
    assertThat(store.all().filter(it -> !it.deleted()))
        .extracting(SchemaVersion::id)
        .containsExactly(5, 3);
    assertThat(store.nextVersion("c")).isEqualTo(2);
    store.apply(line("{'keytype':'SCHEMA','subject':'a','version':3,'magic':1}", null), 0);
    assertThat(store.all()).extracting(SchemaVersion::id).doesNotContain(5);
    assertThat(store.maxId()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'keytype':'NOOP','magic':0} |",
        "{'keytype':'CONTEXT'} | {}",
        "[] | {}",
      })
  void otherKindsOfLinesAreSkipped(String key, String value) throws Exception {
    store.apply(line(key, value), 0);
    assertThat(store.all()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "not json | {}",
        "{'keytype':'SCHEMA'} | {}",
        "{'keytype':'SCHEMA','subject':'s','version':1} | {}",
        "{'keytype':'DELETE_SUBJECT','subject':'s'} | {}",
        " | {}",
      })
  void whatIsNoRegistrysIsSaid(String key, String value) {
    assertThatThrownBy(() -> store.apply(line(key, value), 0)).isInstanceOf(IOException.class);
  }

  private static RegistryLine schema(String subject, int version, String more) {
    return line(
        "{'keytype':'SCHEMA','subject':'%s','version':%d,'magic':1}".formatted(subject, version),
        "{'subject':'%s','version':%d,%s}".formatted(subject, version, more));
  }

  private static RegistryLine line(String key, String value) {
    return new RegistryLine(quoted(key), quoted(value));
  }

  private static String quoted(String text) {
    return text == null ? null : text.replace('\'', '"');
  }
}

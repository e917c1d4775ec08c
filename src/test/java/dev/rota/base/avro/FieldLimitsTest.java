package dev.rota.base.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a field holds is counted, and the first that holds too much is named with its path. */
final class FieldLimitsTest {
  private static final Schema SCHEMA =
      new SchemaParser()
          .parse(
              """
              {"type": "record", "name": "Thing", "fields": [
                {"name": "name", "maxBytes": 6, "type": "string", "default": ""},
                {"name": "free", "type": "string", "default": ""},
                {"name": "data", "maxBytes": 3, "type": ["null", "bytes"], "default": null},
                {"name": "either", "maxBytes": 3, "type": ["null", "bytes", "string"],
                 "default": null},
                {"name": "tags", "maxBytes": 4, "maxItems": 2,
                 "type": {"type": "map", "values": {"type": "array", "items": "string"}},
                 "default": {}},
                {"name": "parts", "maxItems": 3, "default": [], "type": {"type": "array", "items": {
                  "type": "record", "name": "Part", "fields": [
                    {"name": "size", "type": "int", "default": 0},
                    {"name": "id", "maxBytes": 2, "type": "string"}]}}},
                {"name": "event", "default": null, "type": ["null", "Part",
                  {"type": "record", "name": "Other", "fields": [
                    {"name": "why", "maxBytes": 1, "type": "string"}]}]}]}
              """)
          .mainSchema();

  private final FieldLimits limits = FieldLimits.of(SCHEMA);

  @Test
  void aRecordWithinItsLimitsPasses() {
    GenericRecord full =
        thing()
            .set("name", "äöü")
            .set("free", "x".repeat(100_000))
            .set("data", ByteBuffer.wrap(new byte[3]))
            .set("tags", Map.of("a", List.of("1234", "2"), "b", List.of()))
            .set("parts", List.of(part("p1"), part("p2"), part("p3")))
            .set("event", part("e"))
            .build();

    assertThat(limits.check(full)).isNull();
    assertThat(limits.check(thing().build())).isNull();
  }

  @Test
  void aValueOfFewBytesNeedsNoLook() {
    assertThat(limits.admits(1)).isTrue();
    assertThat(limits.admits(2)).isFalse(); // "why" may have one
    Schema free = new SchemaParser().parse("{\"type\": \"string\"}").mainSchema();
    assertThat(FieldLimits.of(free).admits(Integer.MAX_VALUE)).isTrue();
  }

  @Test
  void anItemWithoutBytesIsCounted() {
    String nothing = "{\"type\": \"array\", \"items\": \"null\"}";
    String field = "{\"name\": \"a\", \"maxItems\": 9, \"type\": " + nothing + "}";
    String record = "{\"type\": \"record\", \"name\": \"R\", \"fields\": [" + field + "]}";
    Schema schema = new SchemaParser().parse(record).mainSchema();
    assertThat(FieldLimits.of(schema).admits(0)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1234567, 7", "äöüx, 7", "日本語, 9", "\uD83D\uDE00\uD83D\uDE00, 8"})
  void aTextIsAsLongAsItsUtf8(String text, long bytes) {
    assertThat(limits.check(thing().set("name", text).build()))
        .hasToString("Thing.name has %d bytes, at most 6 are taken: send a shorter value", bytes);
    assertThat(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)).hasSize((int) bytes);
  }

  @Test
  void theFieldIsNamedByItsPath() {
    beyond(thing().set("data", ByteBuffer.wrap(new byte[4])), "data", 4);
    beyond(thing().set("either", ByteBuffer.wrap(new byte[4])), "either", 4);
    beyond(thing().set("either", "four"), "either", 4);
    beyond(thing().set("tags", Map.of("a", List.of("ok", "12345"))), "tags['a'][1]", 5);
    beyond(thing().set("tags", Map.of("12345", List.of())), "tags[a key]", 5);
    beyond(thing().set("tags", Map.of("a", List.of("1", "2", "3"))), "tags['a']", 3);
    beyond(thing().set("tags", Map.of("a", List.of(), "b", List.of(), "c", List.of())), "tags", 3);
    beyond(thing().set("parts", List.of(part("p"), part("long"))), "parts[1].id", 4);
    beyond(thing().set("event", part("long")), "event.id", 4);
    GenericRecord other =
        new GenericData.Record(SCHEMA.getField("event").schema().getTypes().get(2));
    other.put("why", "so");
    beyond(thing().set("event", other), "event.why", 2);
  }

  @Test
  void aListThatIsTooLongSaysWhatToDo() {
    var parts = List.of(part("1"), part("2"), part("3"), part("4"));

    assertThat(limits.check(thing().set("parts", parts).build()))
        .hasToString(
            "Thing.parts has 4 items, at most 3 are taken: send fewer, or several records");
  }

  private void beyond(GenericRecordBuilder thing, String path, long found) {
    FieldExcess excess = limits.check(thing.build());
    assertThat(excess).as(path).isNotNull();
    assertThat(excess.path()).isEqualTo(path);
    assertThat(excess.found()).isEqualTo(found);
  }

  private static GenericRecordBuilder thing() {
    return new GenericRecordBuilder(SCHEMA);
  }

  private static GenericRecord part(String id) {
    GenericRecord part = new GenericData.Record(SCHEMA.getField("parts").schema().getElementType());
    part.put("size", 1);
    part.put("id", id);
    return part;
  }
}

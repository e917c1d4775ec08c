package dev.rota.base.lines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.ParathreadClaim;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.SchemaParser;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonAvroTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # field  | in                              | out, where it differs
          text     | "plain"                         |
          text     | "dž\\u0000\\"\\n😀"             | "dž\\u0000\\"\\n😀"
          whole    | -2147483648                     |
          long     | 9223372036854775807             |
          long     | -9223372036854775808            |
          long     | 9007199254740993                |
          share    | 0.1                             |
          weight   | 0.30000000000000004             |
          weight   | 3                               | 3.0
          weight   | 1e3                             | 1000.0
          weight   | -0.0                            |
          frozen   | true                            |
          payload  | "0x"                            |
          payload  | "0x00ff"                        |
          payload  | "0xDEADbeef"                    | "0xdeadbeef"
          payload  | ""                              | "0x"
          payload  | "transfer bob 300"              | "0x7472616e7366657220626f6220333030"
          payload  | "ça 😀"                          | "0xc3a76120f09f9880"
          payload  | "add"                           | "0x616464"
          hash     | null                            |
          hash     | "0x01020304"                    |
          rules    | "GUIDE"                         |
          cores    | [3,1,2]                         |
          weights  | {"b":2.0,"a":1.0}               | {"a":1.0,"b":2.0}
          session  | null                            |
          session  | {"index":7,"label":"x"}         |
          session  | {"index":7}                     | {"index":7,"label":null}
          session  | {"number":7}                    | {"index":7,"label":null}
          session  | {"Session":{"index":7}}         | {"index":7,"label":null}
          event    | {"Joined":{"slots":4}}          |
          event    | {"dev.rota.test.Joined":{"slots":4}} | {"Joined":{"slots":4}}
          event    | {"Heartbeat":{}}                |
          event    | "a word"                        |
          mixed    | 1                               |
          mixed    | 1.0                             |
          mixed    | false                           |
          """)
  void everyKindOfValueGoesThroughAvroAndComesBack(String field, String in, String out) {
    var line = Samples.thereAndBack(Samples.EVERYTHING, "{\"" + field + "\":" + in + "}");

    var expected = out == null ? in : out;
    assertThat(line).contains("\"" + field + "\":" + expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # value                             | error
          {"text":1}                          | value.text: expected a string, got the number 1
          {"text":null}                       | value.text: expected a string, got null
          {"whole":1.0}                       | value.whole: expected a whole number, got the number 1.0
          {"whole":"1"}                       | value.whole: expected a whole number, got the string "1"
          {"whole":2147483648}                | value.whole: expected a whole number from -2147483648 to 2147483647, got the number 2147483648
          {"long":9223372036854775808}        | value.long: expected a whole number from -9223372036854775808 to 9223372036854775807, got the number 9223372036854775808
          {"long":1e3}                        | value.long: expected a whole number, got the number 1000.0
          {"share":1e39}                      | value.share: expected a number, got the number 1.0E39
          {"weight":"NaN"}                    | value.weight: expected a number, got the string "NaN"
          {"frozen":0}                        | value.frozen: expected true or false, got the number 0
          {"payload":"00"}                    | value.payload: the string "00" may be hex or text; write 0x and the digits for these bytes, or "0x3030" for the text
          {"payload":"0X00"}                  | value.payload: the string "0X00" may be hex or text; write 0x and the digits for these bytes, or "0x30583030" for the text
          {"payload":"0x0"}                   | value.payload: an odd number of hex digits (1); expected two for every byte
          {"payload":"0x0g"}                  | value.payload: "g" is not a hex digit (character 4); expected 0-9, a-f or A-F
          {"payload":[0]}                     | value.payload: expected text, or a string of 0x and hex digits, got an array
          {"hash":"abcd"}                     | value.hash: bytes are written as 0x and hex digits; got the string "abcd" without 0x
          {"hash":"0x01"}                     | value.hash: 1 bytes for Hash; expected 4
          {"hash":7}                          | value.hash: expected null or a string of 0x and 8 hex digits, got the number 7
          {"rules":"GIUDE"}                   | value.rules: "GIUDE" is not a symbol of Rules; expected one of GUIDE, RUNTIME; did you mean 'GUIDE'?
          {"rules":"X"}                       | value.rules: "X" is not a symbol of Rules; expected one of GUIDE, RUNTIME
          {"cores":[1,"2"]}                   | value.cores[1]: expected a whole number, got the string "2"
          {"cores":{}}                        | value.cores: expected an array, got an object
          {"weights":{"a.b":true}}            | value.weights["a.b"]: expected a number, got true
          {"session":{"index":"x"}}           | value.session.index: expected a whole number, got the string "x"
          {"session":{}}                      | value.session: field 'index' is missing; Session needs it and has no default for it; expected a whole number
          {"session":{"index":1,"number":1}}  | value.session: 'number' is the old name of 'index'; keep only one
          {"session":[]}                      | value.session: expected null or an object (Session), got an array
          {"event":{"Joined":{"slot":4}}}     | value.event.Joined.slot: field "slot" is unknown to Joined; did you mean 'slots'? (it has slots)
          {"event":{"joined":{"slots":4}}}    | value.event: the record type is missing; expected {"Joined":{…}}, an object with one key out of Joined, Heartbeat; did you mean 'Joined'?
          {"event":{"slots":4}}               | value.event: the record type is missing; expected {"Joined":{…}}, an object with one key out of Joined, Heartbeat
          {"event":{"Heartbeat":null}}        | value.event.Heartbeat: expected an object (Heartbeat), got null
          {"event":{"Heartbeat":{"at":1}}}    | value.event.Heartbeat.at: field "at" is unknown to Heartbeat (it has no fields)
          {"mixed":"x"}                       | value.mixed: expected null or a whole number or a number or true or false, got the string "x"
          []                                  | value: expected an object (Everything), got an array
          null                                | value: expected an object (Everything), got null
          """)
  void whatDoesNotFitIsRefusedWithPlaceCauseAndExpectation(String value, String error) {
    var json = Samples.json(value);

    assertThatThrownBy(() -> JsonAvro.toAvro(Samples.EVERYTHING, json))
        .isInstanceOf(BadLine.class)
        .hasMessage(error);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # bytes                                | as text, where they are that and nothing else
          "0x7472616e7366657220626f6220333030"   | "transfer bob 300"
          "0xc3a76120f09f9880"                   | "ça 😀"
          "0x6c696e650a"                         | "line\\n"
          "0x"                                   | "0x"
          "0x00ff"                               | "0x00ff"
          "0xc3"                                 | "0xc3"
          "0x1b5b324a"                           | "0x1b5b324a"
          "0xe280ae"                             | "0xe280ae"
          "0x30783030"                           | "0x30783030"
          "0x3030"                               | "0x3030"
          "0x63616665"                           | "0x63616665"
          """)
  void bytesThatAreTextCanBeWrittenAsSuchAndAreTheSameBytesAgain(String in, String out)
      throws IOException {
    var record = (GenericRecord) payload(in);
    var line = new ByteArrayOutputStream();
    var writer = new LineWriter(line, BytesForm.TEXT);
    writer.write(EnvelopeMetadata.of("t", "k", 0), record);
    writer.flush();
    assertThat(line.toString(UTF_8)).contains("\"payload\":" + out + ",");
    assertThat(payload(out)).isEqualTo(record);
  }

  private static Object payload(String json) {
    return JsonAvro.toAvro(Samples.EVERYTHING, Samples.json("{\"payload\":" + json + "}"));
  }

  @Test
  void besideAStringInAUnionBytesAreHex() {
    var union =
        SchemaParser.parseSingle(
            """
            {"type":"record","name":"U","fields":[{"name":"u","type":["bytes","string"]}]}
            """);
    assertThat(Samples.thereAndBack(union, "{\"u\":\"x y\"}")).isEqualTo("{\"u\":\"x y\"}");
    assertThat(Samples.thereAndBack(union, "{\"u\":\"0x7820\"}")).isEqualTo("{\"u\":\"0x7820\"}");
  }

  @Test
  void aMissingFieldTakesTheDefault() {
    assertThat(Samples.thereAndBack(Samples.EVERYTHING, "{}"))
        .isEqualTo(
            """
            {"text":"none","whole":1,"long":2,"share":0.5,"weight":1.5,"frozen":false,\
            "payload":"0xff","hash":null,"rules":"RUNTIME","cores":[],"weights":{},\
            "session":null,"event":null,"mixed":null}""");
  }

  @Test
  void aMissingFieldWithoutDefaultIsNamed() {
    var json = Samples.json("{\"chain\":\"polkadot\",\"collator\":\"alice\"}");

    assertThatThrownBy(() -> JsonAvro.toAvro(Samples.CLAIM, json))
        .hasMessageStartingWith("value: field 'para' is missing");
  }

  @Test
  void aMisspeltFieldIsUnknownRatherThanMissing() {
    var json = Samples.json("{\"chain\":\"polkadot\",\"parra\":1,\"collator\":\"alice\"}");

    assertThatThrownBy(() -> JsonAvro.toAvro(Samples.CLAIM, json))
        .hasMessage(
            "value.parra: field \"parra\" is unknown to Claim; did you mean 'para'?"
                + " (it has chain, para, collator)");
  }

  @Test
  void fieldsAreWrittenInTheOrderOfTheSchema() {
    assertThat(
            Samples.thereAndBack(Samples.CLAIM, "{\"collator\":\"a\",\"para\":1,\"chain\":\"c\"}"))
        .isEqualTo("{\"chain\":\"c\",\"para\":1,\"collator\":\"a\"}");
  }

  @Test
  void theOnlyRecordsOwnFieldWinsOverItsName() {
    var schema =
        SchemaParser.parseSingle(
            """
            {"type":"record","name":"Outer","fields":[{"name":"inner","type":["null",
              {"type":"record","name":"Inner","fields":[
                {"name":"Inner","type":{"type":"map","values":"int"}}]}]}]}
            """);
    var line = "{\"inner\":{\"Inner\":{\"a\":1}}}";

    assertThat(Samples.thereAndBack(schema, line)).isEqualTo(line);
  }

  @Test
  void mapsOfAnyOrderAreWrittenAlike() {
    var many = new TreeMap<String, Double>();
    for (int i = 0; i < 50; i++) {
      many.put("key-" + i, (double) i);
    }
    GenericRecord hashed = everything();
    hashed.put("weights", Map.copyOf(many));
    GenericRecord sorted = everything();
    sorted.put("weights", many);

    assertThat(Samples.written(hashed)).isEqualTo(Samples.written(sorted));
  }

  @Test
  void writingBytesLeavesTheBufferAsItWas() {
    var buffer = ByteBuffer.wrap(new byte[] {9, 1, 2, 9}, 1, 2);
    var record = everything();
    record.put("payload", buffer);
    var direct = ByteBuffer.allocateDirect(2).put((byte) 1).put((byte) 2).flip();
    var other = everything();
    other.put("payload", direct);

    assertThat(Samples.written(record)).contains("\"payload\":\"0x0102\"");
    assertThat(Samples.written(other)).isEqualTo(Samples.written(record));
    assertThat(buffer.remaining()).isEqualTo(2);
    assertThat(direct.remaining()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void whatJsonHasNoNumberForIsWrittenAsAString(double number) {
    var record = everything();
    record.put("weight", number);

    assertThat(Samples.written(record)).contains("\"weight\":\"" + number + "\"");
  }

  @Test
  void aTreeAndALineSayTheSame() {
    var record = everything();
    record.put("cores", Arrays.asList(1, 2));
    record.put("payload", ByteBuffer.wrap(new byte[] {1}));

    assertThat(JsonAvro.toJson(record).toString()).isEqualTo(Samples.written(record));
  }

  @Test
  void generatedRecordsAreWrittenLikeGenericOnes() {
    var generated = new ParathreadClaim("polkadot", 2000L, "alice");
    var text = "{\"chain\":\"polkadot\",\"para\":2000,\"collator\":\"alice\"}";

    assertThat(Samples.written(generated)).isEqualTo(text);
    assertThat(Samples.thereAndBack(generated.getSchema(), text)).isEqualTo(text);
  }

  private static GenericRecord everything() {
    return (GenericData.Record) JsonAvro.toAvro(Samples.EVERYTHING, Samples.json("{}"));
  }
}

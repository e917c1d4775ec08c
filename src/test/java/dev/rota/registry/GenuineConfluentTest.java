package dev.rota.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ours against the genuine classes, over HTTP to one registry. */
@Tag("interop")
class GenuineConfluentTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(Samples.ORDER.toString(), "{\"number\":7,\"item\":\"t\u00e9\"}"),
        Arguments.of(
            "{\"type\":\"record\",\"name\":\"W\",\"fields\":[{\"name\":\"u\",\"type\":[\"null\",\"string\"]},"
                + "{\"name\":\"m\",\"type\":{\"type\":\"map\",\"values\":\"double\"}},{\"name\":\"a\",\"type\":"
                + "{\"type\":\"array\",\"items\":\"long\"}},{\"name\":\"e\",\"type\":{\"type\":\"enum\",\"name\":\"E\","
                + "\"symbols\":[\"X\",\"Y\"]}},{\"name\":\"b\",\"type\":\"boolean\"}]}",
            "{\"u\":{\"string\":\"x\"},\"m\":{\"k\":1.5},\"a\":[1,-9223372036854775808,300],\"e\":\"Y\",\"b\":true}"),
        Arguments.of("\"string\"", "\"tea\""),
        Arguments.of("\"long\"", "77"),
        Arguments.of("\"bytes\"", "\"abc\""));
  }

  @ParameterizedTest
  @MethodSource("values")
  void bothWriteTheSameBytesAndReadEachOthers(String schemaJson, String json) throws Exception {
    try (StubRegistry registry = new StubRegistry();
        GenuineConfluent genuine = new GenuineConfluent(registry.url());
        AvroSerde ours = new AvroSerde()) {
      ours.configure(Map.of("schema.registry.url", registry.url()), false);
      byte[] theirs = genuine.serialize("t", schemaJson, json);
      Object read = ours.deserializer().deserialize("t", theirs);
      byte[] again = ours.serializer().serialize("t", read);

      assertThat(again).isEqualTo(theirs);
      assertThat(read).isEqualTo(plain(schemaJson, json));
      byte[] first = ours.serializer().serialize("first", read);
      assertThat(genuine.deserialize("first", first))
          .satisfies(text -> same(text, schemaJson, json));
    }
  }

  @Test
  void theGenuineClassesAreTheirOwn() throws Exception {
    try (StubRegistry registry = new StubRegistry();
        GenuineConfluent genuine = new GenuineConfluent(registry.url())) {
      assertThat(genuine.serialize("t", "\"string\"", "\"x\""))
          .isEqualTo(Samples.bytes(0, 0, 0, 0, 1, 2, 'x'));
      assertThat(registry.seen).anyMatch(seen -> seen.header("User-agent").startsWith("Java/"));
    }
  }

  @Test
  void theGenuineConsumerStartsBehindTheWall() throws Exception {
    try (StubRegistry registry = new StubRegistry();
        GenuineConfluent genuine = new GenuineConfluent(registry.url())) {
      assertThat(genuine.consume("127.0.0.1:1", "t", 0)).isEmpty();
    }
  }

  private static Object plain(String schemaJson, String json) throws Exception {
    Schema schema = new Schema.Parser().parse(schemaJson);
    Object value =
        new GenericDatumReader<>(schema).read(null, DecoderFactory.get().jsonDecoder(schema, json));
    if (value instanceof java.nio.ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    }
    return value instanceof CharSequence text ? text.toString() : value;
  }

  private static void same(String text, String schemaJson, String json) throws java.io.IOException {
    if (schemaJson.startsWith("{")) {
      assertThat(JSON.readTree(text)).isEqualTo(JSON.readTree(json));
    } else if (schemaJson.equals("\"bytes\"")) {
      assertThat(text).startsWith("[B@");
    } else {
      assertThat(text).isEqualTo(JSON.readTree(json).asText());
    }
  }
}

package dev.rota.registry;

import static dev.rota.registry.Samples.ORDER;
import static dev.rota.registry.Samples.ORDER_2;
import static dev.rota.registry.Samples.bytes;
import static dev.rota.registry.Samples.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.ParathreadClaim;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AvroSerdeTest {
  private final String scope = UUID.randomUUID().toString();
  private final MockRegistry registry = MockRegistry.scope(scope);

  @AfterEach
  void dropScope() {
    MockRegistry.drop(scope);
  }

  @Test
  void theIdStandsBeforeTheBinaryInFourBytesBigEndian() {
    byte[] written = serializer().serialize("orders", order(7, "tea"));

    assertThat(written).isEqualTo(bytes(0, 0, 0, 0, 1, 14, 6, 't', 'e', 'a'));
    assertThat(registry.subjects()).containsExactly("orders-value");
    assertThat(read(written)).isEqualTo(order(7, "tea"));
  }

  @Test
  void everyByteOfAnIdCounts() {
    byte[] record = new byte[5];
    SchemaIdFraming.prefix(record, 0x81_92_a3_b4);

    assertThat(record).isEqualTo(bytes(0, 0x81, 0x92, 0xa3, 0xb4));
    assertThat(SchemaIdFraming.id(record)).isEqualTo(0x81_92_a3_b4);
  }

  @Test
  void nullStaysNull() {
    assertThat(serializer().serialize("orders", new RecordHeaders(), null)).isNull();
    assertThat(read(null)).isNull();
  }

  @Test
  void plainValuesComeBackAsTheyWent() {
    for (Object value : List.of("tea", 7, 7L << 40, 1.5f, 2.5, true, false)) {
      byte[] written = serializer().serialize(value.getClass().getSimpleName(), value);
      assertThat(read(written)).isEqualTo(value);
    }
  }

  @Test
  void topLevelBytesHaveNoAvroLength() {
    byte[] written = serializer().serialize("blobs", bytes(9, 8, 7));

    assertThat(written).isEqualTo(bytes(0, 0, 0, 0, 1, 9, 8, 7));
    assertThat(serializer().serialize("blobs", ByteBuffer.wrap(bytes(9, 8, 7)))).isEqualTo(written);
    assertThat(read(written)).isEqualTo(bytes(9, 8, 7));
  }

  @Test
  void encodedBytesOnlyGetTheirId() {
    byte[] payload = Samples.binary(ORDER, order(7, "tea"));

    byte[] written = serializer().serialize("orders", new EncodedValue(ORDER, payload));

    assertThat(written).isEqualTo(serializer().serialize("orders", order(7, "tea")));
  }

  @Test
  void encodedBytesOfTheBytesTypeAreRefused() {
    assertThatThrownBy(() -> new EncodedValue(Schema.create(Schema.Type.BYTES), new byte[0]))
        .hasMessageContaining("hand the serializer the byte[]");
  }

  @Test
  void theGuidInAHeaderIsTheHashOfTheSchemaAndTheValueIsBare() {
    Headers headers = new RecordHeaders();
    AvroSerializer serializer =
        serializer(
            Map.of(
                "value.schema.id.serializer",
                "io.confluent.kafka.serializers.schema.id.HeaderSchemaIdSerializer"));

    byte[] written = serializer.serialize("orders", headers, order(7, "tea"));

    assertThat(written).isEqualTo(Samples.binary(ORDER, order(7, "tea")));
    byte[] header = headers.lastHeader("__value_schema_id").value();
    UUID guid = SchemaText.guid(ORDER);
    assertThat(header)
        .isEqualTo(
            ByteBuffer.allocate(17)
                .put((byte) 1)
                .putLong(guid.getMostSignificantBits())
                .putLong(guid.getLeastSignificantBits())
                .array());
    assertThat(deserializer(Map.of()).deserialize("orders", headers, written))
        .isEqualTo(order(7, "tea"));
  }

  @Test
  void theGuidOfAStringSchemaIsTheMd5OfItsText() {
    // md5 of the eight characters "string" in quotes
    assertThat(SchemaText.guid(Schema.create(Schema.Type.STRING)))
        .hasToString(md5("\"string\"").toString());
  }

  @Test
  void theHeaderIsReadBeforeThePrefix() {
    int id = registry.register("x", ORDER_2);
    Headers headers = new RecordHeaders();
    headers.add("__value_schema_id", bytes(0, 0, 0, 0, id));

    Object read =
        deserializer(Map.of()).deserialize("x", headers, bytes(14, 6, 't', 'e', 'a', 2, '!'));

    assertThat(((GenericRecord) read).get("note")).hasToString("!");
  }

  @Test
  void headersLeftByAnUpstreamAreDroppedWhenThePrefixIsWritten() {
    Headers headers = new RecordHeaders();
    headers.add("__value_schema_id", new byte[17]).add("__key_schema_id", new byte[17]);
    headers.add("trace", bytes(1));

    byte[] written = serializer().serialize("orders", headers, order(7, "tea"));

    assertThat(headers).extracting(header -> header.key()).containsExactly("trace");
    assertThat(deserializer(Map.of()).deserialize("orders", headers, written))
        .isEqualTo(order(7, "tea"));
  }

  @Test
  void keysUseTheirOwnSubjectAndHeader() {
    AvroSerde serde = new AvroSerde();
    serde.configure(config(Map.of()), true);

    byte[] written = serde.serializer().serialize("orders", "tea");

    assertThat(registry.subjects()).containsExactly("orders-key");
    assertThat(serde.deserializer().deserialize("orders", written)).isEqualTo("tea");
  }

  @Test
  void generatedRecordsComeBackAsTheirClassWhenAskedFor() {
    ParathreadClaim claim = new ParathreadClaim("chain-1", 2000L, "5Gx");
    byte[] written = serializer().serialize("claims", claim);

    assertThat(deserializer(Map.of("specific.avro.reader", true)).deserialize("claims", written))
        .isEqualTo(claim);
    assertThat(deserializer(Map.of()).deserialize("claims", written))
        .isInstanceOf(GenericRecord.class)
        .isNotInstanceOf(ParathreadClaim.class);
  }

  @Test
  void classesOutsideTheAllowedPackagesAreNotLoaded() {
    byte[] written = serializer().serialize("claims", new ParathreadClaim("c", 1L, "x"));

    Object read =
        deserializer(Map.of("specific.avro.reader", true, "rota.specific.packages", "dev.other"))
            .deserialize("claims", written);

    assertThat(read).isNotInstanceOf(ParathreadClaim.class).isInstanceOf(GenericRecord.class);
  }

  @Test
  void anOlderRecordIsResolvedToTheSchemaAskedFor() {
    byte[] written = serializer().serialize("orders", order(7, "tea"));

    Object read = new AvroDeserializer(registry, ORDER_2).deserialize("orders", written);

    assertThat(((GenericRecord) read).get("note")).hasToString("-");
  }

  @Test
  void largeValuesGrowTheBuffer() {
    String item = "x".repeat(3_000_000);

    byte[] written = serializer().serialize("orders", order(1, item));

    assertThat(((GenericRecord) read(written)).get("item")).hasToString(item);
    assertThat(read(serializer().serialize("orders", order(2, "y")))).isEqualTo(order(2, "y"));
  }

  @Test
  void settingsOfOtherClientsAreIgnoredAndAMissingAddressIsNot() {
    assertThat(serializer(Map.of("bootstrap.servers", "b:9092", "retries", 3))).isNotNull();
    assertThatThrownBy(() -> new AvroSerializer().configure(Map.of(), false))
        .hasMessageContaining("schema.registry.url is not set");
    assertThatThrownBy(() -> new AvroSerializer().serialize("t", "x"))
        .hasMessageContaining("call configure first");
  }

  private static UUID md5(String text) {
    try {
      byte[] hash =
          java.security.MessageDigest.getInstance("MD5")
              .digest(text.getBytes(StandardCharsets.UTF_8));
      ByteBuffer halves = ByteBuffer.wrap(hash);
      return new UUID(halves.getLong(), halves.getLong());
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private AvroSerializer serializer() {
    return serializer(Map.of());
  }

  private AvroSerializer serializer(Map<String, ?> more) {
    AvroSerializer serializer = new AvroSerializer();
    serializer.configure(config(more), false);
    return serializer;
  }

  private AvroDeserializer deserializer(Map<String, ?> more) {
    AvroDeserializer deserializer = new AvroDeserializer();
    deserializer.configure(config(more), false);
    return deserializer;
  }

  private Object read(byte[] bytes) {
    return deserializer(Map.of()).deserialize("orders", bytes);
  }

  private Map<String, Object> config(Map<String, ?> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("schema.registry.url", "mock://" + scope);
    return config;
  }
}

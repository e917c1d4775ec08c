package dev.rota.registry;

import static dev.rota.registry.Samples.ORDER;
import static dev.rota.registry.Samples.ORDER_2;
import static dev.rota.registry.Samples.ORDER_BROKEN;
import static dev.rota.registry.Samples.bytes;
import static dev.rota.registry.Samples.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.ParathreadClaim;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AvroSerializerTest {
  private final String scope = UUID.randomUUID().toString();
  private final MockRegistry registry = MockRegistry.scope(scope);

  @AfterEach
  void dropScope() {
    MockRegistry.drop(scope);
  }

  @Test
  void subjectsFollowTheStrategy() {
    Map<String, String> subjects =
        Map.of(
            "TopicName", "t-value",
            "RecordName", "shop.Order",
            "io.confluent.kafka.serializers.subject.TopicRecordNameStrategy", "t-shop.Order");
    subjects.forEach(
        (strategy, subject) -> {
          serializer(Map.of("value.subject.name.strategy", strategy))
              .serialize("t", order(1, "tea"));
          assertThat(registry.subjects()).contains(subject);
        });
    assertThatThrownBy(() -> serializer(Map.of("value.subject.name.strategy", "Magic")))
        .hasMessageContaining("TopicRecordName");
    assertThatThrownBy(
            () -> serializer(Map.of("value.subject.name.strategy", "RecordName")).serialize("t", 1))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("needs a record");
  }

  @Test
  void javaStringHintsAreLeftOutOfTheRegistryOnRequest() {
    serializer(Map.of("avro.remove.java.properties", true))
        .serialize("claims", new ParathreadClaim("c", 1L, "x"));
    serializer().serialize("kept", new ParathreadClaim("c", 1L, "x"));

    assertThat(registry.latest("claims-value").schema().toString())
        .doesNotContain("avro.java.string")
        .contains("unsigned 32 bit");
    assertThat(registry.latest("kept-value").schema().toString()).contains("avro.java.string");
  }

  @Test
  void withoutAutoRegistrationTheSchemaMustBeThere() {
    AvroSerializer serializer = serializer(Map.of("auto.register.schemas", "false"));
    assertThatThrownBy(() -> serializer.serialize("orders", order(7, "tea")))
        .isInstanceOfSatisfying(
            RegistryRefused.class, e -> assertThat(e.errorCode()).isEqualTo(40401));

    registry.register("orders-value", ORDER);

    assertThat(serializer.serialize("orders", order(7, "tea"))).startsWith(0, 0, 0, 0, 1);
  }

  @Test
  void anIncompatibleSchemaIsRefusedAndTheRefusalNotRemembered() {
    registry.register("orders-value", ORDER);
    AvroSerializer serializer = serializer();
    var broken = new EncodedValue(ORDER_BROKEN, bytes(2));

    assertThatThrownBy(() -> serializer.serialize("orders", broken))
        .isInstanceOfSatisfying(RegistryRefused.class, e -> assertThat(e.status()).isEqualTo(409));
    registry.compatibility("orders-value", CompatibilityLevel.NONE);

    assertThat(serializer.serialize("orders", broken)).isEqualTo(bytes(0, 0, 0, 0, 2, 2));
  }

  @Test
  void theNewestVersionIsWrittenOnRequest() {
    registry.register("orders-value", ORDER);
    int newest = registry.register("orders-value", ORDER_2);
    AvroSerializer serializer =
        serializer(Map.of("use.latest.version", true, "auto.register.schemas", false));

    byte[] generic = serializer.serialize("orders", order(7, "tea"));

    assertThat(generic).isEqualTo(bytes(0, 0, 0, 0, newest, 14, 6, 't', 'e', 'a', 2, '-'));
    byte[] payload = Samples.binary(ORDER, order(7, "tea"));
    assertThat(serializer.serialize("orders", new EncodedValue(ORDER, payload))).isEqualTo(generic);
  }

  @Test
  void anEncodedValueMayHaveRoomForTheId() {
    byte[] payload = Samples.binary(ORDER, order(7, "tea"));
    byte[] roomy = Arrays.copyOf(bytes(9, 9, 9, 9, 9), EncodedValue.ROOM + payload.length);
    System.arraycopy(payload, 0, roomy, EncodedValue.ROOM, payload.length);
    var encoded = new EncodedValue(ORDER, roomy, EncodedValue.ROOM);
    assertThat(encoded.payload()).isEqualTo(payload);

    AvroSerializer inHeader =
        serializer(
            Map.of(
                "value.schema.id.serializer",
                "io.confluent.kafka.serializers.schema.id.HeaderSchemaIdSerializer"));
    assertThat(inHeader.serialize("orders", new RecordHeaders(), encoded)).isEqualTo(payload);
    assertThat(serializer().serialize("orders", encoded))
        .isEqualTo(serializer().serialize("orders", new EncodedValue(ORDER, payload)))
        .isSameAs(roomy);
  }

  @Test
  void theNewestVersionMustReadTheValue() {
    registry.register("orders-value", ORDER_BROKEN);

    assertThatThrownBy(
            () -> serializer(Map.of("use.latest.version", true)).serialize("orders", order(7, "t")))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("latest.compatibility.strict");
  }

  @Test
  void theNewestVersionIsAskedForAgainAfterItsTime() {
    registry.register("orders-value", ORDER);
    AvroSerializer fresh =
        serializer(Map.of("use.latest.version", true, "latest.cache.ttl.sec", 0));
    AvroSerializer frozen = serializer(Map.of("use.latest.version", true));
    assertThat(fresh.serialize("orders", order(7, "t"))).startsWith(0, 0, 0, 0, 1);
    assertThat(frozen.serialize("orders", order(7, "t"))).startsWith(0, 0, 0, 0, 1);

    registry.register("orders-value", ORDER_2);

    assertThat(fresh.serialize("orders", order(7, "t"))).startsWith(0, 0, 0, 0, 2);
    assertThat(frozen.serialize("orders", order(7, "t"))).startsWith(0, 0, 0, 0, 1);
  }

  @Test
  void aFixedIdIsWrittenOnRequest() {
    registry.register("elsewhere", ORDER);
    int fixed = registry.register("elsewhere", ORDER_2);

    byte[] written = serializer(Map.of("use.schema.id", fixed)).serialize("t", order(7, "tea"));

    assertThat(written).startsWith(0, 0, 0, 0, fixed).endsWith(2, '-');
  }

  @Test
  void aValueThatDoesNotFitItsSchemaIsNamed() {
    GenericRecord bad = new org.apache.avro.generic.GenericData.Record(ORDER);

    assertThatThrownBy(() -> serializer().serialize("orders", bad))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("orders")
        .hasMessageContaining("shop.Order");
    assertThatThrownBy(() -> serializer().serialize("orders", new Object()))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("carries no schema");
    assertThat(serializer().serialize("orders", order(7, "tea"))).hasSize(10);
  }

  @Test
  void schemaObjectsMadePerRecordAreFoundByContent() {
    AvroSerializer serializer = serializer();
    for (int i = 0; i < 300; i++) {
      Schema copy = new Schema.Parser().parse(ORDER.toString());
      assertThat(serializer.serialize("orders", new EncodedValue(copy, bytes(2, 0))))
          .isEqualTo(bytes(0, 0, 0, 0, 1, 2, 0));
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

  private Map<String, Object> config(Map<String, ?> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("schema.registry.url", "mock://" + scope);
    return config;
  }
}

package dev.rota.registry;

import static dev.rota.registry.Samples.ORDER;
import static dev.rota.registry.Samples.ORDER_2;
import static dev.rota.registry.Samples.bytes;
import static dev.rota.registry.Samples.concat;
import static dev.rota.registry.Samples.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import dev.rota.cores.ParathreadClaim;
import dev.rota.registry.UnreadableRecord.Reason;
import dev.rota.testing.Patience;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnreadableRecordTest {
  private static final long HEAP_BYTES_MAX = 16L << 20;
  private static final byte[] TWO_BILLION = bytes(0xfe, 0xff, 0xff, 0xff, 0x0f);

  private final String scope = UUID.randomUUID().toString();
  private final MockRegistry registry = MockRegistry.scope(scope);

  @AfterEach
  void dropScope() {
    MockRegistry.drop(scope);
  }

  @Test
  void zeroBytesAreAnEmptyValue() {
    assertThat(reasonFor(new byte[0])).isEqualTo(Reason.EMPTY_VALUE);
  }

  @Test
  void bytesWithoutAnIdAreBadFraming() {
    assertThat(reasonFor(bytes(0, 0, 0, 1))).isEqualTo(Reason.BAD_FRAMING);
    assertThat(reasonFor(bytes(1, 0, 0, 0, 1, 2))).isEqualTo(Reason.BAD_FRAMING);
    assertThat(reasonFor(bytes('{', '"', 'a', '"', ':', '1', '}'))).isEqualTo(Reason.BAD_FRAMING);
  }

  @Test
  void aHeaderThatHoldsNoIdIsBadFraming() {
    for (byte[] header : new byte[][] {null, {}, {1, 2, 3}, new byte[17], new byte[18]}) {
      RecordHeaders headers = new RecordHeaders();
      headers.add("__value_schema_id", header);
      assertThatThrownBy(() -> patient(0).deserialize("t", headers, bytes(0, 0, 0, 0, 1)))
          .isInstanceOfSatisfying(
              UnreadableRecord.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_FRAMING));
    }
  }

  @Test
  void anIdTheRegistryDoesNotKnowIsUnknown() {
    assertThat(reason(patient(0), bytes(0, 0, 0, 0, 99, 1))).isEqualTo(Reason.UNKNOWN_SCHEMA);
    RecordHeaders headers = new RecordHeaders();
    headers.add("__value_schema_id", SchemaIdFraming.guidHeader(new UUID(1, 2)));
    assertThatThrownBy(() -> patient(0).deserialize("t", headers, bytes(1)))
        .isInstanceOfSatisfying(
            UnreadableRecord.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_SCHEMA));
  }

  @Test
  void anIdThatIsLateIsWaitedFor() {
    AvroDeserializer deserializer = patient(Patience.MAX.toMillis());
    var read =
        CompletableFuture.supplyAsync(
            () -> deserializer.deserialize("t", bytes(0, 0, 0, 0, 1, 14, 6, 't', 'e', 'a')),
            Thread::startVirtualThread);

    registry.register("t-value", ORDER);

    assertThat(read).succeedsWithin(Patience.MAX).isEqualTo(order(7, "tea"));
  }

  @Test
  void aFloodOfUnknownIdsCostsOneWait() {
    AvroDeserializer deserializer = patient(200);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    threads.setThreadContentionMonitoringEnabled(true);
    long started = waitedMillis(threads);
    for (int i = 0; i < 10_000; i++) {
      byte[] record = new byte[6];
      SchemaIdFraming.prefix(record, 1000 + (i % 2_000));
      assertThat(reason(deserializer, record)).isEqualTo(Reason.UNKNOWN_SCHEMA);
    }
    assertThat(Duration.ofMillis(waitedMillis(threads) - started))
        .isBetween(Duration.ofMillis(150), Duration.ofSeconds(100)); // 10 000 waits were 2 000 s
  }

  /** How long this thread has waited so far, however slowly it works in between. */
  private static long waitedMillis(ThreadMXBean threads) {
    return threads.getThreadInfo(Thread.currentThread().threadId()).getWaitedTime();
  }

  @Test
  void anUnknownIdIsAskedForAgainAfterAWhile() {
    AvroDeserializer deserializer = new AvroDeserializer();
    deserializer.configure(config(0, 0), false);
    byte[] record = bytes(0, 0, 0, 0, 1, 14, 6, 't', 'e', 'a');
    assertThat(reason(deserializer, record)).isEqualTo(Reason.UNKNOWN_SCHEMA);

    registry.register("t-value", ORDER);

    assertThat(deserializer.deserialize("t", record)).isEqualTo(order(7, "tea"));
  }

  @Test
  void aTruncatedValueAndTrailingBytesDoNotDecode() {
    byte[] whole = Samples.binary(ORDER, order(7, "tea"));
    for (int length = 0; length < whole.length; length++) {
      assertThat(reasonFor(ORDER, java.util.Arrays.copyOf(whole, length)))
          .isEqualTo(Reason.AVRO_DECODE);
    }
    assertThat(reasonFor(ORDER, concat(whole, bytes(0)))).isEqualTo(Reason.AVRO_DECODE);
  }

  @Test
  void anotherRecordTypeIsTheWrongTypeHoweverOftenItComes() {
    byte[] claim = new AvroSerializer(registry).serialize("t", new ParathreadClaim("c", 1L, "x"));
    AvroDeserializer expecting = new AvroDeserializer(registry, ORDER_2);

    for (int i = 0; i < 3; i++) {
      assertThat(reason(expecting, claim)).isEqualTo(Reason.WRONG_TYPE);
    }
  }

  @Test
  void theExpectedClassCanBeConfigured() {
    AvroDeserializer deserializer = new AvroDeserializer(registry);
    deserializer.configure(
        Map.of("specific.avro.value.type", ParathreadClaim.class.getName()), false);
    AvroSerializer serializer = new AvroSerializer(registry);
    ParathreadClaim claim = new ParathreadClaim("c", 1L, "x");

    assertThat(deserializer.deserialize("t", serializer.serialize("t", claim))).isEqualTo(claim);
    assertThat(reason(deserializer, serializer.serialize("u", order(1, "x"))))
        .isEqualTo(Reason.WRONG_TYPE);
  }

  @Test
  void aClassThatIsNoGeneratedRecordIsNoExpectedType() {
    for (String type : new String[] {"java.lang.Runtime", "dev.rota.Rota", "dev.rota.None"}) {
      assertThatThrownBy(
              () ->
                  new AvroDeserializer(registry)
                      .configure(Map.of("specific.avro.value.type", type), false))
          .hasMessageContaining("not a generated record");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"long", "string", "null", "bytes", "double"})
  void anArrayOfTwoBillionDoesNotExplode(String items) {
    Schema array = Schema.createArray(SchemaText.parse("\"" + items + "\""));
    assertBomb(array, TWO_BILLION);
    assertBomb(
        SchemaBuilder.record("R").fields().name("a").type(array).noDefault().endRecord(),
        TWO_BILLION);
  }

  @Test
  void lengthsOfTwoBillionDoNotExplode() {
    for (String type : new String[] {"\"string\"", "{\"type\":\"map\",\"values\":\"long\"}"}) {
      Schema schema = SchemaText.parse(type);
      assertBomb(schema, TWO_BILLION);
      assertBomb(schema, concat(bytes(0xfe, 0xff, 0xff, 0xff, 0x1f), bytes(1, 2)));
    }
    Schema blob = SchemaBuilder.record("B").fields().requiredBytes("b").endRecord();
    assertBomb(blob, TWO_BILLION);
    assertBomb(blob, bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01));
  }

  @Test
  void aClaimIsBoundedInBlocksThatTellTheirSizeToo() {
    Schema longs = Schema.createArray(Schema.create(Schema.Type.LONG));
    assertBomb(longs, concat(bytes(0xfd, 0xff, 0xff, 0xff, 0x0f), bytes(2, 2, 0)));
    assertBomb(longs, bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 2, 0));
  }

  @Test
  void nestedClaimsDoNotMultiply() {
    Schema tree =
        SchemaText.parse(
            "{\"type\":\"record\",\"name\":\"T\",\"fields\":[{\"name\":\"kids\","
                + "\"type\":{\"type\":\"array\",\"items\":\"T\"}}]}");
    byte[] claims = new byte[60_000];
    for (int i = 0; i < claims.length; i += 3) {
      System.arraycopy(bytes(0x80, 0xa0, 0x01), 0, claims, i, 3); // 10,240 kids, each with as many
    }
    assertBomb(tree, claims);
  }

  @Test
  void depthIsBounded() {
    Schema list =
        SchemaText.parse(
            "{\"type\":\"record\",\"name\":\"L\",\"fields\":[{\"name\":\"next\","
                + "\"type\":[\"null\",\"L\"]}]}");
    byte[] deep = new byte[500_000];
    java.util.Arrays.fill(deep, (byte) 2);
    assertThat(reasonFor(list, deep)).isEqualTo(Reason.AVRO_DECODE);
    assertThat(reasonFor(list, bytes(2, 2, 2, 9))).isEqualTo(Reason.AVRO_DECODE);
    assertThat(patient(0).deserialize("t", framed(list, bytes(2, 2, 0)))).isNotNull();
  }

  @Test
  void randomBytesAreReadOrRefusedAndNothingElse() {
    Random random = new Random(42);
    Schema mixed =
        SchemaText.parse(
            "{\"type\":\"record\",\"name\":\"M\",\"fields\":[{\"name\":\"a\",\"type\":[\"null\",\"int\","
                + "{\"type\":\"map\",\"values\":\"bytes\"}]},{\"name\":\"b\",\"type\":{\"type\":\"enum\","
                + "\"name\":\"E\",\"symbols\":[\"X\",\"Y\"]}},{\"name\":\"c\",\"type\":{\"type\":\"array\","
                + "\"items\":{\"type\":\"fixed\",\"name\":\"F\",\"size\":3}}},{\"name\":\"d\",\"type\":\"boolean\"}]}");
    registry.register("t-value", mixed);
    AvroDeserializer deserializer = patient(0);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] noise = new byte[random.nextInt(24)];
      random.nextBytes(noise);
      try {
        deserializer.deserialize("t", concat(bytes(0, 0, 0, 0, 1), noise));
      } catch (UnreadableRecord e) {
        assertThat(e.reason()).isEqualTo(Reason.AVRO_DECODE);
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(15_000);
  }

  /** The second try counts: the first also loads classes. */
  private void assertBomb(Schema schema, byte[] bomb) {
    AvroDeserializer deserializer = patient(0);
    byte[] record = framed(schema, bomb);
    reason(deserializer, record);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().threadId();
    long heap = threads.getThreadAllocatedBytes(self);
    long cpu = threads.getCurrentThreadCpuTime();

    Reason reason = reason(deserializer, record);

    assertThat(threads.getCurrentThreadCpuTime() - cpu).isLessThan(50_000_000L);
    assertThat(threads.getThreadAllocatedBytes(self) - heap).isLessThan(HEAP_BYTES_MAX);
    assertThat(reason).isEqualTo(Reason.AVRO_DECODE);
  }

  private Reason reasonFor(Schema schema, byte[] payload) {
    return reason(patient(0), framed(schema, payload));
  }

  private byte[] framed(Schema schema, byte[] payload) {
    registry.compatibility("t-value", CompatibilityLevel.NONE);
    byte[] head = new byte[5];
    SchemaIdFraming.prefix(head, registry.register("t-value", schema));
    return concat(head, payload);
  }

  private Reason reasonFor(byte[] record) {
    return reason(patient(0), record);
  }

  private static Reason reason(AvroDeserializer deserializer, byte[] record) {
    return catchThrowableOfType(UnreadableRecord.class, () -> deserializer.deserialize("t", record))
        .reason();
  }

  private AvroDeserializer patient(long waitMillis) {
    AvroDeserializer deserializer = new AvroDeserializer();
    deserializer.configure(config(waitMillis, 30_000), false);
    return deserializer;
  }

  private Map<String, Object> config(long waitMillis, long memoryMillis) {
    return Map.of(
        "schema.registry.url", "mock://" + scope,
        "rota.unknown.schema.wait.ms", waitMillis,
        "rota.unknown.schema.memory.ms", memoryMillis);
  }
}

package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.CANCELS;
import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.breaksTheRules;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.ledger.OversizedInput;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.registry.MockRegistry;
import dev.rota.road.topics.LaneKey;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DeadLettersTest {
  private static final String SCOPE = "dead-letters";
  private static final byte[] HOME = "home".getBytes(UTF_8);

  @TempDir private Path dir;
  private RoadDriver streams;
  private byte[] good;

  @BeforeEach
  void open() {
    streams = new RoadDriver(SCOPE, dir, 1);
    good = streams.framed(SETTINGS, set("home", "tea", 300));
  }

  @AfterEach
  void close() {
    streams.close();
    MockRegistry.drop(SCOPE);
  }

  static Stream<byte[]> keysThatNameNoLane() {
    return Stream.of(
        null,
        new byte[0],
        "-home".getBytes(UTF_8),
        "ho me".getBytes(UTF_8),
        "~0".getBytes(UTF_8),
        "h\u00f6me".getBytes(UTF_8),
        "h".repeat(129).getBytes(UTF_8),
        new byte[] {'h', (byte) 0xff},
        new byte[] {'h', 0},
        "home\n".getBytes(UTF_8));
  }

  @ParameterizedTest
  @MethodSource("keysThatNameNoLane")
  void aKeyThatNamesNoLaneIsABadKeyAndNobodys(byte[] key) {
    assertThat(letter(key, good, "BAD_KEY", "must match").lane()).isEqualTo("~0");
  }

  @Test
  void aKeyThatTheRecordContradictsIsABadKeyAndNobodys() {
    byte[] value = streams.framed(SETTINGS, set("work", "tea", 300));

    assertThat(letter(HOME, value, "BAD_KEY", "'home', the record says 'work'").lane())
        .isEqualTo("~0");
  }

  @Test
  void aRecordOnAnotherPartitionThanItsKeysIsNobodys() {
    streams.close();
    streams = new RoadDriver(SCOPE, dir, 4);
    String strayed = lane(false);
    byte[] value = streams.framed(SETTINGS, set(strayed, "tea", 300));

    assertThat(letter(strayed.getBytes(UTF_8), value, "WRONG_PARTITION", "murmur2").lane())
        .isEqualTo("~0");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "")
  void noValueIsAnEmptyValue(String value) {
    byte[] bytes = value == null ? null : value.getBytes(UTF_8);

    assertThat(letter(HOME, bytes, "EMPTY_VALUE", "no value").lane()).isEqualTo("~0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"site\":\"home\"}", "x", "\u0000\u0000\u0000\u0000"})
  void aValueWithoutASchemaIdIsBadFraming(String value) {
    letter(HOME, value.getBytes(UTF_8), "BAD_FRAMING", "Avro serializer");
  }

  @Test
  void aSchemaIdHeaderThatHoldsNoneIsBadFraming() {
    var headers = new RecordHeaders().add("__value_schema_id", new byte[] {7});

    letter(HOME, good, headers, "BAD_FRAMING", "__value_schema_id");
  }

  @Test
  void aSchemaThatTheRegistryDoesNotHaveIsUnknown() {
    byte[] value = good.clone();
    ByteBuffer.wrap(value).putInt(1, 4_711);

    letter(HOME, value, "UNKNOWN_SCHEMA", "4711");
  }

  @Test
  void bytesThatDoNotFollowTheirSchemaCannotBeDecoded() {
    letter(HOME, Arrays.copyOf(good, good.length - 2), "AVRO_DECODE", "look at the record");
    letter(HOME, Arrays.copyOf(good, good.length + 1), "AVRO_DECODE", "1 bytes follow");
  }

  /** Two names of unlike bytes must not become one. */
  @ParameterizedTest
  @ValueSource(bytes = {(byte) 0xff, (byte) 0xfe, (byte) 0xc3, (byte) 0x80})
  void aTextThatIsNoUtf8CannotBeDecoded(byte broken) {
    byte[] value = good.clone();
    value[new String(good, ISO_8859_1).indexOf("tea") + 1] = broken;

    letter(HOME, value, "AVRO_DECODE", "a text is not UTF-8: byte 0x");
  }

  @Test
  void theReplacementCharacterIsACharacter() {
    streams.send(SETTINGS, "home", 0, set("home", "t\uFFFDa", 300));

    assertThat(streams.read("alarms-dead-letters")).isEmpty();
    assertThat(streams.read("alarms-outcomes")).hasSize(1);
    assertThat(streams.replayed()).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void anotherTopicsRecordIsOfTheWrongType() {
    byte[] value = streams.framed(CANCELS, cancel("home", "tea"));

    letter(HOME, value, "WRONG_TYPE", "dev.rota.alarms.AlarmSetting");
  }

  @Test
  void tooManyOrTooLargeHeadersAreBadHeaders() {
    var many = new RecordHeaders();
    for (int i = 0; i <= 64; i++) {
      many.add("h" + i, new byte[] {1});
    }
    letter(HOME, good, many, "BAD_HEADERS", "65 headers");
    letter(HOME, good, new RecordHeaders().add("h", new byte[16 * 1024]), "BAD_HEADERS", "16385");
  }

  @Test
  void aRecordThatIsTooLargeLeavesAStubInItsLane() {
    byte[] value = new byte[5 << 20];
    var headers = new RecordHeaders().add("trace", new byte[] {1, 2});
    streams.send(SETTINGS, HOME, 0, value, headers);

    var letter = streams.readOne("alarms-dead-letters");
    TurnEntry entry = streams.readLedger().get(0);
    var stub = OversizedInput.read(entry.input()).orElseThrow();
    assertThat(stub.bytes()).isEqualTo(value.length + 4 + 5 + 2);
    assertThat(stub.limit()).isEqualTo(4 << 20);
    assertThat(stub.source()).isEqualTo(SETTINGS + "/0/0").isEqualTo(entry.source().path());
    assertThat(stub.sha256())
        .as("what sha256sum says of the value")
        .isEqualTo("c036cbb7553a909f8b8877d4461924307f27ecb66cff928eeeafd569c3887e29");
    assertThat(stub.toBytes()).isEqualTo(entry.input()).isEqualTo(letter.value());
    assertThat(entry.reason()).isEqualTo("TOO_LARGE");
    assertThat(entry.key()).isEqualTo(HOME);
    assertThat(letter.key()).isEqualTo(HOME);
    assertThat(letter.headers().lastHeader("trace")).isNull();
    assertThat(RoadDriver.texts(letter.headers()))
        .containsEntry("rota.reason", "TOO_LARGE")
        .containsEntry("rota.source", stub.source());
    assertThat(RoadDriver.texts(letter.headers()).get("__streams.errors.message"))
        .contains("5242891 bytes", "input.bytes.max is 4194304", "send several smaller ones");
    aGoodRecordIsStillDecided();
  }

  @Test
  void aRecordOfExactlyTheLimitIsReadAndOneByteMoreIsNot() {
    var headers = new RecordHeaders().add("h", new byte[0]);
    byte[] most = "x".repeat((4 << 20) - HOME.length - 1).getBytes(UTF_8);
    letter(HOME, most, headers, "BAD_FRAMING", "Avro serializer");

    byte[] more = Arrays.copyOf(most, most.length + 1);
    streams.send(SETTINGS, HOME, 0, more, headers);
    assertThat(RoadDriver.texts(streams.readOne("alarms-dead-letters").headers()))
        .containsEntry("rota.reason", "TOO_LARGE");
  }

  @Test
  void keysAndHeadersCountAndAreNotKept() {
    streams.send(SETTINGS, new byte[5 << 20], 0, good, new RecordHeaders());
    var many = new RecordHeaders().add("h", new byte[5 << 20]);
    streams.send(SETTINGS, HOME, 0, good, many);

    var letters = streams.read("alarms-dead-letters");
    assertThat(letters).hasSize(2).allMatch(letter -> letter.value().length < 200);
    assertThat(letters.get(0).key()).isEqualTo("~0".getBytes(UTF_8));
    assertThat(letters.get(1).key()).isEqualTo(HOME);
    assertThat(streams.readLedger()).extracting(TurnEntry::key).containsExactly(null, HOME);
    aGoodRecordIsStillDecided();
  }

  @Test
  void aComplaintThatQuotesMegabytesIsCut() {
    byte[] value = streams.framed(SETTINGS, set("x".repeat(3 << 20), "tea", 300));
    streams.send(SETTINGS, HOME, 0, value, new RecordHeaders());

    var headers = RoadDriver.texts(streams.readOne("alarms-dead-letters").headers());
    assertThat(headers).containsEntry("rota.reason", "BAD_KEY");
    assertThat(headers.get("__streams.errors.message")).hasSize(4097).endsWith("x…");
  }

  @Test
  void aFieldBeyondTheLimitOfItsSchemaIsNamed() {
    byte[] value = streams.framed(SETTINGS, set("home", "x".repeat(20_001), 300));

    letter(HOME, value, "LIMIT", "AlarmSetting.id has 20001 bytes, at most 20000 are taken");
  }

  @Test
  void asManyAndAsLargeHeadersAsThereMayBeAreNoReasonToRefuseARecord() {
    var many = new RecordHeaders();
    for (int i = 0; i < 64; i++) {
      many.add("h" + i, new byte[] {1});
    }
    streams.send(SETTINGS, HOME, 0, good, many);
    streams.send(SETTINGS, HOME, 0, good, new RecordHeaders().add("h", new byte[16 * 1024 - 1]));

    assertThat(streams.read("alarms-dead-letters")).isEmpty();
    assertThat(streams.read("alarms-outcomes")).hasSize(2);
  }

  @Test
  void headersThatRepeatOrAreNoTextAreNoReasonToRefuseARecord() {
    var headers = new RecordHeaders();
    headers.add("ce_id", "1".getBytes(UTF_8)).add("ce_id", "2".getBytes(UTF_8));
    headers.add("noise", new byte[] {(byte) 0xc3, 0x28, (byte) 0xff}).add("nothing", null);
    streams.send(SETTINGS, HOME, 0, good, headers);

    assertThat(streams.read("alarms-dead-letters")).isEmpty();
    assertThat(streams.read("alarms-outcomes")).hasSize(1);
  }

  @Test
  void anInputThatTheRulesStumbleOverIsAnEngineFaultWithItsOriginalBytes() {
    byte[] value = streams.framed(SETTINGS, breaksTheRules("home"));
    var headers = new RecordHeaders().add("trace", new byte[] {1, 2});
    streams.send(SETTINGS, HOME, 0, value, headers);

    var letter = streams.readOne("alarms-dead-letters");
    assertThat(letter.value()).isEqualTo(value);
    assertThat(letter.headers().toArray()).startsWith(headers.toArray());
    assertThat(RoadDriver.texts(letter.headers()))
        .containsEntry("rota.reason", "ENGINE_FAULT")
        .containsEntry("__streams.errors.exception", "java.lang.ArithmeticException");
    assertThat(streams.readLedger())
        .singleElement()
        .satisfies(entry -> assertThat(entry.kind()).isEqualTo(TurnEntry.Kind.INPUT));
    aGoodRecordIsStillDecided();
  }

  private TurnEntry letter(byte[] key, byte[] value, String reason, String complaint) {
    var headers = new RecordHeaders().add("trace", new byte[] {0, -1}).add("rota.reason", HOME);
    return letter(key, value, headers, reason, complaint);
  }

  /** Sends it, and looks at its dead letter, its entry, and at what follows. */
  private TurnEntry letter(
      byte[] key, byte[] value, Headers headers, String reason, String complaint) {
    var own = headers.toArray();
    streams.send(SETTINGS, key, 0, value, headers);

    var letter = streams.readOne("alarms-dead-letters");
    assertThat(letter.key()).isEqualTo(key);
    assertThat(letter.value()).isEqualTo(value);
    assertThat(letter.headers().toArray()).startsWith(own);
    var entry = streams.readLedger().get(0);
    assertThat(RoadDriver.texts(letter.headers()))
        .containsEntry("rota.reason", reason)
        .containsEntry("rota.turn", entry.lane() + "/" + entry.number() + "/0")
        .containsEntry("rota.source", entry.source().path())
        .containsEntry("rota.rules", "1")
        .containsEntry("__streams.errors.topic", SETTINGS)
        .containsEntry("__streams.errors.partition", "0")
        .containsEntry("__streams.errors.offset", Long.toString(entry.source().offset()))
        .containsKey("__streams.errors.exception");
    assertThat(RoadDriver.texts(letter.headers()).get("__streams.errors.message"))
        .contains(complaint);
    assertThat(entry.kind()).isEqualTo(TurnEntry.Kind.UNREADABLE);
    assertThat(entry.reason()).isEqualTo(reason);
    assertThat(entry.key()).isEqualTo(key);
    assertThat(entry.input()).isEqualTo(value);
    assertThat(streams.read("alarms-outcomes")).isEmpty();
    aGoodRecordIsStillDecided();
    return entry;
  }

  private void aGoodRecordIsStillDecided() {
    String lane = lane(true);
    streams.send(SETTINGS, lane, 0, set(lane, "tea", 300));

    assertThat(streams.read("alarms-outcomes")).hasSize(1);
    assertThat(streams.read("alarms-dead-letters")).isEmpty();
    assertThat(streams.readLedger()).hasSize(1);
    assertThat(streams.replayed()).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  /** A lane that belongs on partition 0 of four, or one that does not. */
  private static String lane(boolean onZero) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "site-" + i)
        .filter(lane -> (LaneKey.partition(lane.getBytes(UTF_8), 4) == 0) == onZero)
        .findFirst()
        .orElseThrow();
  }
}

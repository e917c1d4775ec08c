package dev.rota.road.topics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.AvroBytes;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotsDomain;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.registry.AvroDeserializer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of an input without reading it is what reading it says. */
final class PlainInputsTest {
  private static final int EVENTS = 2_000;
  private static final String LANE = "lane";
  private static final BotsDomain BOTS = new BotsDomain();
  private static final String HEARTBEATS = "bot-heartbeats";

  /** Of a bot's name, bytes. */
  private static final int LIMIT = 1536;

  private final AvroBytes avro = new AvroBytes();
  private final Random random = new Random(7);

  private record Sent(String topic, byte[] key, byte[] value) {}

  static List<Domain> domains() {
    return Domains.ALL;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void aPlainInputIsReadAsTheEntryHasIt(Domain domain) {
    Iterator<Traffic.Event> events = DomainTraffic.of(domain).start(LANE, 7);
    InputCodec codec = new InputCodec(domain);
    int plain = 0;
    int others = 0;
    for (int i = 0; i < EVENTS; i++) {
      Traffic.Event event = events.next();
      var reader = reader(domain, event.record());
      Sent sent = new Sent(event.topic(), LANE.getBytes(UTF_8), framed(event.record()));
      TurnEntry entry = entry(read(reader, sent));
      Sent edited = edited(sent);
      others += isPlainly(reader, edited, entry) ? 0 : 1;

      assertThat(isRead(reader, sent, entry)).isTrue();
      // The entries of a map may have another order when they were read.
      plain += isExact(codec, entry) && isPlainly(reader, sent, entry) ? 1 : 0;
      assertThat(!isPlainly(reader, edited, entry) || isRead(reader, edited, entry)).isTrue();
    }
    assertThat(others).isEqualTo(EVENTS);
    assertThat(plain).as("inputs that need not be read").isPositive();
  }

  @Test
  void anInputWithAFieldBeyondItsLimitIsNotJustAsItIsRead() {
    var codec = new InputCodec(BOTS);
    assertThat(isExact(codec, entry(codec, heartbeat(LIMIT)))).isTrue();
    assertThat(isExact(codec, entry(codec, heartbeat(LIMIT + 1)))).isFalse();

    var limited = reader(BOTS, heartbeat(LIMIT));
    assertThat(isRead(limited, sent(heartbeat(LIMIT)), entry(codec, heartbeat(LIMIT)))).isTrue();
    assertThat(read(limited, sent(heartbeat(LIMIT + 1))).cause()).hasMessageContaining("bot");
  }

  /** Of a bot whose name has so many bytes. */
  private static BotHeartbeat heartbeat(int bytes) {
    return BotHeartbeat.newBuilder().setGrid(LANE).setBot("b".repeat(bytes)).build();
  }

  private Sent sent(BotHeartbeat heartbeat) {
    return new Sent(HEARTBEATS, LANE.getBytes(UTF_8), framed(heartbeat));
  }

  private static TurnEntry entry(InputCodec codec, BotHeartbeat heartbeat) {
    InputPosition source = new InputPosition(HEARTBEATS, 0, 1, 1, new byte[16]);
    return entry(LANE, source, codec.input(HEARTBEATS, heartbeat));
  }

  private static boolean isExact(InputCodec codec, TurnEntry entry) {
    return codec.again(entry) instanceof TurnArrival.Legible legible && legible.exact();
  }

  private static InputReader reader(Domain domain, SpecificRecord record) {
    return new InputReader(
        domain, AvroDeserializer.assuming(record.getSchema()), 1, Integer.MAX_VALUE);
  }

  private byte[] framed(SpecificRecord record) {
    byte[] payload = avro.encode(record);
    return ByteBuffer.allocate(WireFormat.PREFIX_BYTES + payload.length)
        .put((byte) 0)
        .putInt(1)
        .put(payload)
        .array();
  }

  private static InputReader.Received read(InputReader reader, Sent sent) {
    return reader.receive(sent.topic, 0, 1, 1, sent.key, sent.value, new RecordHeaders());
  }

  private static TurnEntry entry(InputReader.Received received) {
    assertThat(received.arrival()).isInstanceOf(TurnArrival.Legible.class);
    return entry(received.lane(), received.arrival().source(), received.arrival().bytes());
  }

  private static TurnEntry entry(String lane, InputPosition source, byte[] input) {
    return new TestTurn(lane, TurnEntry.Kind.INPUT, 1, 1)
        .source(source)
        .input(input)
        .outputsDigest(new byte[0])
        .entry();
  }

  private static boolean isPlainly(InputReader reader, Sent sent, TurnEntry entry) {
    return reader.isPlainly(sent.topic, sent.key, sent.value, entry);
  }

  private static boolean isRead(InputReader reader, Sent sent, TurnEntry entry) {
    var received = read(reader, sent);
    return received.arrival() instanceof TurnArrival.Legible
        && received.lane().equals(entry.lane())
        && Arrays.equals(received.arrival().bytes(), entry.input());
  }

  /** The same with another bit of its key or its payload, or cut. */
  private Sent edited(Sent sent) {
    int payload = sent.value.length - WireFormat.PREFIX_BYTES;
    return switch (random.nextInt(3)) {
      case 0 ->
          new Sent(sent.topic, flipped(sent.key, random.nextInt(sent.key.length)), sent.value);
      case 1 -> new Sent(sent.topic, sent.key, Arrays.copyOf(sent.value, sent.value.length - 1));
      default ->
          new Sent(
              sent.topic,
              sent.key,
              flipped(sent.value, WireFormat.PREFIX_BYTES + random.nextInt(payload)));
    };
  }

  private byte[] flipped(byte[] bytes, int at) {
    byte[] other = bytes.clone();
    other[at] ^= (byte) (1 << random.nextInt(8));
    return other;
  }
}

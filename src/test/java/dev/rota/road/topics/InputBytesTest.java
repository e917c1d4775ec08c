package dev.rota.road.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.DecodedValue;
import dev.rota.registry.UnreadableRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ledger has an input's bytes as they came only where encoding it gives the same bytes. */
final class InputBytesTest {
  private static final int EVENTS = 2_000;
  private static final int SEEDS = 4;
  private static final int MUTATIONS = 12;

  private final SplittableRandom random = new SplittableRandom(7);
  private final Map<String, Integer> counts = new TreeMap<>();

  /** As on the road, each reads many values. */
  private final Map<Schema, AvroDeserializer> readers = new HashMap<>();

  static List<Domain> domains() {
    return Domains.ALL;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void bytesAreCopiedOnlyWhereTheyAreTheEncoding(Domain domain) throws IOException {
    InputCodec codec = new InputCodec(domain);
    for (int seed = 0; seed < SEEDS; seed++) {
      Iterator<Traffic.Event> events = DomainTraffic.of(domain).hostile("lane", seed);
      for (int i = 0; i < EVENTS && events.hasNext(); i++) {
        Traffic.Event event = events.next();
        byte[] value = plain(codec.input(event.topic(), event.record()));
        compare(codec, event, value, "as encoded");
        compare(codec, event, inBlocks(event.record()), "in blocks");
        for (int one = 0; one < MUTATIONS; one++) {
          compare(codec, event, mutated(value), "mutated");
        }
      }
    }
    System.out.println(domain.name() + " inputs: " + counts);
    assertThat(counts.get("as encoded, copied")).isGreaterThan(EVENTS / 20);
    assertThat(counts.get("mutated, copied")).isPositive();
    assertThat(counts.get("mutated, encoded")).isPositive();
  }

  private void compare(InputCodec codec, Traffic.Event event, byte[] value, String how) {
    AvroDeserializer values =
        readers.computeIfAbsent(event.record().getSchema(), AvroDeserializer::assuming);
    DecodedValue decoded;
    try {
      decoded = values.decode(event.topic(), new RecordHeaders(), value);
    } catch (UnreadableRecord unreadable) {
      counts.merge(how + ", unreadable", 1, Integer::sum);
      return;
    }
    counts.merge(how + (decoded.isCanonical() ? ", copied" : ", encoded"), 1, Integer::sum);
    if (decoded.isCanonical()) {
      byte[] copied = codec.input(event.topic(), value, decoded.from());
      assertThat(copied).isEqualTo(codec.input(event.topic(), (SpecificRecord) decoded.value()));
    }
  }

  /** In Confluent's framing: a zero, an id, and the payload without its fingerprint. */
  private static byte[] plain(byte[] input) {
    return ByteBuffer.allocate(input.length - 5)
        .put(new byte[5])
        .put(Arrays.copyOfRange(input, 10, input.length))
        .array();
  }

  private static byte[] inBlocks(SpecificRecord record) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(new byte[5]);
    BinaryEncoder blocks =
        new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(out, null);
    new SpecificDatumWriter<SpecificRecord>(record.getSchema()).write(record, blocks);
    blocks.flush();
    return out.toByteArray();
  }

  private byte[] mutated(byte[] value) {
    byte[] bytes = value.clone();
    int at = 5 + random.nextInt(value.length - 5);
    switch (random.nextInt(4)) {
      case 0 -> bytes[at] = (byte) random.nextInt(256);
      case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> {
        return inserted(bytes, at, random.nextInt(256));
      }
      default -> { // the same number in a longer form, if it is one
        bytes[at] |= (byte) 0x80;
        return inserted(bytes, at + 1, 0);
      }
    }
    return bytes;
  }

  private static byte[] inserted(byte[] bytes, int at, int one) {
    return ByteBuffer.allocate(bytes.length + 1)
        .put(bytes, 0, at)
        .put((byte) one)
        .put(bytes, at, bytes.length - at)
        .array();
  }
}

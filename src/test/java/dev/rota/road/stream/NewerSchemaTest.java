package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.MockRegistry;
import dev.rota.road.topics.InputReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B6: a producer that is newer than we are. */
final class NewerSchemaTest {
  private static final String SCOPE = "newer-schema";
  private static final Map<String, Object> CONFIG =
      Map.of("schema.registry.url", "mock://" + SCOPE);

  /** As we know it, with a field and a symbol that came later. */
  private static final Schema NEWER =
      new Schema.Parser()
          .parse(
              BlockEvent.getClassSchema()
                  .toString()
                  .replace("\"TIMED_OUT\"]", "\"TIMED_OUT\",\"LOST\"]")
                  .replaceFirst(
                      "\"fields\":\\[",
                      "\"fields\":[{\"name\":\"novelty\",\"type\":\"string\",\"default\":\"\"},"));

  @AfterEach
  void close() {
    MockRegistry.drop(SCOPE);
  }

  @Test
  void aFieldThatWeDoNotKnowIsIgnored() throws IOException {
    List<DecidedTurn> plain = decide(_ -> {});
    List<DecidedTurn> novel = decide(newer -> newer.put("novelty", "a"));

    assertThat(payloads(novel)).hasSizeGreaterThan(1).isEqualTo(payloads(plain));
  }

  @Test
  void aSymbolThatWeDoNotKnowIsRefusedByNameAndChangesNothing() throws IOException {
    List<DecidedTurn> decided =
        decide(
            newer -> {
              if (newer.get("session") == null) {
                Schema freed = NEWER.getField("freed").schema().getElementType();
                var core = new GenericData.Record(freed);
                core.put("core", 0);
                core.put(
                    "reason",
                    new GenericData.EnumSymbol(freed.getField("reason").schema(), "LOST"));
                newer.put("freed", List.of(core));
              }
            });

    DecidedTurn refused = decided.get(1);
    assertThat(refused.published())
        .singleElement()
        .extracting(output -> ((ClaimOutcome) output.record()).getReason().name())
        .isEqualTo("UNSUPPORTED_VALUE");
    assertThat(refused.published().get(0).record().toString()).contains("freed.reason of core 0");
    assertThat(refused.stateDigest()).isEqualTo(decided.get(0).stateDigest());
  }

  /** Two blocks, the first with a session, as the newer producer sends them. */
  private static List<DecidedTurn> decide(Consumer<GenericRecord> change) throws IOException {
    var cores = new CoresDomain();
    var lane = new LaneStore(cores, new TreeRows()).lane("polkadot");
    var events = new RelayChainTraffic().start("polkadot", 7);
    List<DecidedTurn> decided = new ArrayList<>();
    try (var serializer = new AvroSerializer();
        var deserializer = new AvroDeserializer()) {
      serializer.configure(CONFIG, false);
      deserializer.configure(CONFIG, false);
      var reader = new InputReader(cores, deserializer, 1, 1 << 20);
      while (decided.size() < 2) {
        if (events.next().record() instanceof BlockEvent block) {
          GenericRecord newer = newer(block);
          change.accept(newer);
          byte[] value = serializer.serialize(CoresWire.BLOCK_EVENTS, newer);
          var received =
              reader.receive(
                  CoresWire.BLOCK_EVENTS,
                  0,
                  decided.size(),
                  1_000L * decided.size(),
                  "polkadot".getBytes(UTF_8),
                  value,
                  new RecordHeaders());
          assertThat(received.cause()).isNull();
          decided.add(lane.take(received.arrival()));
        }
      }
    }
    return decided;
  }

  private static GenericRecord newer(BlockEvent block) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    new SpecificDatumWriter<>(BlockEvent.class).write(block, encoder);
    return new GenericDatumReader<GenericRecord>(block.getSchema(), NEWER)
        .read(null, DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
  }

  private static List<String> payloads(List<DecidedTurn> decided) {
    return decided.stream()
        .flatMap(turn -> turn.published().stream())
        .map(output -> HexFormat.of().formatHex(output.payload()))
        .toList();
  }
}

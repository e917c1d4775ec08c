package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.wire.CoresWire;
import dev.rota.readers.audit.AuditReport;
import dev.rota.registry.AvroDeserializer;
import dev.rota.road.topics.TurnHeaders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scenarios of the original's own tests, and those derived from it, as real chains. */
class UpstreamScenariosIT {
  private static final Path VECTORS = Path.of("src/test/resources/vectors/cores");
  private static final String UPSTREAM = "upstream-test";
  private static final long START_MILLIS = 1_700_000_000_000L;

  @TempDir private Path state;

  private final Map<String, List<BlockStream.Happening>> streams = new LinkedHashMap<>();
  private final Map<String, List<String>> notStreams = new TreeMap<>();
  private int upstream;

  @Test
  void theScenariosRunAsBlockStreamsThroughTheWholeRoad() throws Exception {
    readScenarios("runtime");
    readScenarios("guide");
    tellWhatRuns();
    assertThat(upstream).as("upstream scenarios that are streams").isEqualTo(13);
    assertThat(streams).hasSizeGreaterThan(100);
    long total = streams.values().stream().mapToLong(List::size).sum();
    try (CoresCluster cluster = CoresCluster.start(3);
        Committed ledger = new Committed(cluster.bootstrap(), CoresCluster.LEDGER)) {
      // All of it lies on the topics before the road starts, so that time alone orders the turns.
      send(cluster);
      cluster.decide(state, 2, () -> ledger.count() >= total);

      check(cluster);
      AuditReport report = cluster.audit();
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.lanes()).isEqualTo(streams.size());
      assertThat(report.turns()).isEqualTo(total);
    }
  }

  private void readScenarios(String name) throws IOException {
    JsonNode vectors = new ObjectMapper().readTree(VECTORS.resolve(name + ".json").toFile());
    for (JsonNode scenario : vectors.get("scenarios")) {
      String lane = name + "-" + scenario.get("name").asText();
      try {
        streams.put(lane, BlockStream.of(lane, scenario, vectors.path("rules").asText("RUNTIME")));
        upstream += scenario.get("source").asText().equals(UPSTREAM) ? 1 : 0;
      } catch (BlockStream.NotAStream e) {
        notStreams.computeIfAbsent(e.getMessage(), _ -> new ArrayList<>()).add(lane);
      }
    }
  }

  private void tellWhatRuns() {
    System.out.println(
        "scenarios as streams: " + streams.size() + ", of upstream's own tests: " + upstream);
    notStreams.forEach(
        (why, lanes) ->
            System.out.println("  not as a stream (" + why + "): " + String.join(", ", lanes)));
  }

  private void send(CoresCluster cluster) {
    long millis = START_MILLIS;
    try (KafkaProducer<byte[], Object> producer = cluster.producer()) {
      for (Map.Entry<String, List<BlockStream.Happening>> lane : streams.entrySet()) {
        for (BlockStream.Happening happening : lane.getValue()) {
          String topic =
              happening instanceof BlockStream.Claim ? CoresWire.CLAIMS : CoresWire.BLOCK_EVENTS;
          var _ =
              producer.send(
                  new ProducerRecord<>(
                      topic, null, millis++, lane.getKey().getBytes(UTF_8), happening.record()));
        }
      }
    }
  }

  private void check(CoresCluster cluster) {
    Map<String, Map<Long, List<SpecificRecord>>> published = published(cluster);
    SoftAssertions lanes = new SoftAssertions();
    int blocks = 0;
    int states = 0;
    for (Map.Entry<String, List<BlockStream.Happening>> lane : streams.entrySet()) {
      LaneCheck check = new LaneCheck(lane.getKey(), published.get(lane.getKey()));
      lanes
          .assertThatCode(() -> check.check(lane.getValue()))
          .as(lane.getKey())
          .doesNotThrowAnyException();
      blocks += check.blocks();
      states += check.states();
    }
    lanes.assertAll();
    System.out.println("scenarios as streams: " + blocks + " blocks, " + states + " states equal");
    assertThat(states).isGreaterThan(400);
  }

  /** By lane and turn; of each turn the outcomes in order, then the schedule. */
  private static Map<String, Map<Long, List<SpecificRecord>>> published(CoresCluster cluster) {
    Map<String, Map<Long, List<SpecificRecord>>> byTurn = new TreeMap<>();
    try (AvroDeserializer reader = new AvroDeserializer()) {
      reader.configure(
          Map.of("schema.registry.url", cluster.registry(), "specific.avro.reader", true), false);
      for (String topic : List.of(CoresCluster.OUTCOMES, CoresCluster.ASSIGNMENTS)) {
        for (ConsumerRecord<byte[], byte[]> record : cluster.committed(topic)) {
          String[] turn =
              new String(record.headers().lastHeader(TurnHeaders.TURN).value(), UTF_8)
                  .split("/", -1);
          Object value = reader.deserialize(topic, record.headers(), record.value());
          assertThat(value).isInstanceOfAny(ClaimOutcome.class, CoreSchedule.class);
          byTurn
              .computeIfAbsent(turn[0], _ -> new TreeMap<>())
              .computeIfAbsent(Long.valueOf(turn[1]), _ -> new ArrayList<>())
              .add((SpecificRecord) value);
        }
      }
    }
    return byTurn;
  }
}

package dev.rota.end;

import static dev.rota.end.CoresCluster.CORES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cores.model.RuleSet;
import dev.rota.faults.EngineProcess;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.road.topics.LaneKey;
import dev.rota.testing.Patience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota run --follow}: two engines answer about what they have, and know each other. */
class OwnPageIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PARTITIONS = 2;
  private static final int EACH = 40;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final RelayChainTraffic TRAFFIC =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2));

  @TempDir private Path dir;
  private CoresCluster cluster;
  private Committed decided;
  private final List<String> chains = new ArrayList<>();

  @BeforeEach
  void start() {
    cluster = CoresCluster.start(PARTITIONS);
    decided = Committed.inputs(cluster.bootstrap(), CORES.name());
    for (int i = 0; chains.size() < PARTITIONS; i++) {
      String chain = "chain-" + i;
      if (LaneKey.partition(chain.getBytes(UTF_8), PARTITIONS) == chains.size()) {
        chains.add(chain);
      }
    }
  }

  @AfterEach
  void stop() {
    decided.close();
    cluster.close();
  }

  @Test
  void eachAnswersOrNamesTheOtherAndTheLastOneAnswersAll() throws Exception {
    send();
    try (EngineProcess one = engine("one");
        EngineProcess other = engine("other")) {
      one.ready();
      other.ready();
      await().until(() -> decided.count() >= (long) PARTITIONS * EACH);
      await().until(() -> lanes(one).size() == 1 && lanes(other).size() == 1);
      assertThat(lanes(one)).isNotEqualTo(lanes(other));

      String theirs = state(lanes(other).get(0));
      HttpResponse<String> sent = get(Redirect.NEVER, one.page() + theirs);
      assertThat(sent.statusCode()).as(sent.body()).isEqualTo(307);
      assertThat(sent.headers().firstValue("Location")).hasValue(other.page() + theirs);
      for (String chain : chains) {
        assertThat(JSON.readTree(get(Redirect.NORMAL, one.page() + state(chain)).body()))
            .isEqualTo(command(chain));
      }
      assertThat(get(Redirect.NEVER, one.http() + "/readyz").statusCode()).isEqualTo(200);
      JsonNode status = JSON.readTree(get(Redirect.NEVER, one.page() + "/status").body());
      assertThat(status.at("/engine/0/domain").asText()).isEqualTo("cores");
      assertThat(status.at("/engine/0/active")).hasSize(1);

      assertThat(other.terminate()).as(other.errors()).isEqualTo(143);
      await().until(() -> lanes(one).equals(chains));
      for (String chain : chains) {
        HttpResponse<String> own = get(Redirect.NEVER, one.page() + state(chain));
        assertThat(own.statusCode()).as(own.body()).isEqualTo(200);
        assertThat(JSON.readTree(own.body())).isEqualTo(command(chain));
      }
      assertThat(one.terminate()).as(one.errors()).isEqualTo(143);
    }
  }

  private EngineProcess engine(String name) throws Exception {
    return EngineProcess.start(
        CORES.name(),
        cluster.bootstrap(),
        cluster.registry(),
        dir.resolve(name),
        Map.of("ROTA_THREADS", "1"),
        List.of("--follow", "--page-port", "0"));
  }

  /** The lanes that it follows, in order. */
  private static List<String> lanes(EngineProcess engine) throws Exception {
    List<String> names = new ArrayList<>();
    JSON.readTree(get(Redirect.NEVER, engine.page() + "/v1/cores/lanes").body())
        .path("lanes")
        .forEach(lane -> names.add(lane.path("lane").asText()));
    return names;
  }

  private static String state(String chain) {
    return "/v1/cores/lanes/" + chain + "/state?at=" + EACH;
  }

  private JsonNode command(String chain) throws Exception {
    return JSON.readTree(
        CommandLine.run(
                "state",
                "cores",
                "-k",
                chain,
                "--at",
                Integer.toString(EACH),
                "-b",
                cluster.bootstrap(),
                "-o",
                "json")
            .out());
  }

  private static HttpResponse<String> get(Redirect redirect, String url) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(Patience.MAX).build();
    return HttpClient.newBuilder()
        .followRedirects(redirect)
        .build()
        .send(request, HttpResponse.BodyHandlers.ofString());
  }

  private void send() {
    try (KafkaProducer<byte[], Object> producer = cluster.producer()) {
      for (String chain : chains) {
        Iterator<Traffic.Event> events = TRAFFIC.start(chain, 1);
        for (int i = 0; i < EACH; i++) {
          Traffic.Event event = events.next();
          var _ =
              producer.send(
                  new ProducerRecord<>(
                      event.topic(),
                      null,
                      START_MILLIS + event.atMillis(),
                      chain.getBytes(UTF_8),
                      event.record()));
        }
      }
    }
  }
}

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
import dev.rota.testing.Patience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a follower says while engines, brokers and followers are killed or held. */
class HealthIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CHAIN = "polkadot";
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final Map<String, String> VICTIM =
      Map.of("ROTA_CONSUMER_SESSION_TIMEOUT_MS", "3000", "ROTA_THREADS", "1");

  @TempDir private Path dir;
  private final Iterator<Traffic.Event> events =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2))
          .start(CHAIN, 1);
  private CoresCluster cluster;
  private FollowProcess follower;
  private String url;
  private long struckNanos;

  @BeforeEach
  void start() throws Exception {
    cluster = CoresCluster.start(2);
    follower = FollowProcess.start(dir, cluster.bootstrap(), "--port", "0");
    url = follower.url();
  }

  @AfterEach
  void stop() {
    follower.close();
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void aKilledEngineIsMissed() throws Exception {
    try (EngineProcess engine = engine(List.of()).ready()) {
      send(40);
      await().until(() -> get("/v1/domains").at("/domains/0/turns").asLong() >= 40);
      await().until(() -> status("/readyz") == 200);
      await().until(() -> level().equals("WELL"));
      // What is well now may be late a moment later on a busy machine.
      await()
          .untilAsserted(
              () ->
                  assertThat(top())
                      .contains("cores: caught up, verified")
                      .doesNotContain("!!", "??", "--"));
      engine.kill();
      strike();
      send(3);
      await().until(() -> get("/v1/domains").at("/domains/0/health/waitingInputs").asLong() == 3);
      tell("inputs wait");
      await().until(() -> cause().equals("NOT_DECIDED"));
      tell("no engine decides them");
      await().until(() -> status("/readyz") == 503);
      await()
          .untilAsserted(
              () ->
                  assertThat(get("/readyz").at("/findings/0/text").asText())
                      .contains("3 inputs wait, the oldest ")
                      .contains("; no engine decides cores partition ")
                      .contains("the group rota-cores has no member"));
      assertThat(top()).contains("!! 3 inputs wait, the oldest ").contains("no engine decides");
      assertThat(metrics()).contains("cause=\"NOT_DECIDED\"");
    }
    // Its disk is lost, too: all is replayed, and then all is well again.
    strike();
    try (EngineProcess engine =
        EngineProcess.start(
                CORES.name(), cluster.bootstrap(), cluster.registry(), dir.resolve("anew"), VICTIM)
            .ready()) {
      await().until(() -> level().equals("WELL"));
      tell("well again without its disk");
      await().until(() -> status("/readyz") == 200);
      assertThat(engine.terminate()).isEqualTo(143);
      strike();
      await().until(() -> cause().equals("NO_ENGINE"));
      tell("an engine that was stopped is missed");
      // answers are those of now
      await().until(() -> status("/readyz") == 200);
    }
  }

  @Test
  void aHeldPartitionIsHeldAndABrokerThatIsGoneIsMissed() throws Exception {
    try (EngineProcess held = engine(List.of("--hold")).ready()) {
      strike();
      send(5);
      await().until(() -> cause().equals("HELD"));
      await().until(() -> get("/v1/domains").at("/domains/0/health/waitingInputs").asLong() == 5);
      tell("held inputs wait");
      assertThat(get("/v1/domains").at("/domains/0/health/findings/0/text").asText())
          .contains("held for ", "until 'rota release'");
      assertThat(top()).contains("held for ").contains("5 inputs wait");
      await().until(() -> sum(get(held.http(), "/status").at("/domains/0/waiting")) == 5);

      CommandLine released = CommandLine.run("release", "cores", "-b", cluster.bootstrap());
      assertThat(released.exit()).as(released.err()).isZero();
      await().until(() -> level().equals("WELL"));

      cluster.close();
      cluster = null;
      strike();
      await().until(() -> cause().equals("NOT_HEARD") || cause().equals("NOT_READ"));
      tell("a broker that is gone");
      assertThat(status("/readyz")).isEqualTo(503);
      assertThat(top()).contains("!! cores partitions 0-1: ").doesNotContain("caught up");
      assertThat(metrics()).contains("level=\"WRONG\"");
    }
    assertThat(follower.terminate()).isEqualTo(143);
    CommandLine top = CommandLine.run("top", "--once", "--url", url);
    assertThat(top.exit()).isEqualTo(69);
    assertThat(top.err()).contains("no follower answers at " + url);
  }

  private EngineProcess engine(List<String> flags) throws Exception {
    return EngineProcess.start(
        CORES.name(),
        cluster.bootstrap(),
        cluster.registry(),
        dir.resolve("engine"),
        VICTIM,
        flags);
  }

  private static long sum(JsonNode counts) {
    long sum = 0;
    for (JsonNode one : counts) {
      sum += one.asLong();
    }
    return sum;
  }

  private String level() throws Exception {
    return get("/v1/domains").at("/domains/0/health/level").asText();
  }

  private String cause() throws Exception {
    return get("/v1/domains").at("/domains/0/health/findings/0/cause").asText();
  }

  private String top() {
    return CommandLine.run("top", "--once", "--url", url).out().replace("\n   ", " ");
  }

  private JsonNode get(String path) throws Exception {
    return get(url, path);
  }

  private String metrics() throws Exception {
    return answer(url, "/metrics").body();
  }

  private static JsonNode get(String at, String path) throws Exception {
    return JSON.readTree(answer(at, path).body());
  }

  private int status(String path) throws Exception {
    return answer(url, path).statusCode();
  }

  private static HttpResponse<String> answer(String at, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(at + path)).timeout(Patience.MAX).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private void strike() {
    struckNanos = System.nanoTime();
  }

  private void tell(String what) {
    System.out.printf("%s: told after %.1f s%n", what, (System.nanoTime() - struckNanos) / 1e9);
  }

  private void send(int count) throws Exception {
    try (KafkaProducer<byte[], Object> producer = cluster.producer()) {
      for (int i = 0; i < count; i++) {
        Traffic.Event event = events.next();
        producer
            .send(
                new ProducerRecord<>(
                    event.topic(),
                    null,
                    START_MILLIS + event.atMillis(),
                    CHAIN.getBytes(UTF_8),
                    event.record()))
            .get();
      }
    }
  }
}

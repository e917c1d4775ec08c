package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.serving.metrics.PromQl;
import dev.rota.serving.metrics.Scrape;
import dev.rota.serving.metrics.Watched;
import dev.rota.testing.KilledProcess;
import dev.rota.testing.NotRun;
import dev.rota.testing.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dashboards and alerts, held to what the demo really tells. */
class MetricsIT {
  private static final int SERIES_MAX = 1_500;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** What Prometheus says itself of a scrape. */
  private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job");

  @TempDir private static Path dir;

  private static DevProcess dev;
  private static URI page;
  private static URI http;

  @BeforeAll
  static void open() throws Exception {
    dev =
        DevProcess.start(
            Files.createDirectory(dir.resolve("home")),
            "--demo",
            "--speed=60",
            "--kafka-port=0",
            "--registry-port=0",
            "--http-port=0",
            "--page-port=0");
    JsonNode ready = dev.ready();
    page = URI.create(ready.path("page").textValue());
    http = URI.create(ready.path("http").textValue());
    // What is watched of dead letters is there once there is one.
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", ready.path("bootstrap").textValue()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      byte[] garbled = "garbled".getBytes(StandardCharsets.UTF_8);
      var _ = producer.send(new ProducerRecord<>("claims", garbled, garbled)).get();
    }
  }

  @AfterAll
  static void close() {
    if (dev != null) {
      dev.close();
    }
  }

  @Test
  void everyMetricAndLabelThatIsWatchedIsScraped() throws IOException {
    Map<String, Set<String>> wanted = new TreeMap<>();
    for (String expression : Watched.expressions().values()) {
      PromQl read = PromQl.of(expression);
      read.metrics()
          .forEach(
              (metric, labels) ->
                  wanted.computeIfAbsent(metric, _ -> new TreeSet<>()).addAll(labels));
    }
    wanted.remove("up");
    await()
        .untilAsserted(
            () -> {
              Scrape one = Scrape.of(get(page.resolve("/metrics")));
              Scrape other = Scrape.of(get(http.resolve("/metrics")));
              wanted.forEach(
                  (metric, labels) -> {
                    Set<String> known = new TreeSet<>(OF_PROMETHEUS);
                    known.addAll(one.labels(metric));
                    known.addAll(other.labels(metric));
                    assertThat(one.names().contains(metric) || other.names().contains(metric))
                        .as("%s is scraped", metric)
                        .isTrue();
                    assertThat(known).as(metric).containsAll(labels);
                  });
            });
  }

  /** All of Kafka's own would be more than 6000. */
  @Test
  void anEngineTellsABoundedNumberOfSeries() throws Exception {
    await()
        .until(() -> get(http.resolve("/metrics")).contains("kafka_stream_thread_process_rate{"));
    assertThat(get(http.resolve("/metrics")).lines().filter(line -> !line.startsWith("#")))
        .hasSizeLessThan(SERIES_MAX);
  }

  /** Debian's package prometheus has both programs. */
  @Test
  void prometheusItselfFindsEverySeries() throws Exception {
    NotRun.unless(
        isThere("promtool") && isThere("prometheus"), "prometheus is not on this machine");
    Path config = dir.resolve("prometheus.yml");
    Files.copy(Watched.ALERTS, dir.resolve("alerts.yml"));
    Files.writeString(
        config,
        Files.readString(Path.of("deploy/prometheus/prometheus.yml"))
            .replace("15s", "1s")
            .replace("127.0.0.1:8080", http.getAuthority())
            .replace("127.0.0.1:8090", page.getAuthority()));
    Process checked =
        new ProcessBuilder("promtool", "check", "config", config.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(checked.waitFor()).isZero();
    int port = Ports.free();
    Process prometheus =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + dir.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("prometheus.log").toFile())
            .start();
    try {
      URI api = URI.create("http://127.0.0.1:" + port);
      for (Map.Entry<String, String> one : Watched.dashboards().entrySet()) {
        await()
            .ignoreExceptionsInstanceOf(IOException.class)
            .untilAsserted(
                () ->
                    assertThat(query(api, Watched.filled(one.getValue())).at("/data/result"))
                        .as("%s: %s", one.getKey(), one.getValue())
                        .isNotEmpty());
      }
      JsonNode alerts = new ObjectMapper().readTree(get(api.resolve("/api/v1/rules")));
      for (JsonNode rule : alerts.at("/data/groups/0/rules")) {
        assertThat(rule.path("lastError").asText("")).as(rule.path("name").asText()).isEmpty();
      }
    } finally {
      KilledProcess.kill(prometheus);
    }
  }

  private static JsonNode query(URI api, String expression) throws Exception {
    String encoded = URLEncoder.encode(expression, StandardCharsets.UTF_8);
    JsonNode said = new ObjectMapper().readTree(get(api.resolve("/api/v1/query?query=" + encoded)));
    assertThat(said.path("status").asText()).as("%s: %s", expression, said).isEqualTo("success");
    return said;
  }

  static boolean isThere(String program) throws InterruptedException {
    try {
      return new ProcessBuilder(program, "--version").start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  private static String get(URI address) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        CLIENT.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    return answer.body();
  }
}

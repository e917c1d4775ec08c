package dev.rota.base.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthEndpointsTest {
  /** What a domain adds to its status. */
  record More(List<Integer> active, Long diskFreeBytes) {}

  private static final More MORE = new More(List.of(0, 3), null);
  private static final String TROUBLE = "a stream thread failed and was replaced, 3 so far: no";

  @ParameterizedTest
  @CsvSource({
    "RUNNING,true,200,200",
    "REBALANCING,true,200,200",
    "REBALANCING,false,503,200",
    "CREATED,false,503,200",
    "PENDING_ERROR,true,503,200",
    "ERROR,true,503,503",
    "NOT_RUNNING,true,503,503"
  })
  void readyIsWhoHasRunAndGoesOnAndAliveWhoHasNotGivenUp(
      State state, boolean ran, int ready, int alive) throws Exception {
    try (HealthEndpoints health =
        of(new HealthEndpoints.Standing("cores", state, ran, 0, null, List.of(), MORE))) {
      assertThat(get(health, "/readyz").statusCode()).isEqualTo(ready);
      assertThat(get(health, "/livez").statusCode()).isEqualTo(alive);
    }
  }

  @Test
  void whoHasNeverRunSaysThatItStarts() throws Exception {
    try (HealthEndpoints health =
        of(
            new HealthEndpoints.Standing(
                "cores", State.REBALANCING, false, 0, null, List.of(), MORE))) {
      assertThat(get(health, "/readyz").body())
          .contains("\"trouble\":\"it starts: its state is not restored yet\"");
    }
  }

  @Test
  void whoLosesThreadsIsNotReadyAndSaysWhyThoughAlive() throws Exception {
    try (HealthEndpoints health =
        of(
            new HealthEndpoints.Standing(
                "cores", State.RUNNING, true, 3, TROUBLE, List.of(), MORE))) {
      HttpResponse<String> ready = get(health, "/readyz");
      assertThat(ready.statusCode()).isEqualTo(503);
      JsonNode domain = new ObjectMapper().readTree(ready.body()).at("/domains/0");
      assertThat(domain.path("trouble").asText()).isEqualTo(TROUBLE);
      assertThat(domain.path("replaced").asInt()).isEqualTo(3);
      assertThat(get(health, "/livez").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void theCountStaysInTheStatusWhenTheTroubleIsOver() throws Exception {
    try (HealthEndpoints health =
        of(new HealthEndpoints.Standing("cores", State.RUNNING, true, 3, null, List.of(), MORE))) {
      assertThat(get(health, "/readyz").statusCode()).isEqualTo(200);
      assertThat(get(health, "/status").body())
          .contains("\"replaced\":3")
          .contains("\"active\":[0,3],\"diskFreeBytes\":null")
          .contains("\"log\":\"/a/log\"");
    }
  }

  @Test
  void metricsAreServedBesideIt() throws Exception {
    try (HealthEndpoints health =
        of(new HealthEndpoints.Standing("cores", State.RUNNING, true, 0, null, List.of(), MORE))) {
      assertThat(get(health, "/metrics").body()).isEqualTo("up 1\n");
    }
  }

  @Test
  void healthIsAnsweredWhateverElseIsOpen() throws Exception {
    List<Socket> crowd = new ArrayList<>();
    try (HealthEndpoints health =
        of(new HealthEndpoints.Standing("cores", State.RUNNING, true, 0, null, List.of(), MORE))) {
      URI url = URI.create(health.url());
      for (int i = 0; i < 200; i++) {
        Socket silent = new Socket(url.getHost(), url.getPort());
        crowd.add(silent);
        if (i % 2 == 0) {
          silent.getOutputStream().write("GET /livez HTTP/1.1\r\nHo".getBytes(UTF_8));
        }
      }
      assertThat(get(health, "/readyz").statusCode()).isEqualTo(200);
    } finally {
      for (Socket silent : crowd) {
        silent.close();
      }
    }
  }

  /** A page elsewhere whose name is made to point here must not read it. */
  @Test
  void onTheLoopbackAnotherHostsNameIsNotAnswered() throws Exception {
    try (HealthEndpoints health =
            of(
                new HealthEndpoints.Standing(
                    "cores", State.RUNNING, true, 0, null, List.of(), MORE));
        Socket socket =
            new Socket(InetAddress.getLoopbackAddress(), URI.create(health.url()).getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET /status HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                  .getBytes(UTF_8));
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 421 ")
          .doesNotContain("cores");
      assertThat(get(health, "/status").statusCode()).isEqualTo(200);
    }
  }

  private static HealthEndpoints of(HealthEndpoints.Standing standing) throws Exception {
    return HealthEndpoints.start(
        "127.0.0.1",
        0,
        () -> List.of(standing),
        Map.of("log", "/a/log"),
        () -> new HttpReply(200, "text/plain", "up 1\n".getBytes(UTF_8)));
  }

  private static HttpResponse<String> get(HealthEndpoints health, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(health.url() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}

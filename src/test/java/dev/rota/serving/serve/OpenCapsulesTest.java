package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.base.http.LoopbackAddress;
import dev.rota.bots.BotsDomain;
import dev.rota.readers.capsule.CapsulePacker;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A capsule that is sent here is replayed, and answers as its ledger did. */
final class OpenCapsulesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int EVENTS = 120;
  private static final int TURNS_OF_PAGE = 10;
  private static final int FIRST = 41;
  private static final String LANE = "builds";

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static String capsule;
  private static LiveServer server;

  @BeforeAll
  static void open() throws IOException {
    Book book = new Book(new BotsDomain());
    book.play(LANE, 1, EVENTS);
    LedgerLogs logs = new LedgerLogs("bots", book.pages(TURNS_OF_PAGE));
    StringBuilder lines = new StringBuilder();
    new CapsulePacker(new BotsDomain(), logs, CheckpointChoice.BEGINNING, LANE)
        .write(
            new HistoryMoment.Turn(FIRST),
            HistoryMoment.END,
            line -> lines.append(line).append('\n'));
    capsule = lines.toString();
    server = LiveServer.start(List.of(), ServerAccess.local(0));
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static HttpResponse<String> post(String name, String body, String... headers)
      throws Exception {
    URI to = URI.create(server.url() + "/v1/capsules" + (name == null ? "" : "?name=" + name));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(to).timeout(Patience.MAX).POST(BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private static HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + path)).timeout(Patience.MAX);
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private static JsonNode json(String path) throws Exception {
    return JSON.readTree(get(path).body());
  }

  /** Opens it and waits until all of it is decided; the path of its lane. */
  private static String opened(String name) throws Exception {
    JsonNode answer = JSON.readTree(post(name, capsule).body());
    assertThat(answer.get("lane").asText()).isEqualTo(LANE);
    String lane = "/v1/" + answer.get("domain").asText() + "/lanes/" + LANE;
    await().until(() -> json(lane + "/turns?limit=1").at("/turns/0/turn").asInt() == EVENTS);
    return lane;
  }

  @Test
  void everyViewIsAnsweredAsByItsLedger() throws Exception {
    String lane = opened("incident.rota");
    assertThat(lane).startsWith("/v1/bots@incident.rota/");
    try (Site site = Site.open()) {
      String live = "/v1/bots/lanes/" + LANE;
      for (String path : new String[] {"/queries/quotas", "/state", "/state?at=60"}) {
        for (String part : new String[] {"answer", "state", "turn", "proved"}) {
          assertThat(json(lane + path).get(part))
              .as(path)
              .isEqualTo(site.json(live + path).get(part));
        }
      }
    }
    JsonNode state = json(lane + "/state");
    assertThat(state.get("proved").asBoolean()).isTrue();
    assertThat(state.get("believedTo").asInt()).isBetween(1, FIRST);
    String job = state.at("/state/jobs").fieldNames().next();
    assertThat(get(lane + "/why/" + job).statusCode()).isEqualTo(200);
    assertThat(get(lane + "/forecast/" + job).statusCode()).isEqualTo(200);
    assertThat(get(lane + "/diff?from=60&to=70").statusCode()).isEqualTo(200);
    assertThat(get(lane + "/whatif?add=bots:1").body()).contains("\"status\":404", "--since 1");
    assertThat(get(lane + "/state?at=2").statusCode()).isEqualTo(404);
    assertThat(json("/v1/domains").at("/domains").findValuesAsText("domain"))
        .contains("bots@incident.rota");
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void theFifthTakesThePlaceOfTheFirst() throws Exception {
    for (int i = 0; i < 5; i++) {
      HttpResponse<String> answer = post("c" + i, capsule);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }
    assertThat(post("c4", capsule).statusCode()).isEqualTo(201);
    assertThat(json("/v1/domains").at("/domains"))
        .extracting(one -> one.get("domain").asText())
        .containsExactly("bots@c1", "bots@c2", "bots@c3", "bots@c4");
    assertThat(get("/v1/bots@c0/lanes").body()).contains("no domain 'bots@c0' is followed here");
  }

  /** What is decided here must not cost the process that decides. */
  @Test
  void oneThatDoesNotFitIntoMemoryIsRefused() {
    try (OpenCapsules small = new OpenCapsules(() -> 19L * capsule.length(), null)) {
      HttpCall call =
          new HttpCall(
              "POST", Map.of(), Map.of(), Map.of(), _ -> null, null, capsule.getBytes(UTF_8), "");

      HttpReply refused = (HttpReply) small.route().answer(call);

      assertThat(refused.status()).isEqualTo(429);
      assertThat(new String(refused.body(), UTF_8)).contains("rota follow --from FILE");
      assertThat(small.all()).isEmpty();
    }
  }

  @Test
  void thoseThatMadeRoomAreDecidedNoMore() throws Exception {
    for (int i = 0; i < 7; i++) {
      assertThat(post("closed" + i, capsule).statusCode()).isEqualTo(201);
    }
    await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().equals("follow-bots-0"))
                    .as("threads that decide a capsule")
                    .hasSizeLessThanOrEqualTo(4));
  }

  @Test
  void anotherOfTheSameNameHasAnswersOfItsOwn() throws Exception {
    String diff = opened("again") + "/diff?from=60&to=70"; // not shared with those who ask lately
    String tag = get(diff).headers().firstValue("ETag").orElseThrow();
    assertThat(get(diff, "If-None-Match", tag).statusCode()).isEqualTo(304);

    opened("again");

    HttpResponse<String> other = get(diff, "If-None-Match", tag);
    assertThat(other.statusCode()).isEqualTo(200);
    assertThat(other.headers().firstValue("ETag")).isPresent().isNotEqualTo(Optional.of(tag));
  }

  @Test
  void whatIsChangedIsShownAsNotProved() throws Exception {
    int record = capsule.lastIndexOf("\"topic\":\"bots-ledger\"");
    int last = capsule.indexOf("\"value\":\"", record) + 60;
    String forged =
        capsule.substring(0, last)
            + (capsule.charAt(last) == 'A' ? 'B' : 'A')
            + capsule.substring(last + 1);
    String domain = JSON.readTree(post("forged", forged).body()).get("domain").asText();
    await()
        .until(
            () -> {
              for (JsonNode one : json("/v1/domains").get("domains")) {
                if (one.get("domain").asText().equals(domain) && !one.get("difference").isNull()) {
                  return !one.get("proved").asBoolean();
                }
              }
              return false;
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "hello",
        "{\"rota.export\":1}",
        "{\"rota.export\":1}\n{\"records\":0}",
        "{\"rota.export\":1,\"domain\":\"bats\",\"lane\":\"x\"}\n{\"records\":0}",
        "{\"rota.export\":1,\"domain\":\"bots\",\"lane\":\"x\"}\n{\"records\":0}",
        "{\"rota.export\":1,\"domain\":\"bots\",\"lane\":\"x\"}\n{\"topic\":\"y\"}",
        "{\"rota.export\":1,\"topics\":[{\"name\":\"y\",\"partition\":-1}]}\n{\"records\":0}",
        "{\"rota.export\":1,\"topics\":[{\"name\":\"y\",\"begin\":2,\"end\":1}]}\n{\"records\":0}",
        "{\"rota.export\":1,\"topics\":[{\"name\":\"y\",\"end\":1}]}\n"
            + "{\"topic\":\"y\",\"offset\":1}"
      })
  void whatIsNoCapsuleIsToldWhy(String body) throws Exception {
    HttpResponse<String> refused = post(null, body);
    assertThat(refused.statusCode()).as(refused.body()).isIn(400, 404);
    assertThat(JSON.readTree(refused.body()).get("hint").asText()).isNotBlank();
  }

  @Test
  void itIsWholeSmallNamedAndSentByThisPage() throws Exception {
    assertThat(post(null, capsule.substring(0, capsule.length() / 2)).statusCode()).isEqualTo(400);
    assertThat(post("..%2Fx", capsule).body()).contains("letters, digits");
    String large = "Content-Length: " + (OpenCapsules.BYTES_MAX + 1);
    assertThat(Raw.say(server.url(), "POST /v1/capsules HTTP/1.1\r\nHost: localhost\r\n" + large))
        .startsWith("HTTP/1.1 413")
        .contains("rota follow --from FILE");
    assertThat(post(null, "{}", "Origin", "http://evil.example").statusCode()).isEqualTo(403);
    assertThat(get("/v1/capsules").headers().firstValue("Allow")).hasValue("POST");
  }

  @Test
  void aPageWhoseAddressEndsAsThisOnesIsForeign() throws Exception {
    String here = URI.create(server.url()).getAuthority();
    for (String origin : new String[] {"http://evil-" + here, "http://evil." + here, here}) {
      HttpResponse<String> refused = post("foreign", capsule, "Origin", origin);
      assertThat(refused.statusCode()).as(origin).isEqualTo(403);
    }
    assertThat(post("own", capsule, "Origin", "http://" + here).statusCode()).isEqualTo(201);
  }

  @Test
  void noBodyIsTheServersFault() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 60; i++) {
      StringBuilder body = new StringBuilder(capsule);
      for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
        int at = random.nextInt(body.length());
        int to = Math.min(body.length(), at + random.nextInt(200));
        body.replace(at, to, Character.toString(random.nextInt(32, 127)));
      }
      HttpResponse<String> answer = post("fuzzed", body.toString());
      assertThat(answer.statusCode()).as(answer.body()).isLessThan(500);
    }
  }

  @Test
  void beyondThisMachineNothingIsTaken() throws Exception {
    ServerAccess open = new ServerAccess(new InetSocketAddress("0.0.0.0", 0), null, null);
    try (LiveServer other = LiveServer.start(List.of(), open)) {
      int port = URI.create(other.url()).getPort();
      URI to = URI.create("http://" + LoopbackAddress.HOST + ":" + port + "/v1/capsules");
      HttpRequest request =
          HttpRequest.newBuilder(to).POST(BodyPublishers.ofString(capsule)).build();
      assertThat(CLIENT.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(404);
    }
  }
}

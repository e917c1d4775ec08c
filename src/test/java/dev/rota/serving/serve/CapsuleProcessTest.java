package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.bots.BotsDomain;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.capsule.CapsulePacker;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where domains are followed, a capsule is decided in a process of its own. */
final class CapsuleProcessTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LANE = "builds";
  private static final int EVENTS = 120;
  private static final int TURNS_OF_PAGE = 10;
  private static final int HEAP_MIB = 48;
  private static final int WORKERS = 1_000;
  private static final int CHUNKS = 10_000;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private LiveDomain live;
  private LiveServer server;
  private String capsule;

  @BeforeEach
  void open() throws IOException {
    Book book = new Book(new BotsDomain());
    book.play(LANE, 1, EVENTS);
    LedgerLogs logs = new LedgerLogs("bots", book.pages(TURNS_OF_PAGE));
    capsule = capsule(new BotsDomain(), logs, LANE, 41);
    live = LiveDomain.start(new BotsDomain(), () -> logs, CheckpointChoice.BEGINNING, Set.of());
    OpenCapsules capsules = new OpenCapsules(new CapsuleProcess(HEAP_MIB));
    server =
        LiveServer.start(List.of(live), ServerAccess.local(0), ProcessContext.NOBODY, capsules);
  }

  @AfterEach
  void close() {
    server.close();
    live.close();
  }

  private static String capsule(Domain domain, LedgerLogs logs, String lane, long from)
      throws IOException {
    StringBuilder lines = new StringBuilder();
    new CapsulePacker(domain, logs, CheckpointChoice.BEGINNING, lane)
        .write(
            new HistoryMoment.Turn(from),
            HistoryMoment.END,
            line -> lines.append(line).append('\n'));
    return lines.toString();
  }

  @Test
  void itIsAnsweredAsIfItWereOneMoreDomain() throws Exception {
    server.close();
    server = LiveServer.start(List.of(live), ServerAccess.local(0));
    String lane = opened("incident.rota");

    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .as("threads of this process that decide bots")
        .containsOnlyOnce("follow-bots-0");
    for (String path : new String[] {"/queries/quotas", "/state", "/state?at=60"}) {
      for (String part : new String[] {"answer", "state", "turn", "proved"}) {
        assertThat(json(lane + path).get(part))
            .as(path)
            .isEqualTo(json("/v1/bots/lanes/" + LANE + path).get(part));
      }
    }
    for (String path : new String[] {"/v1/domains", "/status"}) {
      assertThat(json(path).at("/domains"))
          .extracting(one -> one.path("domain").asText())
          .containsExactly("bots", "bots@incident.rota");
    }
    String tag = get(lane + "/state").headers().firstValue("ETag").orElseThrow();
    assertThat(get(lane + "/state", "If-None-Match", tag).statusCode()).isEqualTo(304);
    assertThat(get(lane + "/stat").statusCode()).isEqualTo(404);
    assertThat(get("/v1/bots@other/lanes").body()).contains("no domain 'bots@other'");
    assertThat(post("bad", "{}").statusCode()).isEqualTo(400);
    assertThat(get("/v1/bots@incident.rota/lanes/nowhere/events").statusCode()).isEqualTo(404);
  }

  @Test
  void itsTurnsComeAsEvents() throws Exception {
    String lane = opened("incident.rota");
    HttpRequest events =
        request(lane + "/events").header("Last-Event-ID", "" + (EVENTS - 2)).build();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                CLIENT.send(events, BodyHandlers.ofInputStream()).body(), UTF_8))) {
      List<String> ids = new ArrayList<>();
      long end = System.nanoTime() + Patience.MAX.toNanos();
      while (ids.size() < 2 && System.nanoTime() - end < 0) {
        String line = lines.readLine(); // the server says now and then that it is still there
        if (line.startsWith("id: ")) {
          ids.add(line);
        }
      }
      assertThat(ids).containsExactly("id: " + (EVENTS - 1), "id: " + EVENTS);
    }
  }

  /** Each turn is valid, and a few chunks on many workers are a state of many copies. */
  @Test
  void aHistoryThatNeedsMoreMemoryThanItMayHaveEndsItsProcessAlone() throws Exception {
    String lane = opened("incident.rota");
    HttpResponse<String> taken = post("large.rota", copies());
    assertThat(taken.statusCode()).as(taken.body()).isEqualTo(201);

    await().until(() -> get(lane + "/state").statusCode() == 410);

    JsonNode why = JSON.readTree(get("/v1/chunks@large.rota/lanes").body());
    assertThat(why.get("detail").asText())
        .contains("the process of the capsules has ended (exit code 3)", HEAP_MIB + " MiB");
    assertThat(why.get("hint").asText()).contains("rota follow --from FILE");
    for (JsonNode one : json("/v1/domains").get("domains")) {
      boolean isHere = one.get("domain").asText().equals("bots");
      assertThat(one.get("proved").asBoolean()).as(one.toString()).isEqualTo(isHere);
      assertThat(one.get("trouble").isNull()).as(one.toString()).isEqualTo(isHere);
    }
    assertThat(get("/v1/bots/lanes/" + LANE + "/state").statusCode()).isEqualTo(200);
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
    assertThat(opened("again.rota")).isEqualTo("/v1/bots@again.rota/lanes/" + LANE);
  }

  /** A network that places each chunk on each worker. */
  private static String copies() throws IOException {
    Book book = new Book(new ChunksDomain());
    String lane = LoneNetwork.NETWORK;
    book.take(ChunksWire.POLICIES, lane, 1_000, LoneNetwork.policy().setRings(1).build());
    for (int worker = 0; worker < WORKERS; worker++) {
      book.take(ChunksWire.PINGS, lane, 1_000, LoneNetwork.ping(worker).build());
    }
    List<ListedChunk> chunks = new ArrayList<>();
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      chunks.add(new ListedChunk("c" + chunk, 1L));
    }
    book.take(ChunksWire.LISTINGS, lane, 1_000, LoneNetwork.listing().setAdded(chunks).build());
    book.tick(lane, 100_000);
    LedgerLogs logs = new LedgerLogs("chunks", book.pages(TURNS_OF_PAGE));
    return capsule(new ChunksDomain(), logs, lane, 1);
  }

  /** Opens it and waits until all of it is decided; the path of its lane. */
  private String opened(String name) throws Exception {
    HttpResponse<String> answer = post(name, capsule);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    String lane =
        "/v1/%s/lanes/%s".formatted(JSON.readTree(answer.body()).get("domain").asText(), LANE);
    await().until(() -> json(lane + "/turns?limit=1").at("/turns/0/turn").asInt() == EVENTS);
    return lane;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path)).timeout(Patience.MAX);
  }

  private HttpResponse<String> post(String name, String body) throws Exception {
    HttpRequest.Builder post = request("/v1/capsules?name=" + name);
    return CLIENT.send(post.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = request(path);
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private JsonNode json(String path) throws Exception {
    return JSON.readTree(get(path).body());
  }
}

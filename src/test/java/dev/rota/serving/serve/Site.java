package dev.rota.serving.serve;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.bots.BotsDomain;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** A grid's ledger in memory, followed and served. */
final class Site implements AutoCloseable {
  static final String LANE = "builds";
  static final int EVENTS = 120;
  private static final int TURNS_OF_PAGE = 10;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final Book book = new Book(new BotsDomain());
  private final LedgerLogs logs;
  private final LiveDomain live;
  private final LiveServer server;

  private Site() throws IOException {
    book.play(LANE, 1, EVENTS);
    logs = new LedgerLogs("bots", book.pages(TURNS_OF_PAGE));
    live = LiveDomain.start(new BotsDomain(), () -> logs, CheckpointChoice.BEGINNING, Set.of());
    server = LiveServer.start(List.of(live), ServerAccess.local(0));
    awaitTurn(EVENTS);
  }

  static Site open() {
    try {
      return new Site();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void awaitTurn(long turn) {
    await().until(() -> !live.after(LANE, turn - 1, 1).isEmpty());
    await().until(() -> live.standings().get(0).caughtUp());
  }

  /** More events are decided and committed. */
  void grow(int events) {
    int before = book.pages(TURNS_OF_PAGE).size();
    Book longer = new Book(new BotsDomain());
    longer.play(LANE, 1, EVENTS + events);
    List<byte[]> pages = longer.pages(TURNS_OF_PAGE);
    pages.subList(before, pages.size()).forEach(logs::append);
  }

  void forge() {
    logs.append(new byte[] {1, 2, 3});
    await().until(() -> live.standings().get(0).difference() != null);
  }

  LiveDomain live() {
    return live;
  }

  String url() {
    return server.url();
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return client.send(request.timeout(Patience.MAX).build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> send(String method, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(Patience.MAX)
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  JsonNode json(String path) throws Exception {
    return JSON.readTree(get(path).body());
  }

  @Override
  public void close() {
    server.close();
    live.close();
  }
}

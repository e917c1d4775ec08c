package dev.rota.serving.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.chunks.ChunksDomain;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.Patience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A network is served in the form that SQD's programs read. */
final class DocumentsTest {
  private static final String LANE = "tethys";
  private static final int EVENTS = 80;

  private static HttpResponse<String> get(String url, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Patience.MAX);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void statusAndMetricsHaveNothingAroundThem() throws Exception {
    Book book = new Book(new ChunksDomain());
    book.play(LANE, 3, EVENTS);
    LedgerLogs logs = new LedgerLogs("chunks", book.pages(EVENTS));
    try (var live =
            LiveDomain.start(new ChunksDomain(), () -> logs, CheckpointChoice.BEGINNING, Set.of());
        LiveServer server = LiveServer.start(List.of(live), ServerAccess.local(0))) {
      await().until(() -> !live.after(LANE, EVENTS - 1, 1).isEmpty());
      String lane = server.url() + "/v1/chunks/lanes/" + LANE;

      HttpResponse<String> status = get(lane + "/status.json");
      assertThat(status.headers().firstValue("Content-Type")).hasValue("application/json");
      assertThat(new ObjectMapper().readTree(status.body()).get("workers")).isNotEmpty();

      HttpResponse<String> metrics = get(lane + "/metrics.txt");
      assertThat(metrics.headers().firstValue("Content-Type").orElse(""))
          .startsWith("application/openmetrics-text; version=1.0.0");
      assertThat(metrics.body()).contains("{network=\"tethys\",worker=\"").endsWith("# EOF\n");

      String tag = metrics.headers().firstValue("ETag").orElseThrow();
      assertThat(get(lane + "/metrics.txt", "If-None-Match", tag).statusCode()).isEqualTo(304);
      assertThat(get(lane + "/metrics.txt", "If-None-Match", "\"1\"").statusCode()).isEqualTo(200);
      assertThat(get(lane.replace(LANE, "nobody") + "/status.json").statusCode()).isEqualTo(404);
    }
  }
}

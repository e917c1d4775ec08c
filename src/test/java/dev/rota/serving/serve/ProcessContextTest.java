package dev.rota.serving.serve;

import static dev.rota.app.Ran.rota;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.bots.BotsDomain;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.Patience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A partition that is followed here, there, or nowhere. */
class ProcessContextTest {
  private static final String STATE = "/v1/bots/lanes/builds/state?at=20";

  private final Book book = new Book(new BotsDomain());

  @Test
  void aQuestionIsSentToWhoFollowsThePartition() throws Exception {
    try (Site there = Site.open();
        LiveDomain live = live();
        LiveServer here =
            LiveServer.start(
                List.of(live),
                ServerAccess.local(0),
                (_, _) -> Optional.of(authority(there.url())))) {
      HttpResponse<String> sent = get(HttpClient.Redirect.NEVER, here.url() + STATE);
      assertThat(sent.statusCode()).isEqualTo(307);
      assertThat(sent.headers().firstValue("Location")).hasValue(there.url() + STATE);
      assertThat(new ObjectMapper().readTree(sent.body()).get("detail").asText())
          .contains("'builds' lies on partition 0, which is not followed here");

      HttpResponse<String> told =
          get(HttpClient.Redirect.NORMAL, here.url() + STATE, "Rota-Redirect", "no");
      assertThat(told.statusCode()).isEqualTo(421);
      assertThat(told.headers().firstValue("Location")).isEmpty();
      assertThat(new ObjectMapper().readTree(told.body()).get("server").asText())
          .isEqualTo(there.url());

      assertThat(get(HttpClient.Redirect.NORMAL, here.url() + STATE).body())
          .isEqualTo(there.get(STATE).body());
      assertThat(get(HttpClient.Redirect.NEVER, here.url() + "/v1/bots/lanes").body())
          .contains("\"lanes\":[]");
      assertThat(asked(here.url())).isEqualTo(asked(there.url())).contains("bots builds: turn 20 ");
    }
  }

  /** A command goes where it is sent. */
  private static String asked(String url) {
    return rota("state", "bots", "--key", "builds", "--at", "20", "--url", url).out();
  }

  @Test
  void whereNobodyIsKnownToFollowItThatIsSaid() throws Exception {
    try (LiveDomain live = live();
        LiveServer here = LiveServer.start(List.of(live), ServerAccess.local(0))) {
      HttpResponse<String> told = get(HttpClient.Redirect.NEVER, here.url() + STATE);
      assertThat(told.statusCode()).isEqualTo(404);
      assertThat(told.body()).contains("lies on partition 0, which is not followed here");
    }
  }

  @Test
  void whatTheProcessDecidesIsInTheStatus() throws Exception {
    ProcessContext decides =
        new ProcessContext() {
          @Override
          public Optional<String> server(String domain, int partition) {
            return Optional.empty();
          }

          @Override
          public List<Map<String, Object>> engine() {
            return List.of(Map.of("domain", "bots", "active", List.of(0, 1)));
          }
        };
    try (LiveDomain live = live();
        LiveServer here = LiveServer.start(List.of(live), ServerAccess.local(0), decides);
        LiveServer follower = LiveServer.start(List.of(live), ServerAccess.local(0))) {
      assertThat(status(here).at("/engine/0/active").toString()).isEqualTo("[0,1]");
      assertThat(status(follower).at("/engine").toString()).isEqualTo("[]");
    }
  }

  private static JsonNode status(LiveServer server) throws Exception {
    return new ObjectMapper()
        .readTree(get(HttpClient.Redirect.NEVER, server.url() + "/status").body());
  }

  @Test
  void partitionsComeAndGo() throws Exception {
    try (LiveDomain live = live();
        LiveServer here = LiveServer.start(List.of(live), ServerAccess.local(0))) {
      live.follow(Set.of(0));
      await().until(() -> live.standings().get(0).caughtUp());
      assertThat(get(HttpClient.Redirect.NEVER, here.url() + STATE).statusCode()).isEqualTo(200);
      live.follow(Set.of(0));
      assertThat(live.standings()).singleElement().matches(one -> one.caughtUp());

      live.follow(Set.of());
      assertThat(live.standings()).isEmpty();
      assertThat(get(HttpClient.Redirect.NEVER, here.url() + STATE).statusCode()).isEqualTo(404);
    }
  }

  private LiveDomain live() {
    book.play("builds", 1, 120);
    LedgerLogs logs = new LedgerLogs("bots", book.pages(10));
    return LiveDomain.idle(new BotsDomain(), () -> logs, CheckpointChoice.BEGINNING);
  }

  private static String authority(String url) {
    return URI.create(url).getAuthority();
  }

  private static HttpResponse<String> get(
      HttpClient.Redirect redirect, String url, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Patience.MAX);
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return HttpClient.newBuilder()
        .followRedirects(redirect)
        .build()
        .send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}

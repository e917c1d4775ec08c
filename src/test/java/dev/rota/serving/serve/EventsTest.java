package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.readers.follow.held.RecentTurn;
import dev.rota.testing.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Turns are sent as they come, each once, also to who was away. */
final class EventsTest {
  private static final int HANGS_MILLIS = (int) Patience.MAX.toMillis();

  private Site site;

  @BeforeEach
  void open() throws IOException {
    site = Site.open();
  }

  @AfterEach
  void close() {
    site.close();
  }

  /** One that listens. */
  private static final class Listener implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader lines;

    Listener(Site site, String header) throws IOException {
      URI uri = URI.create(site.url());
      socket = new Socket(uri.getHost(), uri.getPort());
      socket.setSoTimeout(HANGS_MILLIS);
      String request =
          "GET /v1/bots/lanes/builds/events HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      assertThat(lines.readLine()).startsWith("HTTP/1.1 200");
      awaitLine(": still there");
    }

    void awaitLine(String wanted) throws IOException {
      String line = lines.readLine();
      while (line != null && !line.equals(wanted)) {
        line = lines.readLine();
      }
      assertThat(line).isEqualTo(wanted);
    }

    /** The next events, by their ids; each has its turn as data. */
    List<Long> next(int count) throws IOException {
      List<Long> ids = new ArrayList<>();
      long end = System.nanoTime() + Patience.MAX.toNanos();
      while (ids.size() < count) {
        String line = lines.readLine();
        assertThat(System.nanoTime() - end).as("time for event %s", ids.size()).isNegative();
        if (line.startsWith("id: ")) {
          ids.add(Long.parseLong(line.substring(4)));
          assertThat(lines.readLine()).isEqualTo("event: turn");
          String data = lines.readLine();
          assertThat(data).startsWith("data: ");
          assertThat(new ObjectMapper().readTree(data.substring(6)).get("turn").asLong())
              .isEqualTo(ids.get(ids.size() - 1));
        }
      }
      return ids;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @Test
  void theNextTurnsComeInTheirOrder() throws Exception {
    try (Listener one = new Listener(site, "");
        Listener other = new Listener(site, "")) {
      site.grow(20);
      assertThat(one.next(3)).containsExactly(121L, 122L, 123L);
      assertThat(one.next(17)).endsWith(140L);
      assertThat(other.next(20)).startsWith(121L).endsWith(140L);
    }
  }

  @Test
  void whoWasAwayGoesOnWhereItWas() throws Exception {
    try (Listener again = new Listener(site, "Last-Event-ID: 117\r\n")) {
      assertThat(again.next(3)).containsExactly(118L, 119L, 120L);
      site.grow(10);
      assertThat(again.next(10)).startsWith(121L).endsWith(130L);
    }
    assertThat(site.get("/v1/bots/lanes/builds/events", "Last-Event-ID", "x").statusCode())
        .isEqualTo(400);
  }

  /** It gets all that is held, not only the newest of the rush. */
  @Test
  void whoWasAwayDuringARushGoesOnWhereItWas() throws Exception {
    site.grow(300);
    site.awaitTurn(420);
    try (Listener again = new Listener(site, "Last-Event-ID: 117\r\n")) {
      assertThat(again.next(303)).isEqualTo(LongStream.rangeClosed(118, 420).boxed().toList());
    }
  }

  /** The history was made anew since, and is shorter. */
  @Test
  void whoHasSeenMoreThanThereIsGetsWhatComes() throws Exception {
    try (Listener elsewhere = new Listener(site, "Last-Event-ID: 5000\r\n")) {
      site.grow(10);
      assertThat(elsewhere.next(10)).startsWith(121L).endsWith(130L);
    }
  }

  @Test
  void ofARushTheNewestAreSentAndWhoWasAwayGetsAllThatIsHeld() {
    site.grow(400);
    site.awaitTurn(520);
    assertThat(TurnRoutes.next(site.live(), Site.LANE, 120, false))
        .extracting(RecentTurn::turn)
        .isEqualTo(LongStream.rangeClosed(421, 520).boxed().toList());
    assertThat(TurnRoutes.next(site.live(), Site.LANE, 500, false))
        .extracting(RecentTurn::turn)
        .isEqualTo(LongStream.rangeClosed(501, 520).boxed().toList());
    assertThat(TurnRoutes.next(site.live(), Site.LANE, 520, false)).isEmpty();
    assertThat(TurnRoutes.next(site.live(), Site.LANE, 120, true))
        .extracting(RecentTurn::turn)
        .isEqualTo(LongStream.rangeClosed(121, 520).boxed().toList());
  }

  /** Each page has a stream, and further connections for what it asks. */
  @Test
  void fiftyPagesKeepTheirStreams() throws Exception {
    List<Listener> pages = new ArrayList<>();
    List<Socket> asking = new ArrayList<>();
    URI uri = URI.create(site.url());
    for (int i = 0; i < 50; i++) {
      pages.add(new Listener(site, ""));
      for (int j = 0; j < 5; j++) {
        asking.add(new Socket(uri.getHost(), uri.getPort()));
      }
    }
    site.grow(10);
    for (Listener one : pages) {
      assertThat(one.next(10)).endsWith(130L);
      one.close();
    }
    for (Socket one : asking) {
      one.close();
    }
  }

  @Test
  void listenersHoldNoThread() throws Exception {
    List<Listener> crowd = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      crowd.add(new Listener(site, ""));
    }
    assertThat(site.get("/livez").statusCode()).isEqualTo(200);
    site.grow(10);
    for (Listener one : crowd) {
      assertThat(one.next(10)).endsWith(130L);
      one.close();
    }
  }

  @Test
  void whatIsForgedIsSaidInTheNextAnswer() throws Exception {
    String path = "/v1/bots/lanes/builds/queries/waiting";
    String tag = site.get(path).headers().firstValue("ETag").orElseThrow();
    site.forge();
    var answer = site.get(path, "If-None-Match", tag);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("\"proved\":false", "not verified: ");
    assertThat(site.json("/v1/domains").at("/domains/0/proved").asBoolean()).isFalse();
    assertThat(site.json("/v1/bots/lanes").at("/lanes/0/difference").asText()).isNotBlank();
  }
}

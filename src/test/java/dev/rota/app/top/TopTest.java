package dev.rota.app.top;

import static dev.rota.app.Ran.rota;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.rota.app.Ran;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.Console;
import dev.rota.app.console.ExitCode;
import dev.rota.app.follower.FollowerClient;
import dev.rota.app.instance.DevInstance;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.State;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The pictures of {@code rota top}, of a follower that serves all domains. */
final class TopTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int EVENTS = 150;
  private static final long SECOND = 1_000_000_000L;

  private static final List<LiveDomain> LIVE = new ArrayList<>();
  private static LiveServer server;

  @BeforeAll
  static void serve() throws IOException {
    Domains.ALL.forEach(domain -> LIVE.add(follow(domain)));
    server = LiveServer.start(LIVE, ServerAccess.local(0));
    for (LiveDomain one : LIVE) {
      await().until(() -> one.standings().get(0).turns() == EVENTS);
      await().until(() -> !one.after("here", EVENTS - 1, 1).isEmpty());
    }
  }

  @AfterAll
  static void close() {
    server.close();
    LIVE.forEach(LiveDomain::close);
  }

  static List<Domain> domains() {
    return Domains.ALL;
  }

  private static LiveDomain follow(Domain domain) {
    Book book = new Book(domain);
    book.play("here", 2, EVENTS);
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(10));
    return LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of());
  }

  private static Ran top(String... words) {
    List<String> all = new ArrayList<>(List.of("top"));
    all.addAll(List.of(words));
    if (!all.contains("--url")) {
      all.addAll(List.of("--url", server.url()));
    }
    return rota(all.toArray(String[]::new));
  }

  @Test
  void withoutATerminalAllLanesAreOnePicture() {
    Ran ran = top();
    assertThat(ran.code()).as(ran.err()).isZero();
    String all = Domains.ALL.stream().map(Domain::name).collect(Collectors.joining(", "));
    assertThat(ran.lines()).contains(all + ": caught up, verified").hasSizeLessThanOrEqualTo(24);
    assertThat(ran.lines()).allMatch(line -> line.length() <= 80);
    for (Domain domain : Domains.ALL) {
      assertThat(ran.lines())
          .anyMatch(line -> line.matches(domain.name() + " +\\d+ .* [▁█]+ most \\d+"))
          .anyMatch(line -> line.matches(domain.name() + "/here +\\d+ .* 150 +- .* verified"));
    }
    assertThat(top("cores", "--once").out())
        .contains("cores: caught up, verified")
        .doesNotContain("bots");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void aLaneShowsWhatItsDomainSaysAtAGlance(Domain domain) {
    assertThat(domain.glance()).isNotEmpty();
    for (String name : domain.glance()) {
      Query<State> query = domain.card().queries().get(name);
      assertThat(query).as(name).isNotNull();
      assertThat(query.isAboutLane()).isTrue();
    }

    Ran ran = top(domain.name(), "--key", "here", "--once");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.lines()).first().asString().startsWith(domain.name() + " here: turn 150, ");
    assertThat(ran.out()).contains("verified from turn 1; caught up");
    assertThat(ran.lines()).containsAll(domain.glance()).contains("last turns");
    assertThat(ran.lines()).allMatch(line -> line.length() <= 80).hasSizeLessThanOrEqualTo(24);
    assertThat(ran.out()).doesNotContain("{\"");
  }

  @Test
  void withoutAnAddressTheOwnDevIsAsked(@TempDir Path home) throws IOException {
    Map<String, String> variables = Map.of("ROTA_HOME", home.toString());
    DevInstance.ofThisProcess("mine", "h:1", "", "", server.url(), "/data").write(variables);
    Ran ran = rota(variables, "", "top", "bots", "--once");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("bots: caught up, verified");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void asJsonItIsWhatTheFollowerSays() throws IOException {
    JsonNode all = JSON.readTree(top("-o", "json").out());
    assertThat(all.at("/domains/0/rows/0/turn").asInt()).isEqualTo(EVENTS);
    JsonNode one = JSON.readTree(top("bots", "--key", "here", "-o", "json").out());
    assertThat(one.at("/answers/reasons/answer").isArray()).isTrue();
    assertThat(one.at("/trend/waiting")).hasSize(360);
    assertThat(all.at("/domains/0/trend/turns")).hasSize(360);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--key here|2|name the domain too",
        "cores --key ~0|2|--key is '~0'; expected a lane",
        "cores --key nobody|3|no turn of a lane 'nobody'",
        "croes|2|did you mean 'cores'",
        "cores --url ftp://here|2|expected http://HOST:PORT",
        "cores --url nonsense|2|expected http://HOST:PORT",
        "cores --url http://127.0.0.1:1|69|no follower answers at http://127.0.0.1:1"
      })
  void whatCannotBeShownIsSaid(String words, int code, String told) {
    Ran ran = top(words.split(" "));
    assertThat(ran.err()).contains(told);
    assertThat(ran.code()).isEqualTo(code);
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void aScreenShowsTheLastAnswerAndSaysSoWhenThereIsNoNewerOne() {
    AtomicReference<JsonNode> answer = new AtomicReference<>();
    TopView view =
        new TopView() {
          @Override
          public JsonNode look(FollowerClient follower) {
            if (answer.get() == null) {
              throw new CommandFailure(
                  ExitCode.UNAVAILABLE, "it does not answer", "it hangs", "wait");
            }
            return answer.get();
          }

          @Override
          public List<String> lines(JsonNode said, ScreenRoom room, long nowMillis, long nowNanos) {
            return List.of(said.asText() + " in " + room.rows());
          }
        };
    Console console =
        new Console(
            InputStream.nullInputStream(), new ByteArrayOutputStream(), null, Map.of(), true, true);
    TopScreen screen =
        new TopScreen(console, view, new FollowerClient(URI.create(server.url())), null);
    screen.ask();
    assertThat(screen.lines(List.of("above"), List.of("below"), new ScreenRoom(80, 20), 0, 0))
        .containsExactly("above", "no answer yet; it does not answer: it hangs", "", "below");
    answer.set(TextNode.valueOf("lanes"));
    screen.ask();
    assertThat(screen.lines(List.of("above"), List.of("below"), new ScreenRoom(80, 20), 0, 0))
        .containsExactly("above", "", "lanes in 17", "below");
    answer.set(null);
    screen.ask();
    assertThat(screen.lines(List.of("above"), List.of("below"), new ScreenRoom(80, 20), 0, 0))
        .containsExactly(
            "above",
            "as of the last answer; it does not answer: it hangs",
            "",
            "lanes in 16",
            "below");
  }

  @Test
  void answersAreTablesOrFields() throws IOException {
    AnswerLines lines = new AnswerLines(1_700_000_010_000L, 80);
    assertThat(
            lines.of(
                "jobs",
                JSON.readTree(
                    """
                    [{"job":"a","since":1700000000000,"tags":["x","y"]},
                     {"job":"b\\u001b","reason":"QUOTA"}]\
                    """)))
        .containsExactly(
            "JOB      SINCE     TAGS  REASON",
            "a        10 s ago  x y",
            "b\\u001B                  QUOTA");
    assertThat(lines.of("jobs", JSON.readTree("{\"w1\":{\"slots\":2},\"w2\":{\"slots\":4}}")))
        .containsExactly("NAME  SLOTS", "w1    2", "w2    4");
    assertThat(lines.of("jobs", JSON.readTree("{\"next\":1700000015000,\"gone\":null}")))
        .containsExactly("next: in 5 s", "gone: ");
    assertThat(lines.of("jobs", JSON.readTree("[]"))).containsExactly("none");
    assertThat(lines.of("jobs", JSON.readTree("[{\"a\":1},{\"a\":2},{\"a\":3},{\"a\":4}]")))
        .containsExactly("A", "1", "2", "3", "4");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void aSmallTerminalShowsEachPartOfALane(Domain domain) throws InterruptedException {
    OneLaneView view = new OneLaneView(domain, "here");
    JsonNode said = view.look(new FollowerClient(URI.create(server.url())));
    for (int rows : new int[] {9, 14, 23, 38}) {
      List<String> lines = view.lines(said, new ScreenRoom(80, rows), 0, SECOND);
      assertThat(lines)
          .hasSizeLessThanOrEqualTo(rows)
          .anyMatch(line -> line.equals("reasons") || line.startsWith("no room for: reasons, "));
      assertThat(lines.contains("last turns"))
          .as("%s", lines)
          .isNotEqualTo(lines.get(lines.size() - 1).startsWith("no room for: "));
      if (rows > 21) {
        assertThat(lines).containsAll(domain.glance()).contains("last turns");
      }
    }
  }

  @Test
  void qEndsItAndOtherKeysDoNot() throws Exception {
    try (TerminalKeys keys = TerminalKeys.none()) {
      keys.read(new ByteArrayInputStream("xyz".getBytes(US_ASCII)));
      assertThat(keys.awaitQuit(0)).isFalse();
      keys.read(new ByteArrayInputStream("xq".getBytes(US_ASCII)));
      assertThat(keys.awaitQuit(0)).isTrue();
    }
  }

  @Test
  void whatAnswersButIsNoFollowerIsSaid() throws Exception {
    FollowerClient other = new FollowerClient(URI.create(server.url() + "/page/"));
    assertThat(other.url()).isEqualTo(server.url() + "/page");
    Ran ran = rota(Map.of("ROTA_HOME", "/nonexistent"), "", "top", "--url", other.url());
    assertThat(ran.code()).isEqualTo(3);
    assertThat(ran.err()).contains("the follower at " + other.url() + ": ");
  }
}

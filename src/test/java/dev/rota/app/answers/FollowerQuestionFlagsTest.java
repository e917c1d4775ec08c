package dev.rota.app.answers;

import static dev.rota.app.Ran.rota;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.rota.app.Ran;
import dev.rota.app.instance.DevInstance;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A running follower gives the answer that the log gives, word for word. */
final class FollowerQuestionFlagsTest {
  private static final String LANE = "the:lane.1";
  private static final int TURNS = 150;

  @TempDir private static Path folder;
  private static final List<LiveDomain> LIVE = new ArrayList<>();
  private static final Map<String, String> FILES = new TreeMap<>();
  private static LiveServer server;

  @BeforeAll
  static void serve() throws IOException {
    for (Domain domain : Domains.ALL) {
      LIVE.add(follow(domain));
    }
    server = LiveServer.start(LIVE, ServerAccess.local(0));
    for (LiveDomain one : LIVE) {
      await().until(() -> one.standings().get(0).turns() == TURNS);
    }
  }

  @AfterAll
  static void close() {
    server.close();
    LIVE.forEach(LiveDomain::close);
  }

  private static LiveDomain follow(Domain domain) throws IOException {
    Book book = new Book(domain);
    book.play(LANE, 2, TURNS);
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(10));
    List<String> lines = new ArrayList<>();
    String name = domain.name();
    ExportedLogs.write(logs, name, LANE, LaneAnswers.topics(name, logs.layout(), LANE), lines::add);
    FILES.put(name, Files.write(folder.resolve(name + ".jsonl"), lines).toString());
    return LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of());
  }

  /** A thing that the lane has. */
  private static String id(String domain) {
    return switch (domain) {
      case "cores" -> "0";
      case "bots" -> answer(domain, "bots").path(0).path("bot").asText();
      case "chunks" -> answer(domain, "workers").path(0).path("worker").asText();
      default -> answer(domain, "workers").fieldNames().next();
    };
  }

  private static JsonNode answer(String domain, String query) {
    Ran ran = rota("query", domain, query, "-k", LANE, "--url", server.url(), "-o", "json");
    try {
      return new ObjectMapper().readTree(ran.out()).path("answer");
    } catch (JsonProcessingException e) {
      throw new AssertionError(ran.toString(), e);
    }
  }

  @Test
  void aBusyFollowerIsAskedAgainAndOneThatNamesAnotherIsLeftForIt() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpServer busy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    busy.createContext(
        "/",
        call -> {
          boolean first = asked.incrementAndGet() == 1;
          call.getResponseHeaders().set("Retry-After", "0");
          if (!first) {
            call.getResponseHeaders().set("Location", server.url() + call.getRequestURI());
          }
          byte[] body = "{\"title\":\"busy\"}".getBytes(UTF_8);
          call.sendResponseHeaders(first ? 429 : 307, body.length);
          call.getResponseBody().write(body);
          call.close();
        });
    busy.start();
    try {
      String url = "http://127.0.0.1:" + busy.getAddress().getPort();
      Ran ran = rota("state", "cores", "-k", LANE, "--url", url, "-o", "json");
      assertThat(ran.code()).as(ran.err()).isZero();
      assertThat(ran.out())
          .isEqualTo(rota("state", "cores", "-k", LANE, "--url", server.url(), "-o", "json").out());
      assertThat(asked).hasValue(2);
    } finally {
      busy.stop(0);
    }
  }

  static Stream<List<String>> questions() {
    return Domains.ALL.stream()
        .map(Domain::name)
        .flatMap(
            name ->
                Stream.of(
                    List.of("why", name, id(name)),
                    List.of("why", name, id(name), "--last", "1", "--at", "100"),
                    List.of("why", name, "nobody knows/it"),
                    List.of("why", name, "a", "--kind", "nonsense"),
                    List.of("state", name),
                    List.of("state", name, "--at", "77"),
                    List.of("state", name, "--at", "1000000"),
                    List.of("state", name, "--diff", "77", "80"),
                    List.of("state", name, "--diff", "77", "77"),
                    List.of("forecast", name, id(name)),
                    List.of("forecast", name, "--next", "3"),
                    List.of("forecast", name, "a", "--kind", "nonsense"),
                    List.of("query", name, "state"),
                    List.of("query", name, "none"),
                    List.of("query", name, "state", "none=1")));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void itIsTheAnswerOfTheLog(List<String> question) {
    for (String form : List.of("text", "json")) {
      List<String> words = new ArrayList<>(question);
      words.addAll(List.of("--key", LANE, "-o", form));
      Ran read = rota(with(words, "--from", FILES.get(question.get(1))));
      Ran served = rota(with(words, "--url", server.url()));
      assertThat(served.code()).as(served.err()).isEqualTo(read.code());
      assertThat(served.out()).isEqualTo(read.out());
      assertThat(said(served).isEmpty()).as(served.err()).isEqualTo(said(read).isEmpty());
    }
  }

  /** On stderr, without the line for who has to wait. */
  private static String said(Ran ran) {
    return ran.err().replace("the follower replays past turns …\n", "");
  }

  @Test
  void mostQuestionsHaveAnAnswer() {
    long answered =
        questions()
            .filter(one -> !one.contains("forecast"))
            .filter(one -> rota(with(one, "--key", LANE, "--url", server.url())).code() < 2)
            .count();
    assertThat(answered).isEqualTo(7L * Domains.ALL.size());
  }

  private static String[] with(List<String> words, String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void flagsThatAreTheFollowersOwnAreRefused() {
    String url = server.url();
    assertThat(rota("why", "bots", "job-1", "--url", url).err()).contains("--key LANE");
    assertThat(rota("why", "bots", "job-1", "-k", LANE, "--url", url, "--unless").err())
        .contains("--unless does not work with --url");
    assertThat(rota("state", "bots", "-k", LANE, "--url", url, "--from", "x").err())
        .contains("--from is a file, and --url a follower");
    assertThat(rota("state", "bots", "-k", LANE, "--url", url, "--policy", "x").err())
        .contains("a follower has its own --policy");
    assertThat(rota("query", "bots", "state", "-k", LANE, "--url", url, "--at", "3").err())
        .contains("--at works with --url for 'rota state' alone");
    assertThat(rota("state", "bots", "-k", LANE, "--url", "http://127.0.0.1:1").code())
        .isEqualTo(69);
  }

  /** What is known of a follower without --url. */
  private static Map<String, String> configured(String url) {
    return Map.of("ROTA_HOME", "/nonexistent", "ROTA_FOLLOWER_URL", url);
  }

  @ParameterizedTest
  @ValueSource(strings = {"state bots", "query bots state", "why bots a", "forecast bots --next 1"})
  void aFollowerThatIsConfiguredAnswersByItselfAndSaysAsOfWhen(String words) {
    String[] asked = with(List.of(words.split(" ")), "--key", LANE);
    Ran named = rota(with(List.of(asked), "--url", server.url()));
    Ran known = rota(configured(server.url()), "", asked);
    assertThat(known.out()).isEqualTo(named.out());
    assertThat(named.err()).doesNotContain("answers, as of");
    if (named.code() == 0) {
      assertThat(known.code()).isZero();
      assertThat(said(known))
          .startsWith(
              "the follower at %s answers, as of turn %d at ".formatted(server.url(), TURNS));
    } else {
      assertThat(said(known)).as("it may follow a part").contains("; the ledger is read");
    }
  }

  @Test
  void theRunningDevAnswersByItself(@TempDir Path home) throws IOException {
    Map<String, String> variables = Map.of("ROTA_HOME", home.toString());
    DevInstance dev =
        DevInstance.ofThisProcess(
            "here", "127.0.0.1:1", "http://127.0.0.1:1", "http://127.0.0.1:1", server.url(), "x");
    dev.write(variables);

    Ran state = rota(variables, "", "state", "bots", "--key", LANE);
    assertThat(state.code()).isZero();
    assertThat(state.err())
        .startsWith("rota dev (process %d) at %s answers".formatted(dev.pid(), server.url()));
    Ran nothing = rota(variables, "", "why", "bots", "nobody", "--key", LANE);
    assertThat(nothing.code()).as("it follows all that there is").isEqualTo(3);
    assertThat(nothing.err()).doesNotContain("the ledger is read");
    Ran own = rota(variables, "", "state", "bots", "--key", LANE, "--ledger");
    assertThat(own.err()).startsWith("Kafka cannot be reached: 127.0.0.1:1");
    Ran file = rota(variables, "", "state", "bots", "--from", FILES.get("bots"));
    assertThat(file.err()).as("a file is no cluster").isEmpty();
  }

  @Test
  void whoIsAwayOrFollowsAnotherDomainIsToldAndTheLedgerIsRead() {
    String[] state = {"state", "bots", "--key", LANE, "-b", "127.0.0.1:1"};
    Ran named = rota(configured(server.url()), "", state);
    assertThat(named.err()).as("of another cluster").startsWith("Kafka cannot be reached");
    Map<String, String> away =
        Map.of(
            "ROTA_HOME",
            "/nonexistent",
            "ROTA_FOLLOWER_URL",
            "http://127.0.0.1:1",
            "ROTA_BOOTSTRAP_SERVERS",
            "127.0.0.1:2");
    Ran ran = rota(away, "", "state", "bots", "--key", LANE);
    assertThat(ran.code()).isEqualTo(69);
    assertThat(ran.err().lines())
        .first()
        .isEqualTo("the follower at http://127.0.0.1:1: Connection refused; the ledger is read");
    assertThat(ran.err()).contains("Kafka cannot be reached: 127.0.0.1:2");
  }

  @Test
  void lanesAreCompletedFromARunningFollowerAndNothingIsSaidWithoutOne(@TempDir Path home)
      throws IOException {
    String[] typed = {"completion", "words", "--", "state", "bots", "--key", ""};
    Ran lanes = rota(configured(server.url()), "", typed);
    assertThat(lanes.lines()).containsExactly(LANE);
    Map<String, String> variables = Map.of("ROTA_HOME", home.toString());
    String none = "http://127.0.0.1:1";
    DevInstance.ofThisProcess("here", "127.0.0.1:1", none, none, server.url(), "x")
        .write(variables);
    assertThat(rota(variables, "", typed).lines()).containsExactly(LANE);
    assertThat(rota(variables, "", with(List.of(typed), "--dev", "here")).lines()).isEmpty();
    for (Ran silent :
        List.of(
            rota(typed),
            rota(configured(none), "", typed),
            rota(configured("nonsense"), "", typed),
            rota("completion", "words", "--", "state", "corse", "-k", ""),
            rota("completion", "words"))) {
      assertThat(silent).isEqualTo(new Ran(0, "", ""));
    }
  }

  @Test
  void queriesAndTheirArgumentsAreCompleted() {
    assertThat(rota("completion", "words", "--", "query", "cores", "").lines())
        .containsExactlyInAnyOrderElementsOf(Domains.ALL.get(0).card().queries().keySet());
    String[] typed = {"completion", "words", "--", "query", "cores", "group_assigned_to_core"};
    assertThat(rota(with(List.of(typed), "core=1", "")).lines()).containsExactly("at=");
  }
}

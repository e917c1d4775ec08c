package dev.rota.app.answers;

import static dev.rota.app.Ran.rota;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import dev.rota.cores.CoresDomain;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command says of a generated chain, from a file. */
final class ForecastCommandTest {
  private static final int TURNS = 2_000;

  @TempDir static Path folder;
  private static String file;

  @BeforeAll
  static void export() throws Exception {
    CoresDomain domain = new CoresDomain();
    Book book = new Book(domain);
    book.play("polkadot", 3, TURNS);
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(40));
    List<String> lines = new ArrayList<>();
    ExportedLogs.write(
        logs,
        domain.name(),
        "polkadot",
        LaneAnswers.topics(domain.name(), logs.layout(), "polkadot"),
        lines::add);
    file = Files.write(folder.resolve("polkadot.jsonl"), lines).toString();
  }

  private static Ran forecast(String... args) {
    List<String> all = new ArrayList<>(List.of("forecast", "cores", "--from", file));
    all.addAll(List.of(args));
    return rota(all.toArray(String[]::new));
  }

  private static JsonNode json(String... args) throws Exception {
    Ran ran = forecast(args);
    assertThat(ran.code()).as(ran.err()).isZero();
    return new ObjectMapper().readTree(ran.out());
  }

  @Test
  void theNextThingsAreThoseThatAreForecastOneByOne() throws Exception {
    JsonNode next = json("--next", "3", "-o", "json");

    assertThat(next.path("next")).hasSize(3);
    for (JsonNode one : next.path("next")) {
      JsonNode alone = json(one.path("id").asText(), "-o", "json").path("things").path(0);
      assertThat(alone.path("outcome").asText()).isEqualTo("STARTS");
      assertThat(alone.path("at")).isEqualTo(one.path("at"));
      assertThat(alone.path("where")).isEqualTo(one.path("where"));
      assertThat(alone.path("reason").path("rule").asText()).isEqualTo("cores 5.4");
      assertThat(alone.path("assumed")).hasSizeGreaterThan(2);
    }
    assertThat(forecast("--next", "3").lines())
        .hasSizeGreaterThan(4)
        .element(0)
        .asString()
        .startsWith("cores polkadot: turn " + TURNS)
        .endsWith("verified from turn 1");
  }

  @Test
  void thePageShowsWhatTheCommandsSay() throws Exception {
    assertThat(Files.readString(Path.of("docs", "forecast.md")))
        .contains(forecast("2095").out(), forecast("--backtest").out());
  }

  @Test
  void aBacktestCountsEachForecastOnce() throws Exception {
    JsonNode judged = json("--backtest", "--forecasts", "40", "-o", "json").path("backtest");

    assertThat(judged.path("moments").asInt()).isEqualTo(40);
    long sum = 0;
    for (String part : List.of("started", "never", "overdue", "missed", "rightlyNot", "unjudged")) {
      sum += judged.path(part).asLong();
    }
    assertThat(judged.path("forecasts").asLong()).isEqualTo(sum).isPositive();
    assertThat(judged.path("errorMillisP50").asLong())
        .isLessThanOrEqualTo(judged.path("errorMillisP90").asLong());
    assertThat(judged.path("onTime").asLong() * 2)
        .as("half of them are on time")
        .isGreaterThan(judged.path("started").asLong());
  }

  @Test
  void whatCannotBeAskedIsSaid() {
    assertThat(forecast().err()).contains("name one of ID, --next N and --backtest");
    assertThat(forecast("7", "--next", "3").code()).isEqualTo(2);
    assertThat(forecast("--next", "0").err()).contains("--next is 0; expected 1 to 100000");
    assertThat(forecast("--next", "1", "--within", "PT-1S").err()).contains("--within is PT-1S");
    assertThat(forecast("7", "--kind", "job").err()).contains("no kind 'job': there are para");
    Ran unknown = forecast("4000000000");
    assertThat(unknown.code()).isEqualTo(3);
    assertThat(unknown.err())
        .contains("the lane 'polkadot' has no '4000000000' at turn " + TURNS, "check the id");
    Ran near = forecast("209", "--at", "PT0S");
    assertThat(near.code()).isEqualTo(3);
    assertThat(near.err()).contains("the nearest are: para 209", "; else check the id");
  }
}

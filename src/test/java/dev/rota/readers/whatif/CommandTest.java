package dev.rota.readers.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota whatif} over an exported file. */
final class CommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String UNLESS_B = "unless: job b waits since 1970-01-01T00:00:02Z";

  @TempDir private Path dir;
  private Path exported;

  @BeforeEach
  void export() throws IOException {
    export(OneBot.book());
  }

  private void export(Book book) throws IOException {
    exported = dir.resolve("g.jsonl");
    LedgerLogs logs = new LedgerLogs("bots", book.pages(3));
    List<String> lines = new ArrayList<>();
    ExportedLogs.write(
        logs, "bots", OneBot.GRID, List.of(new TopicPartition("bots-ledger", 0)), lines::add);
    Files.write(exported, lines);
  }

  private Ran whatIf(String... more) {
    List<String> args = new ArrayList<>(List.of("whatif", "bots", "--from", exported.toString()));
    args.addAll(List.of(more));
    return Ran.rota(args.toArray(String[]::new));
  }

  private String policy(String json) throws IOException {
    return Files.writeString(dir.resolve("policy.json"), json).toString();
  }

  @Test
  void theTableHasBothHistories() throws IOException {
    Ran ran = whatIf("--policy", policy("{\"preemptionDelayMs\":60000}"));
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.lines())
        .first()
        .asString()
        .startsWith("bots g: turn 7 at 1970-01-01T00:00:20Z, verified from turn 1");
    assertThat(ran.lines().stream().map(line -> line.trim().replaceAll(" +", " ")))
        .contains(
            "changed preemptionDelayMs: 60000",
            "happened what if difference",
            "evictions 1 0 -1",
            "waiting for the first bot, p99, ms 5001 10000 +4999",
            "c/B 5001 10000 +4999",
            "Bots are a model. A job runs as long as it ran in history, on any bot.");
  }

  @Test
  void noChangeIsNoDifference() {
    Ran ran = whatIf();
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).contains("decisions    all the same").doesNotContain("+");
  }

  @Test
  void jsonHasEachFigure() throws IOException {
    Ran ran = whatIf("--add", "bot:two=like:one", "-o", "json");
    JsonNode json = JSON.readTree(ran.out());
    assertThat(json.at("/changed").asText()).isEqualTo("--add bot:two=like:one");
    assertThat(json.at("/differs").asBoolean()).isTrue();
    assertThat(json.at("/figures/5/name").asText()).isEqualTo("evictions");
    assertThat(json.at("/figures/5/happened").asInt()).isOne();
    assertThat(json.at("/figures/5/whatIf").asInt()).isZero();
    assertThat(json.at("/figures/5/difference").asInt()).isEqualTo(-1);
  }

  @Test
  void unlessABotMoreIsThere() throws IOException {
    export(OneBot.waiting());
    Ran ran = Ran.rota("why", "bots", "b", "--from", exported.toString(), "--unless");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.lines().subList(ran.lines().indexOf(UNLESS_B), ran.lines().size()))
        .containsExactly(
            UNLESS_B,
            "  with the maximum of B in c at 3, it still waits",
            "  with the minimum of B in c at 2, it still waits",
            "  with priority -1 instead of 0, it still waits",
            "  with one more bot like one, it is placed at 1970-01-01T00:00:02Z",
            "    rota whatif bots --key g --since 1970-01-01T00:00:02Z --add bots:1=like:one");
    Ran again = whatIf("--since", "1970-01-01T00:00:02Z", "--add", "bots:1=like:one");
    assertThat(again.out()).contains("leases started");
  }

  @Test
  void whatNoChangePlacesIsSaid() throws IOException {
    export(OneBot.waiting());
    Ran ran =
        Ran.rota("why", "bots", "c", "--kind", "job", "--from", exported.toString(), "--unless");
    assertThat(ran.out())
        .contains(
            "unless: job c waits since 1970-01-01T00:00:06Z",
            "no single change places it, of those that were tried: ");
    Ran over = Ran.rota("why", "bots", "a", "--from", exported.toString(), "--unless");
    assertThat(over.out()).contains("unless: job a does not wait");
  }

  @Test
  void badInputIsAnswered() throws IOException {
    assertThat(whatIf("--policy", policy("{\"preemptionDelay\":1}")).err())
        .contains("preemptionDelay", "did you mean 'preemptionDelayMs'?");
    assertThat(whatIf("--policy", policy("{\"intervalMs\":\"soon\"}")).err())
        .contains("intervalMs", "expected a whole number");
    assertThat(whatIf("--policy", policy("[]")).err()).contains("it is no JSON object");
    assertThat(whatIf("--policy", policy("{")).err()).contains("not JSON: ");
    Ran refused = whatIf("--policy", policy("{\"preemptionDelayMs\":-1}"));
    assertThat(refused.code()).isEqualTo(4);
    assertThat(refused.err()).contains("preemptionDelayMs is -1");
    Ran fleet = whatIf("--remove", "bot:nobody");
    assertThat(fleet.code()).isEqualTo(2);
    assertThat(fleet.err()).contains("this history has no bot 'nobody'", "bot:NAME, bots:N");
    assertThat(whatIf("--add", "two").err()).contains("'two' is not of the form KIND:NAME");
  }
}

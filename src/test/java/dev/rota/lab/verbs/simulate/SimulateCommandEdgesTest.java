package dev.rota.lab.verbs.simulate;

import static dev.rota.app.Ran.rota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateCommandEdgesTest {
  private static final String CLAIM =
      "{\"topic\":\"claims\",\"key\":\"mine\",\"value\":"
          + "{\"chain\":\"mine\",\"para\":2000,\"collator\":\"alice\"}}\n";

  private static Ran simulate(String in) {
    return rota(Map.of(), in, "simulate", "cores");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"query\":\"active_validators\",\"key\":\"mine\",\"args\":{\"n\":5}}",
        "{\"query\":\"active_validators\",\"key\":\"mine\",\"args\":{\"n\":-1,\"seed\":\"00\"}}",
        "{\"query\":\"rotation_math\",\"key\":\"mine\",\"args\":{\"fn\":\"nonsense\"}}",
        "{\"query\":\"rotation_math\",\"key\":\"mine\",\"args\":{\"cores\":1099511627776}}",
        "{\"query\":\"forecast\",\"key\":\"mine\",\"args\":{\"blocks\":-1}}",
        "{\"query\":\"forecast\",\"key\":\"mine\",\"args\":{\"assume\":\"nonsense\"}}",
        "{\"query\":\"core_para\",\"key\":\"mine\",\"args\":{\"core\":\"three\"}}",
        "{\"query\":\"core_para\",\"key\":\"mine\"}"
      })
  void aQuestionThatHasNoAnswerIsToldAndTheSessionGoesOn(String question) {
    Ran ran = simulate(CLAIM + question + "\n" + CLAIM);
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).startsWith("line 2: args: ").contains("1 line was refused");
    assertThat(ran.lines()).hasSize(2).allMatch(line -> line.contains("cores-outcomes"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n \r\n", "\uFEFF\n"})
  void nothingIsDecidedOfNothingAndThatIsSaid(String in) {
    Ran ran = simulate(in);
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).isEqualTo("no input lines: nothing was decided\n");
  }

  @Test
  void anEmptyFileIsNamed(@TempDir Path dir) throws IOException {
    Path file = Files.writeString(dir.resolve("empty.jsonl"), "\n");
    for (String check : List.of("--ledger", "--check")) {
      Ran ran = rota("simulate", "cores", check, "--file", file.toString());
      assertThat(ran.code()).isZero();
      assertThat(ran.err()).isEqualTo(file + " has no lines: nothing was decided\n");
    }
  }

  @Test
  void recordsWithoutATimestampAreTold() {
    Ran ran = simulate(CLAIM + CLAIM.replace("\"value\"", "\"timestamp\":5,\"value\"") + CLAIM);
    assertThat(ran.code()).isZero();
    assertThat(ran.err())
        .isEqualTo("2 records have no timestamp: the line before gives it, the first has 0\n");
    assertThat(ran.lines().get(0)).contains("\"timestamp\":0,");
    assertThat(ran.lines().get(2)).contains("\"timestamp\":5,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "cores|next_up_on_available|{`coer`:3}|args.coer: the query 'next_up_on_available' has no"
            + " such argument; did you mean 'core'?",
        "cores|core_para|{`core`:1,`depth`:2}|args.depth: the query 'core_para' has no such"
            + " argument; it takes core",
        "cores|state|{`core`:1}|args.core: the query 'state' has no such argument; it takes none",
      })
  void anArgumentThatAQueryDoesNotKnowIsRefusedByItsName(
      String domain, String query, String args, String told) {
    String question =
        "{\"query\":\"%s\",\"key\":\"mine\",\"args\":%s}%n"
            .formatted(query, args.replace('`', '"'));
    Ran ran = rota(Map.of(), CLAIM + question, "simulate", domain);
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).startsWith("line 2: " + told + "\n");
    assertThat(ran.lines()).hasSize(1);
  }

  @Test
  void aQuestionToALaneThatIsNotThereSaysSo() {
    String question = "{\"query\":\"queue\",\"key\":\"%s\"}\n";
    Ran none = simulate(question.formatted("mine"));
    assertThat(none.code()).isEqualTo(3);
    assertThat(none.out()).isEmpty();
    assertThat(none.err()).contains("line 1: key: no lane is named \"mine\"; no lane exists yet");
    Ran near = simulate(CLAIM + question.formatted("mien") + question.formatted("kusama"));
    assertThat(near.code()).isEqualTo(3);
    assertThat(near.err())
        .contains("line 2: key: no lane is named \"mien\"; did you mean 'mine'?")
        .contains("line 3: key: no lane is named \"kusama\"; known lanes: mine");
    assertThat(near.lines()).hasSize(1);
  }

  @Test
  void whatIsOnlyComputedNeedsNoLane() {
    String seed = "00".repeat(32);
    Ran ran =
        simulate(
            "{\"query\":\"active_validators\",\"key\":\"any\",\"args\":{\"n\":4,\"seed\":\"%s\"}}"
                .formatted(seed));
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).startsWith("{\"query\":\"active_validators\",\"answer\":[");
  }

  @Test
  void aMarkOfByteOrderAndCarriageReturnsChangeNothing() {
    Ran ran = simulate("\uFEFF" + CLAIM.replace("\n", "\r\n"));
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).isEqualTo(simulate(CLAIM).out()).isNotEmpty();
  }

  @Test
  void aFieldBeyondItsLimitIsNamedAndTheSessionGoesOn() {
    Ran ran = simulate(CLAIM + CLAIM.replace("alice", "a".repeat(129)) + CLAIM);
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err())
        .startsWith("line 2: value.collator: it has 129 bytes, at most 128 are taken: send a");
    assertThat(ran.lines()).hasSize(2).allMatch(line -> line.contains("cores-outcomes"));
  }

  @Test
  void aFloodOfBadLinesIsToldInPart() {
    Ran ran = simulate("nonsense\n".repeat(500) + CLAIM);
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.lines()).hasSize(1);
    assertThat(ran.err().lines()).hasSize(102);
    assertThat(ran.err()).contains("line 100: ", "500 lines were refused");
  }
}

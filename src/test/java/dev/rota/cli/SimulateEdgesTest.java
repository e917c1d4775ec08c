package dev.rota.cli;

import static dev.rota.cli.Ran.rota;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateEdgesTest {
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
  void nothingIsDecidedOfNothing(String in) {
    Ran ran = simulate(in);
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void aMarkOfByteOrderAndCarriageReturnsChangeNothing() {
    Ran ran = simulate("\uFEFF" + CLAIM.replace("\n", "\r\n"));
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).isEqualTo(simulate(CLAIM).out()).isNotEmpty();
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

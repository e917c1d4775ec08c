package dev.rota.app.console;

import static dev.rota.app.Ran.rota;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whatever a record says, a terminal shows it and does not obey it. */
class ConsoleTest {
  private static final String CLEAR = "\u009b2J";
  private static final String TURN = "\u202e";
  private static final Map<String, String> NOWHERE = Map.of("ROTA_HOME", "/nonexistent");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console =
      new Console(
          new ByteArrayInputStream(new byte[0]),
          out,
          new PrintStream(err, true, UTF_8),
          Map.of(),
          true,
          true);

  @Test
  void aLineOfDataIsOneLineAndNothingInItIsObeyed() throws IOException {
    console.line("alice" + CLEAR + "\u001b[1m\r\n" + TURN + "bob\tcarol \u00e9");

    assertThat(out.toString(UTF_8))
        .isEqualTo("alice\\u009B2J\\u001B[1m\\u000D\\u000A\\u202Ebob\tcarol \u00e9\n");
  }

  @Test
  void aNoteMayHaveSeveralLinesAndNothingInThemIsObeyed() {
    console.note("one" + CLEAR + "\n  two\r");

    assertThat(err.toString(UTF_8))
        .isEqualTo("one\\u009B2J\n  two\\u000D" + System.lineSeparator());
  }

  @Test
  void ourOwnColoursAreForATerminalToObey() throws IOException {
    console.raw("\u001b[1mbold\u001b[0m");

    assertThat(out.toString(UTF_8)).isEqualTo("\u001b[1mbold\u001b[0m\n");
  }

  @Test
  void whatIsSimulatedAndRefusedIsShownAndNotObeyed() {
    String claim =
        "{\"topic\":\"claims\",\"key\":\"c\",\"timestamp\":1,\"value\":"
            + "{\"chain\":\"c\",\"para\":1,\"collator\":\"x"
            + CLEAR
            + TURN
            + "\"}}\n";
    String unknown = claim.replace("collator", "colla" + TURN + CLEAR);

    Ran ran = rota(NOWHERE, claim + unknown, "simulate", "cores");

    assertThat(ran.out()).contains("x\\u009B2J\\u202E").doesNotContain(CLEAR).doesNotContain(TURN);
    assertThat(ran.err()).contains("colla\\u202E").doesNotContain(CLEAR).doesNotContain(TURN);
  }

  @Test
  void anErrorsJsonIsStillTheSameText() {
    Ran ran = rota(NOWHERE, "", "-o", "json", "simulate", "no" + TURN + "domain");

    assertThat(ran.code()).isNotZero();
    assertThat(ran.err()).contains("no\\u202Edomain").doesNotContain(TURN);
  }
}

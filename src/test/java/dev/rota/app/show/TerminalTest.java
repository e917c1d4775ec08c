package dev.rota.app.show;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is drawn on a terminal, and how it fits. */
class TerminalTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void whatLiesOnTheTerminalCanBeScrolledBackToAndDrawingsLieOnEachOther() throws IOException {
    var out = new ByteArrayOutputStream();
    TerminalScreen screen = new TerminalScreen(out);
    screen.draw(List.of("one", "two"), 4);
    String first = out.toString(UTF_8);
    assertThat(first).startsWith("\r\n".repeat(4) + "\033[?25l\033[?7l\033[H");
    out.reset();
    screen.draw(List.of("three"), 4);
    String again = out.toString(UTF_8);
    assertThat(again)
        .isEqualTo("\033[?25l\033[?7l\033[H\033[Kthree\r\n\033[J\033[?7h\033[?25h")
        .as("the cursor and the wrap of lines are as before");
    assertThat(first).endsWith("\033[?7h\033[?25h");
  }

  @ParameterizedTest
  @CsvSource({
    "'50 200\n', '1 (java) S 2 7 7 34816 7 4', 200, 50, true",
    "'50 200\n', '1 (ja (v) a) S 2 7 7 34816 9 4', 200, 50, false",
    "'0 0\n', '', 132, 43, true",
    "'', '', 132, 43, true",
    "'stty: no', 'x', 132, 43, true"
  })
  void theTerminalIsAskedAtEachDrawing(
      String size, String process, int columns, int rows, boolean front) {
    Map<String, String> variables = Map.of("COLUMNS", "132", "LINES", "43");
    assertThat(Terminal.of(size, process, variables)).isEqualTo(new Terminal(columns, rows, front));
    assertThat(Terminal.of("", "", Map.of("COLUMNS", "0"))).isEqualTo(new Terminal(80, 24, true));
  }

  @ParameterizedTest
  @CsvSource({"80,24", "20,5", "10,2", "1,1", "500,200"})
  void noLineIsWiderThanTheTerminalAndTheCursorHasARow(int columns, int rows) {
    List<String> fitted =
        new Terminal(columns, rows, true).fitted(List.of("a long line", "b", "c"));
    assertThat(fitted).hasSize(Math.min(3, rows - 1));
    assertThat(fitted).allMatch(line -> line.length() <= columns);
  }

  @Test
  void whatWouldControlTheTerminalIsNotPrinted() {
    assertThat(new Terminal(80, 24, true).cut("a\033[2Jb\u202ec\nd")).isEqualTo("a?[2Jb?c?d");
    assertThat(new Terminal(7, 24, true).cut("日本語テキスト")).isEqualTo("日本語…");
    assertThat(new Terminal(7, 24, true).cut("▁▂▃▄▅▆█")).isEqualTo("▁▂▃▄▅▆█");
    assertThat(new Terminal(7, 24, true).cut("exactly")).isEqualTo("exactly");
    assertThat(new Terminal(6, 24, true).cut("exactly")).isEqualTo("exact…");
  }

  @Test
  void ratesAreThoseOfTheLastTenSeconds() {
    GrowthRate rate = new GrowthRate();
    assertThat(rate.perSecond(0, 0)).isZero();
    assertThat(rate.perSecond(0, 1000)).as("kept from before").isZero();
    assertThat(rate.perSecond(2 * SECOND, 1010)).isEqualTo(5);
    assertThat(rate.perSecond(12 * SECOND, 1110)).isEqualTo(10);
    assertThat(rate.perSecond(22 * SECOND, 1110)).isZero();
  }
}

package dev.rota.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.console.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README says of its example for the simulator is so. */
class ReadmeTest {
  private static final Pattern LINES = Pattern.compile("<<'LINES'\n(.*?)LINES\n", Pattern.DOTALL);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void theLinesForTheSimulatorAreTakenAndAnswered() throws IOException {
    MatchResult lines = LINES.matcher(readme()).results().findFirst().orElseThrow();
    int code = Main.run(new String[] {"simulate", "bots"}, console(lines.group(1)));
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString(UTF_8).lines())
        .anyMatch(line -> line.contains("\"job\":\"compile\"") && line.contains("\"ACTIVE\""))
        .last()
        .asString()
        .startsWith("{\"query\":\"waiting\"")
        .containsPattern("\"job\":\"test\",\"position\":\"~2\",.*\"reason\":\"NO_FREE_BOT\"")
        .containsPattern("\"job\":\"release\",\"position\":\"~1\",.*\"reason\":\"NO_FREE_BOT\"");
  }

  private static String readme() throws IOException {
    return Files.readString(Path.of("README.md"));
  }

  private Console console(String in) {
    return new Console(
        new ByteArrayInputStream(in.getBytes(UTF_8)),
        out,
        new PrintStream(err, true, UTF_8),
        Map.of(),
        false,
        false);
  }
}

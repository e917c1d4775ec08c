package dev.rota.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.rota.app.console.Console;
import dev.rota.app.console.RootCommand;
import dev.rota.base.book.Pages;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the README says is so, and every page's commands are those of the program. */
class ReadmeTest {
  private static final Pattern SHELL = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINES = Pattern.compile("<<'LINES'\n(.*?)LINES\n", Pattern.DOTALL);
  private static final Pattern ROTA = Pattern.compile("\\./rota ([^|\n<>#]*)");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void everyCommandIsOneThatTheProgramTakes() throws IOException {
    List<String> commands =
        SHELL
            .matcher(all())
            .results()
            .flatMap(block -> ROTA.matcher(block.group(1).replace("\\\n", "")).results())
            .map(command -> command.group(1).strip())
            .toList();
    assertThat(commands).hasSizeGreaterThanOrEqualTo(5).startsWith("dev --demo");
    for (String command : commands) {
      assertThatCode(() -> Main.line(new RootCommand(console(""))).parseArgs(command.split(" +")))
          .as(command)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void theLinesForTheSimulatorAreTakenAndAnswered() throws IOException {
    MatchResult lines = LINES.matcher(readme()).results().findFirst().orElseThrow();
    int code = Main.run(new String[] {"simulate", "cores"}, console(lines.group(1)));
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString(UTF_8).lines())
        .anyMatch(line -> line.contains("\"outcome\":\"QUEUED\""))
        .anyMatch(
            line ->
                line.startsWith(
                    "{\"query\":\"next_up_on_available\",\"answer\":{\"para\":2000,\"collator\":\"alice\"}}"))
        .anyMatch(line -> line.startsWith("{\"query\":\"forecast\""));
  }

  /** The README, then the other pages. */
  private static String all() throws IOException {
    return Pages.all().stream().map(Pages::text).collect(Collectors.joining("\n"));
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

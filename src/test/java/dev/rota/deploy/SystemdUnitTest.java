package dev.rota.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.rota.app.Main;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.testing.PrintedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The unit of systemd starts what there is, and knows how it ends. */
class SystemdUnitTest {
  private static final Path UNIT = Path.of("deploy/systemd/rota.service");

  private static List<String> values(String key) throws IOException {
    return Files.readAllLines(UNIT).stream()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1))
        .toList();
  }

  private static String value(String key) throws IOException {
    assertThat(values(key)).as(key).hasSize(1);
    return values(key).get(0);
  }

  @Test
  void itStartsTheScriptOfTheReleaseWithACommandOfTheProgram() throws IOException {
    String[] words = value("ExecStart").split(" ", -1);
    assertThat(words[0]).isEqualTo("/opt/rota/rota");
    assertThat(Files.readString(Path.of("docs/deploy.md"))).contains(" /opt/rota\n", words[3]);
    RootCommand root = new RootCommand(PrintedJson.nowhere());
    String[] command = Arrays.copyOfRange(words, 1, words.length);
    assertThatCode(() -> Main.line(root).parseArgs(command)).doesNotThrowAnyException();
  }

  @Test
  void itStaysDownWhereAStartCannotHelp() throws IOException {
    assertThat(value("Restart")).isEqualTo("on-failure");
    assertThat(value("RestartPreventExitStatus"))
        .isEqualTo("%d %d".formatted(ExitCode.USAGE.code(), ExitCode.CONFIGURATION.code()));
    assertThat(value("SuccessExitStatus")).isEqualTo("143");
    assertThat(value("KillSignal")).isEqualTo("SIGTERM");
  }

  /** After a login that was refused, too: the identity provider may have been away. */
  @Test
  void itStartsAgainAsOftenAsItTakesAndAsksNobodyTooOften() throws IOException {
    assertThat(value("StartLimitIntervalSec")).as("no limit").isEqualTo("0");
    assertThat(Integer.parseInt(value("RestartSec"))).isBetween(10, 30);
    assertThat(value("RestartPreventExitStatus").split(" "))
        .doesNotContain("" + ExitCode.NOT_AUTHORISED.code(), "" + ExitCode.UNAVAILABLE.code());
    assertThat(Files.readString(Path.of("docs/deploy.md")))
        .contains("starts again " + value("RestartSec") + " s after a failure");
  }

  @Test
  void itsStateIsWhereItMayWrite() throws IOException {
    Map<String, String> variables = new HashMap<>();
    for (String variable : values("Environment")) {
      String[] sides = variable.split("=", 2);
      variables.put(sides[0], sides[1]);
    }
    assertThat(variables.remove("MALLOC_ARENA_MAX")).isEqualTo("2");
    assertThat(new SettingsSources().environment(variables).load().text(KnownSettings.STATE_DIR))
        .isEqualTo("/var/lib/" + value("StateDirectory"));
    assertThat(value("ProtectSystem")).isEqualTo("strict");
    assertThat(value("NoNewPrivileges")).isEqualTo("yes");
    assertThat(value("DynamicUser")).isEqualTo("yes");
  }
}

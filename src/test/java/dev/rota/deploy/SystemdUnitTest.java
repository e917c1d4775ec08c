package dev.rota.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.rota.app.Main;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import dev.rota.base.book.DocBlock;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.testing.NotRun;
import dev.rota.testing.PrintedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unit of systemd starts what there is, and knows how it ends. */
class SystemdUnitTest {
  private static final Path UNIT = Path.of("deploy/systemd/rota.service");

  @TempDir private Path root;

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
        .doesNotContain(
            "" + ExitCode.NOT_AUTHORISED.code(),
            "" + ExitCode.UNAVAILABLE.code(),
            "" + ExitCode.AGAIN.code());
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

  /** Below a folder, where systemd reads the unit and enables it, and starts nothing. */
  @Test
  void itIsInstalledByTheCommandsOfThePage() throws Exception {
    NotRun.unless(
        ScriptRun.of(root, "command -v systemctl && command -v systemd-analyze").code() == 0,
        "the commands of docs/deploy.md for systemd: it is not on this machine");
    Path release = Files.createDirectories(root.resolve("opt/rota-1"));
    Files.copy(Path.of("rota"), release.resolve("rota"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.copy(Path.of("find-java.sh"), release.resolve("find-java.sh"));
    Files.createDirectories(release.resolve("deploy/systemd"));
    Files.writeString(release.resolve(UNIT), below(Files.readString(UNIT), "(?<==)"));
    Files.createDirectories(root.resolve("etc/systemd/system"));
    Files.writeString(root.resolve("rota.properties"), "bootstrap.servers=kafka:9092\n");
    String written = DocBlock.having(Path.of("docs/deploy.md"), "systemctl").text();
    String script = below(written.replace("VERSION", "1"), "(?<= )");
    ScriptRun ran = ScriptRun.of(root, systemctl() + script);
    assertThat(ran.code()).as(ran.said()).isZero();

    assertThat(ran.said()).doesNotContain("rota.service:");
    assertThat(root.resolve("etc/rota/rota.properties")).isNotEmptyFile();
    assertThat(root.resolve("opt/rota/rota")).isExecutable();
    assertThat(root.resolve("etc/systemd/system/multi-user.target.wants/rota.service"))
        .isSymbolicLink();
  }

  /** Has only the verbs of the page. */
  private String systemctl() {
    return """
        systemctl() {
          case "$*" in
            daemon-reload) systemd-analyze verify %1$s/etc/systemd/system/rota.service ;;
            "enable --now rota") command systemctl --root=%1$s enable rota ;;
            *) return 64 ;;
          esac
        }
        """
        .formatted(root);
  }

  private String below(String text, String before) {
    return text.replaceAll(before + "/(opt|etc)/", Matcher.quoteReplacement(root + "/") + "$1/");
  }
}

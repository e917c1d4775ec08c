package dev.rota.base.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.console.ExitCode;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.SettingDefinition;
import dev.rota.domains.Domains;
import dev.rota.road.topics.RequiredTopics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of the pages are those of the code. */
class TablesTest {
  private static final Pattern SETTING = Pattern.compile("\\| `([a-z.]+)` \\|([^|]*)\\|");

  /** Their defaults depend on the machine. */
  private static final Set<String> OF_THE_MACHINE =
      Set.of(KnownSettings.STATE_DIR, KnownSettings.WORKERS);

  @Test
  void everyTopicOfEveryDomainIsNamed() {
    String topics = page("topics");
    Domains.ALL.forEach(
        domain ->
            RequiredTopics.of(domain)
                .forEach(topic -> assertThat(topics).contains("| `" + topic.name() + "` |")));
  }

  @Test
  void everySettingHasItsNameAndDefault() {
    String page = page("settings");
    for (SettingDefinition setting : KnownSettings.ALL) {
      Matcher row = row(page, setting.name());
      if (!OF_THE_MACHINE.contains(setting.name())) {
        assertThat(row.group(2).replace("`", "").strip())
            .as(setting.name())
            .isEqualTo(setting.otherwise());
      }
    }
  }

  @Test
  void everyExitCodeIsListed() {
    String page = page("commands");
    List.of(ExitCode.values())
        .forEach(exit -> assertThat(page).containsPattern("\\| +" + exit.code() + " \\|"));
  }

  /** What another page says of a restart was measured. */
  @Test
  void aRestartTakesAsLongAsItWasMeasured() {
    String measured = page("faults");
    String page = page("rolling-restart");
    Map.of(
            "stop", "engine SIGTERM \\(F2\\)",
            "back", "engine joins one that has everything",
            "killed", "engine kill -9, transaction open [^|]*")
        .forEach(
            (part, fault) -> {
              Matcher figure =
                  Pattern.compile("(?m)^\\| " + fault + " \\| ([0-9.]+ s) ").matcher(measured);
              assertThat(figure.find()).as(fault).isTrue();
              assertThat(page)
                  .containsPattern(
                      "\\| %s \\|[^|]*\\|[^|]*\\): %s\\b".formatted(part, figure.group(1)));
            });
  }

  private static Matcher row(String page, String setting) {
    Matcher rows = SETTING.matcher(page);
    while (rows.find()) {
      if (rows.group(1).equals(setting)) {
        return rows;
      }
    }
    throw new AssertionError("docs/settings.md has no row of " + setting);
  }

  private static String page(String name) {
    return Pages.text(Path.of("docs", name + ".md"));
  }
}

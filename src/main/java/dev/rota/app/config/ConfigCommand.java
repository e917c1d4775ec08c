package dev.rota.app.config;

import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.VerbGroup;
import dev.rota.base.lines.AnswerJson;
import dev.rota.base.settings.EffectiveValue;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rota config}: prints the settings in effect. */
@Command(name = "config", description = "print the settings in effect")
public final class ConfigCommand extends VerbGroup {
  ConfigCommand() {
    super("'config show'");
  }

  @Command(
      name = "show",
      description = {
        "print every setting in effect; secrets are masked",
        "",
        "Rota's own and given settings come first, then client settings: streams.* for the engine,"
            + " producer.*, consumer.* and admin.* for commands. Kafka's defaults are last."
      })
  int show(
      @Mixin ConnectionFlags connection,
      @Option(names = "--origin", description = "also print where each value comes from")
          boolean origin,
      @Option(names = "--brief", description = "omit Kafka's defaults") boolean brief)
      throws IOException {
    for (EffectiveValue value : EffectiveSettings.of(connection.shown(root()), brief)) {
      root().console().line(root().json() ? json(value) : text(value, origin));
    }
    return ExitCode.OK.code();
  }

  private static String text(EffectiveValue value, boolean origin) {
    String line = value.name() + "=" + value.shown();
    return origin ? line + "\t" + value.source() : line;
  }

  private record ShownSetting(String name, String value, String origin) {}

  private static String json(EffectiveValue value) {
    return AnswerJson.text(new ShownSetting(value.name(), value.shown(), value.source()));
  }
}

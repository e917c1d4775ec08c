package dev.rota.cli.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.cli.cluster.Connection;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.VerbGroup;
import dev.rota.settings.Value;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rota config}: what is in effect. */
@Command(name = "config", description = "the settings in effect")
public final class ConfigCommand extends VerbGroup {
  ConfigCommand() {
    super("'config show'");
  }

  @Command(
      name = "show",
      description = {
        "every setting in effect, secrets as stars",
        "",
        "First what is Rota's own or was given. Then what its clients are told: streams.* for the"
            + " engine, producer.*, consumer.* and admin.* for commands. Then Kafka's defaults."
      })
  int show(
      @Mixin Connection connection,
      @Option(names = "--origin", description = "and where each value was given") boolean origin,
      @Option(names = "--brief", description = "without Kafka's defaults") boolean brief)
      throws IOException {
    for (Value value : Effective.of(connection.shown(root()), brief)) {
      root().console().line(root().json() ? json(value) : text(value, origin));
    }
    return Exit.OK.code();
  }

  private static String text(Value value, boolean origin) {
    String line = value.name() + "=" + value.shown();
    return origin ? line + "\t" + value.source() : line;
  }

  private static String json(Value value) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", value.name())
        .put("value", value.shown())
        .put("origin", value.source())
        .toString();
  }
}

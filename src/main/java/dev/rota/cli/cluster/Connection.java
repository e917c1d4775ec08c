package dev.rota.cli.cluster;

import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.Root;
import dev.rota.cli.instance.DevChoice;
import dev.rota.cli.instance.DevInstance;
import dev.rota.settings.Known;
import dev.rota.settings.Settings;
import dev.rota.settings.Sources;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that say where Kafka and the registry are, for verbs that talk to them. */
public final class Connection {
  @Option(
      names = {"-b", "--bootstrap-server"},
      paramLabel = "HOST:PORT",
      description = "Kafka; default, but not for 'run': that of a running 'rota dev'")
  private String bootstrap;

  @Option(
      names = "--registry",
      paramLabel = "URL",
      description = "schema registry; default, but not for 'run': that of a running 'rota dev'")
  private String registry;

  @Option(
      names = "--dev",
      paramLabel = "NAME",
      description = "which running 'rota dev', where several run: name, process or data directory")
  private String dev;

  @Mixin private SettingFlags given;

  /** The sources with these flags, before anything else is known. */
  public Sources sources(Root root) {
    Sources sources =
        new Sources()
            .flag("--bootstrap-server", Known.BOOTSTRAP, bootstrap)
            .flag("--registry", Known.REGISTRY, registry)
            .environment(root.console().variables());
    given.to(sources);
    if (dev != null) {
      DevChoice.behind(sources, running(root).named(dev));
    }
    return sources;
  }

  /** The settings, with a running {@code rota dev} behind them. */
  public Settings settings(Root root) {
    return withDev(sources(root), root);
  }

  /** The same for who only looks at settings: which of several is meant may stay open. */
  public Settings shown(Root root) {
    try {
      return settings(root);
    } catch (Failure several) {
      if (several.exit() != Exit.USAGE) {
        throw several;
      }
      root.note(several.getMessage());
      return sources(root).load();
    }
  }

  /** The settings; what nobody gave is taken from a running {@code rota dev}. */
  public Settings withDev(Sources sources, Root root) {
    Settings given = sources.load();
    String name = root.console().variables().getOrDefault(DevChoice.VARIABLE, "");
    Optional<DevInstance> instance =
        given.find(Known.BOOTSTRAP).isPresent()
            ? running(root).at(given.text(Known.BOOTSTRAP))
            : name.isBlank() ? running(root).only() : Optional.of(running(root).named(name));
    instance.ifPresent(one -> DevChoice.behind(sources, one));
    return sources.load();
  }

  private static DevChoice running(Root root) {
    return DevChoice.among(root.console().variables());
  }

  /** The settings, Kafka's address among them. */
  public Settings kafka(Root root) {
    Settings settings = settings(root);
    requireKafka(settings);
    return settings;
  }

  /** Fails when nobody says where Kafka is. */
  public static void requireKafka(Settings settings) {
    if (settings.find(Known.BOOTSTRAP).isEmpty()) {
      throw new Failure(
          Exit.UNAVAILABLE,
          "no Kafka is named",
          "there is no -b, no ROTA_BOOTSTRAP_SERVERS, no --config with bootstrap.servers, and no"
              + " 'rota dev' is running",
          "start one with 'rota dev', or pass -b host:port");
    }
  }
}

package dev.rota.app.cluster;

import dev.rota.app.console.Exit;
import dev.rota.app.console.Failure;
import dev.rota.app.console.Root;
import dev.rota.app.instance.DevChoice;
import dev.rota.app.instance.DevInstance;
import dev.rota.base.settings.Known;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.Sources;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags for the addresses of Kafka and the registry. */
public final class Connection {
  @Option(
      names = {"-b", "--bootstrap-server"},
      paramLabel = "HOST:PORT",
      description = "Kafka's address; default: a running 'rota dev' ('run' has no default)")
  private String bootstrap;

  @Option(
      names = "--registry",
      paramLabel = "URL",
      description = "schema registry; default: a running 'rota dev' ('run' has no default)")
  private String registry;

  @Option(
      names = "--dev",
      paramLabel = "NAME",
      description = "selects a running 'rota dev' by name, process id or data directory")
  private String dev;

  @Mixin private SettingFlags given;

  /** Returns the sources with these flags and the environment. */
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

  /** Returns the settings. A running {@code rota dev} supplies missing addresses. */
  public Settings settings(Root root) {
    return withDev(sources(root), root);
  }

  /** As {@link #settings}, for display only: several running {@code rota dev} are no error. */
  public Settings shown(Root root) {
    return shown(sources(root), root);
  }

  /** The same, with more sources. */
  public Settings shown(Sources sources, Root root) {
    try {
      return withDev(sources, root);
    } catch (Failure several) {
      if (several.exit() != Exit.USAGE) {
        throw several;
      }
      root.note(several.getMessage());
      return sources.load();
    }
  }

  /** Returns the settings. A running {@code rota dev} supplies missing addresses. */
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

  /** Returns the settings. Fails if Kafka's address is missing. */
  public Settings kafka(Root root) {
    Settings settings = settings(root);
    requireKafka(settings);
    return settings;
  }

  /** Fails if Kafka's address is missing. */
  public static void requireKafka(Settings settings) {
    if (settings.find(Known.BOOTSTRAP).isEmpty()) {
      throw new Failure(
          Exit.UNAVAILABLE,
          "no Kafka address is configured",
          "set neither by -b, ROTA_BOOTSTRAP_SERVERS, nor bootstrap.servers in a --config file, and"
              + " no 'rota dev' is running",
          "start one with 'rota dev', or pass -b host:port");
    }
  }
}

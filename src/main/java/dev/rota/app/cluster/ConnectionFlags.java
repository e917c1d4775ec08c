package dev.rota.app.cluster;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import dev.rota.app.instance.DevChoice;
import dev.rota.app.instance.DevInstance;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags for the addresses of Kafka and the registry. */
public final class ConnectionFlags {
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
  public SettingsSources sources(RootCommand root) {
    SettingsSources sources =
        new SettingsSources()
            .flag("--bootstrap-server", KnownSettings.BOOTSTRAP, bootstrap)
            .flag("--registry", KnownSettings.REGISTRY, registry)
            .environment(root.console().variables());
    given.to(sources);
    if (dev != null) {
      DevChoice.behind(sources, running(root).named(dev));
    }
    return sources;
  }

  /** Returns the settings. A running {@code rota dev} supplies missing addresses. */
  public Settings settings(RootCommand root) {
    return withDev(sources(root), root);
  }

  /** As {@link #settings}, for display only: several running {@code rota dev} are no error. */
  public Settings shown(RootCommand root) {
    return shown(sources(root), root);
  }

  /** The same, with more sources. */
  public Settings shown(SettingsSources sources, RootCommand root) {
    try {
      return withDev(sources, root);
    } catch (CommandFailure several) {
      if (several.exit() != ExitCode.USAGE) {
        throw several;
      }
      root.note(several.getMessage());
      return sources.load();
    }
  }

  /** Returns the settings. A running {@code rota dev} supplies missing addresses. */
  public Settings withDev(SettingsSources sources, RootCommand root) {
    instance(sources, root).ifPresent(one -> DevChoice.behind(sources, one));
    return sources.load();
  }

  /** Returns the running {@code rota dev} that is meant, if any. */
  public Optional<DevInstance> instance(RootCommand root) {
    return instance(sources(root), root);
  }

  private static Optional<DevInstance> instance(SettingsSources sources, RootCommand root) {
    Settings given = sources.load();
    if (given.find(KnownSettings.BOOTSTRAP).isPresent()) {
      return running(root).at(given.text(KnownSettings.BOOTSTRAP));
    }
    return running(root).meant("--dev NAME or -b host:port");
  }

  /** Returns true if a flag names the cluster. */
  public boolean isNamed() {
    return bootstrap != null || dev != null;
  }

  private static DevChoice running(RootCommand root) {
    return DevChoice.among(root.console().variables());
  }

  /** Returns the settings. Fails if Kafka's address is missing. */
  public Settings kafka(RootCommand root) {
    Settings settings = settings(root);
    requireKafka(settings);
    return settings;
  }

  /** Fails if Kafka's address is missing. */
  public static void requireKafka(Settings settings) {
    if (settings.find(KnownSettings.BOOTSTRAP).isEmpty()) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "no Kafka address is configured",
          "set neither by -b, ROTA_BOOTSTRAP_SERVERS, nor bootstrap.servers in a --config file, and"
              + " no 'rota dev' is running",
          "start one with 'rota dev', or pass -b host:port");
    }
  }
}

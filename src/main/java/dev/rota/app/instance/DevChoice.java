package dev.rota.app.instance;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.SettingsSources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Selects one of the running {@code rota dev}. */
public final class DevChoice {
  /** The environment variable that works as {@code --dev} does. */
  public static final String VARIABLE = "ROTA_DEV";

  private final List<DevInstance> running;
  private final String chosen;

  private DevChoice(List<DevInstance> running, String chosen) {
    this.running = running;
    this.chosen = chosen;
  }

  public static DevChoice among(Map<String, String> variables) {
    return new DevChoice(DevInstance.running(variables), variables.getOrDefault(VARIABLE, ""));
  }

  /** Takes missing addresses from this instance. */
  public static void behind(SettingsSources sources, DevInstance dev) {
    String source = "rota dev (process " + dev.pid() + ")";
    sources.fallback(KnownSettings.BOOTSTRAP, dev.bootstrap(), source);
    sources.fallback(KnownSettings.REGISTRY, dev.registry(), source);
  }

  /** Finds an instance by name, process id or data directory. */
  public DevInstance named(String name) {
    List<DevInstance> meant = running.stream().filter(dev -> isCalled(dev, name)).toList();
    if (meant.size() == 1) {
      return meant.get(0);
    }
    throw new CommandFailure(
        meant.isEmpty() ? ExitCode.NOT_FOUND : ExitCode.USAGE,
        meant.isEmpty()
            ? "no 'rota dev' named '" + name + "' is running"
            : "more than one 'rota dev' is named '" + name + "'",
        running.isEmpty() ? "none is running" : listed(),
        running.isEmpty() ? "start one with 'rota dev'" : "select one with --dev NAME");
  }

  private static boolean isCalled(DevInstance dev, String name) {
    return dev.name().equals(name)
        || Long.toString(dev.pid()).equals(name)
        || dev.dataDir().equals(name.replaceFirst("(?<=.)/$", ""));
  }

  /** Fails if an instance of this name runs. Null: no name. */
  public void requireFree(String name) {
    if (name != null && running.stream().anyMatch(dev -> isCalled(dev, name))) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "a 'rota dev' named '" + name + "' is already running",
          listed().strip(),
          "choose another with --name");
    }
  }

  /** Explains how other commands find the instance of this name or process id. */
  public String howToFind(String name) {
    return running.size() > 1
        ? "Other commands need --dev " + name + ": " + running.size() + " instances are running."
        : "Other commands find it automatically.";
  }

  /** Finds the instance with this address. Its registry is then the right one, too. */
  public Optional<DevInstance> at(String bootstrap) {
    Predicate<DevInstance> same =
        dev -> dev.bootstrap().equals(bootstrap.replace("localhost:", "127.0.0.1:"));
    return running.stream().filter(same).findFirst();
  }

  /**
   * Returns the instance that the environment names, or the only one. Fails if several run.
   *
   * @param flags of the command, that would say which is meant
   */
  public Optional<DevInstance> meant(String flags) {
    if (!chosen.isBlank()) {
      return Optional.of(named(chosen));
    }
    if (running.size() > 1) {
      throw new CommandFailure(
          ExitCode.USAGE,
          running.size() + " 'rota dev' are running",
          "select one: " + listed(),
          "pass " + flags + ", or set " + VARIABLE);
    }
    return running.stream().findFirst();
  }

  private String listed() {
    return running.stream()
        .map(
            dev ->
                "%n    %-12s Kafka %-16s data %s"
                    .formatted(dev.name(), dev.bootstrap(), dev.dataDir()))
        .collect(Collectors.joining());
  }
}

package dev.rota.cli.cluster;

import dev.rota.settings.Sources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags that give settings by file, and keys of Kafka's clients by name. */
public final class SettingFlags {
  @Option(
      names = {"--config", "--command-config"},
      paramLabel = "FILE",
      description = "settings; may be given again, the later wins")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "-X",
      paramLabel = "KEY=VALUE",
      description = "any key of Kafka's clients; may be given again")
  private List<String> keys = new ArrayList<>();

  /** Adds what was given. */
  public Sources to(Sources sources) {
    keys.forEach(sources::client);
    files.forEach(sources::file);
    return sources;
  }
}

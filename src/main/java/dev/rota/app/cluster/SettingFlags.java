package dev.rota.app.cluster;

import dev.rota.app.console.CompletionWords;
import dev.rota.base.settings.SettingsSources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags for settings files and for keys of Kafka's clients. */
public final class SettingFlags {
  @Option(
      names = {"--config", "--command-config"},
      paramLabel = "FILE",
      description = "settings file; repeatable, the last one wins")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "-X",
      paramLabel = "KEY=VALUE",
      completionCandidates = CompletionWords.OfSettings.class,
      description = "any Kafka client setting; repeatable")
  private List<String> keys = new ArrayList<>();

  public SettingsSources to(SettingsSources sources) {
    keys.forEach(sources::client);
    files.forEach(sources::file);
    return sources;
  }
}

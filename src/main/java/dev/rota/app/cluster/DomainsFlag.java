package dev.rota.app.cluster;

import dev.rota.app.console.CompletionWords;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.SettingsSources;
import picocli.CommandLine.Option;

/** The flag that says which domains are meant. */
public final class DomainsFlag {
  @Option(
      names = "--domains",
      paramLabel = "NAMES",
      completionCandidates = CompletionWords.OfAllDomains.class,
      description = "such as cores,bots; default: all")
  private String domains;

  /** Adds what was given. */
  public SettingsSources to(SettingsSources sources) {
    return sources.flag("--domains", KnownSettings.DOMAINS, domains);
  }
}

package dev.rota.app.cluster;

import dev.rota.app.console.Words;
import dev.rota.base.settings.Known;
import dev.rota.base.settings.Sources;
import picocli.CommandLine.Option;

/** The flag that says which domains are meant. */
public final class DomainsFlag {
  @Option(
      names = "--domains",
      paramLabel = "NAMES",
      completionCandidates = Words.OfAllDomains.class,
      description = "such as cores,bots; default: all")
  private String domains;

  /** Adds what was given. */
  public Sources to(Sources sources) {
    return sources.flag("--domains", Known.DOMAINS, domains);
  }
}

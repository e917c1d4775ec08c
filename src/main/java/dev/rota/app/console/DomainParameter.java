package dev.rota.app.console;

import dev.rota.kernel.domain.Domain;
import picocli.CommandLine.Parameters;

/** The first parameter of commands about one domain. */
public final class DomainParameter {
  @Parameters(
      index = "0",
      paramLabel = "DOMAIN",
      completionCandidates = CompletionWords.OfDomains.class,
      description = "a domain, such as cores")
  private String name;

  /**
   * Returns the domain.
   *
   * @throws CommandFailure if there is none of that name
   */
  public Domain domain() {
    return NameLookup.domain(name);
  }
}

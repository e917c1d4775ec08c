package dev.rota.app.console;

import dev.rota.kernel.domain.Domain;
import picocli.CommandLine.Parameters;

/** The first parameter of commands about one domain. */
public final class DomainParameter {
  @Parameters(
      index = "0",
      paramLabel = "DOMAIN",
      completionCandidates = Words.OfDomains.class,
      description = "a domain, such as cores")
  private String name;

  /**
   * Returns the domain.
   *
   * @throws Failure if there is none of that name
   */
  public Domain<?, ?, ?> domain() {
    return Catalogue.domain(name);
  }
}

package dev.rota.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version, from the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Root.class.getPackage().getImplementationVersion();
    return new String[] {"rota " + Optional.ofNullable(version).orElse("(unpackaged)")};
  }
}

package dev.rota;

import dev.rota.app.Main;
import java.nio.file.Path;
import java.util.List;

/** The command line's front door. */
public final class Rota {
  private Rota() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    List<Path> domains = DomainPathLauncher.places(args, System.getenv());
    System.exit(domains.isEmpty() ? Main.run(args) : DomainPathLauncher.run(args, domains));
  }
}

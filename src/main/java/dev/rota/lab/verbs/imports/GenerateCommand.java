package dev.rota.lab.verbs.imports;

import dev.rota.app.console.VerbGroup;
import picocli.CommandLine.Command;

/** {@code rota generate}: sends generated events of a chosen size. */
@Command(
    name = "generate",
    description = "print synthetic events as JSON lines",
    subcommands = GenerateChunks.class)
public final class GenerateCommand extends VerbGroup {
  GenerateCommand() {
    super("'generate chunks'");
  }
}

package dev.rota.cli.imports;

import dev.rota.cli.console.Root;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota generate}: events of a size of one's choice. */
@Command(
    name = "generate",
    description = "print made-up events as lines, for 'rota simulate' and 'rota produce'",
    subcommands = GenerateChunks.class)
public final class GenerateCommand implements Runnable {
  @ParentCommand private Root root;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say 'generate chunks'");
  }

  Root root() {
    return root;
  }
}

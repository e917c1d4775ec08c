package dev.rota.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota import}: what others wrote down, as events. */
@Command(
    name = "import",
    description = "play a trace of a real machine as events",
    subcommands = {ImportSwf.class, ImportStarknet.class})
final class ImportCommand implements Runnable {
  @ParentCommand private Root root;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say 'import swf FILE' or 'import starknet FILE'");
  }

  Root root() {
    return root;
  }
}

package dev.rota.cli.imports;

import dev.rota.cli.console.Root;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota import}: what others wrote down, as events. */
@Command(
    name = "import",
    description = "play what others wrote down as events",
    subcommands = {ImportSwf.class, ImportStarknet.class, ImportChunks.class})
public final class ImportCommand implements Runnable {
  @ParentCommand private Root root;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Say 'import swf FILE', 'import starknet FILE' or 'import chunks FILE'");
  }

  Root root() {
    return root;
  }

  /** What others wrote down, unzipped where it has to be. */
  static InputStream open(Path file) throws IOException {
    return TraceFile.open(file);
  }
}

package dev.rota.lab.verbs.imports;

import dev.rota.app.console.VerbGroup;
import picocli.CommandLine.Command;

/** {@code rota import}: sends recorded data as events. */
@Command(
    name = "import",
    description = "import recorded workloads as events",
    subcommands = {ImportSwf.class, ImportStarknet.class, ImportChunks.class})
public final class ImportCommand extends VerbGroup {
  ImportCommand() {
    super("'import swf FILE', 'import starknet FILE' or 'import chunks FILE'");
  }
}

package dev.rota.app.audit;

import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.app.trust.PolicyFile;
import dev.rota.base.proof.TrustPolicy;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The flags about a notary whose word an audit holds to the ledger. */
final class NotaryFlags {
  @Option(
      names = "--log",
      paramLabel = "DIR|URL",
      description = "the notary's directory or its address: how much is signed and witnessed")
  private String log;

  @Option(
      names = "--audited",
      paramLabel = "DIR",
      description = "where --key writes the checkpoints that it cosigns; default: as --log")
  private Path audited;

  /** The notary's directory or address; null: none. */
  String log() {
    return log;
  }

  /** Where cosigned checkpoints go; null: nowhere. */
  Path audited(FlagValidator flags) {
    if (log == null) {
      return null;
    }
    if (audited == null && log.matches("https?://.*")) {
      throw flags.usage("--audited is missing: nothing can be written to " + log);
    }
    return audited == null ? Path.of(log) : audited;
  }

  /** Whose signatures count: the given policy, or the one that {@code rota dev} writes. */
  TrustPolicy policy(TrustPolicy given, RootCommand root) throws IOException {
    return given == null ? PolicyFile.readOr(null, root) : given;
  }
}

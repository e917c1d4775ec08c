package dev.rota.app.trust;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import dev.rota.app.instance.HomeDirectory;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.VerifierKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file with the trusted keys. */
public final class PolicyFile {
  private static final String NAME = "policy";

  private PolicyFile() {}

  public static TrustPolicy read(Path file) throws IOException {
    try {
      return TrustPolicy.parse(Files.readAllBytes(file));
    } catch (BadProof e) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "the policy",
          file + ", " + e.getMessage(),
          "see docs/proofs.md for the format",
          e);
    }
  }

  /**
   * The keys whose word counts for kept checkpoints. A checkpoint has one signature, so each of
   * them must suffice alone.
   */
  public static List<VerifierKey> auditors(Path file) throws IOException {
    TrustPolicy policy = read(file);
    List<VerifierKey> alone = policy.sufficient();
    if (alone.isEmpty() && !policy.witnesses().isEmpty()) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "the policy",
          "%s: its quorum needs %s, and a kept checkpoint has one signature"
              .formatted(file, policy.wanted()),
          "pass a policy of its own for kept checkpoints, with the auditors alone: 'quorum NAME',"
              + " or a group of which any suffices");
    }
    return alone;
  }

  /** Where {@code rota dev} writes its own. */
  public static Path usual(RootCommand root) {
    return HomeDirectory.of(root.console().variables()).resolve(NAME);
  }

  /** Reads the file, or the usual one if none is given. */
  public static TrustPolicy readOr(Path given, RootCommand root) throws IOException {
    Path file = given == null ? usual(root) : given;
    if (given == null && !Files.exists(file)) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "no policy says whose signatures count",
          "there is no --policy, and no " + file + ", which 'rota dev' writes",
          "pass --policy FILE");
    }
    return read(file);
  }
}

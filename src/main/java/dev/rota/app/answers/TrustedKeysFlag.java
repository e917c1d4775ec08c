package dev.rota.app.answers;

import dev.rota.app.trust.PolicyFile;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.road.kept.CheckpointChoice;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The flag of all verbs that answer from kept checkpoints: whose signatures count. */
final class TrustedKeysFlag {
  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "trusted keys: use only kept checkpoints that one of them signed")
  private Path policy;

  boolean isGiven() {
    return policy != null;
  }

  /** Which kept checkpoints count: those that a trusted key signed, or all. */
  CheckpointChoice since(Settings settings) throws IOException {
    return new CheckpointChoice(null, policy == null ? null : PolicyFile.auditors(policy))
        .alsoOf(settings.list(KnownSettings.CHECKPOINT_CLUSTERS));
  }
}

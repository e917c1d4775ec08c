package dev.rota.app.audit;

import dev.rota.app.console.FlagValidator;
import dev.rota.app.trust.KeyFile;
import dev.rota.app.trust.PolicyFile;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.VerifierKey;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.text.TimeParser;
import dev.rota.road.kept.CheckpointChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The flags about kept checkpoints, and about trusted keys. */
final class CheckpointFlags {
  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = Moment.class,
      description =
          "begin with the newest kept checkpoint that is not after this time (epoch milliseconds,"
              + " ISO 8601 or 'now'); default: with the ledger")
  private Instant since;

  @Option(
      names = "--keep",
      description = "keep checkpoints on <domain>-checkpoints, if everything is verified")
  private boolean keep;

  @Option(
      names = "--keep-turns",
      paramLabel = "N",
      defaultValue = "50000",
      description = "turns of a partition between two of them; default: ${DEFAULT-VALUE}")
  private long turns;

  @Option(
      names = "--keep-minutes",
      paramLabel = "N",
      defaultValue = "1440",
      description = "minutes of history between two of them; default: ${DEFAULT-VALUE}")
  private long minutes;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "auditor's private key, from 'rota keys new --auditor': signs what it verifies")
  private Path key;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description =
          "trusted keys: use only checkpoints that one of its witnesses or auditors signed")
  private Path policy;

  private SigningKey own;
  private TrustPolicy trusted;

  /** A point in time. */
  private static final class Moment implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      try {
        return Instant.ofEpochMilli(TimeParser.millis(text, Instant.now()));
      } catch (DateTimeException _) {
        throw new TypeConversionException(
            "'" + text + "' is no time; expected " + TimeParser.EXAMPLES);
      }
    }
  }

  /** Reads the files and checks the numbers. */
  void read(FlagValidator flags) throws IOException {
    flags.within("--keep-turns", turns, 1, Long.MAX_VALUE);
    flags.within("--keep-minutes", minutes, 1, Integer.MAX_VALUE);
    own = key == null ? null : KeyFile.read(key, KeyKind.WITNESS);
    trusted = policy == null ? null : PolicyFile.read(policy);
  }

  /** Which checkpoints it may begin with. One's own word always counts. */
  CheckpointChoice since(Settings settings) {
    List<VerifierKey> keys = new ArrayList<>(trusted == null ? List.of() : trusted.sufficient());
    if (own != null) {
      keys.add(own.verifier());
    }
    Long from = since == null ? null : since.toEpochMilli();
    return new CheckpointChoice(from, keys, trusted == null)
        .alsoOf(settings.list(KnownSettings.CHECKPOINT_CLUSTERS));
  }

  boolean isKeeping() {
    return keep;
  }

  long turns() {
    return turns;
  }

  long millis() {
    return Duration.ofMinutes(minutes).toMillis();
  }

  /** The auditor's key, or null. */
  SigningKey key() {
    return own;
  }

  /** The policy, or null. */
  TrustPolicy policy() {
    return trusted;
  }
}

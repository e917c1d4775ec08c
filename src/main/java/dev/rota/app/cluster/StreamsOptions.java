package dev.rota.app.cluster;

import dev.rota.app.trust.PolicyFile;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.stream.TaskSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/** Converts settings to a domain's Kafka Streams settings. */
public final class StreamsOptions {
  private StreamsOptions() {}

  public static StreamsSettings of(Settings settings) {
    return of(settings, kept(settings));
  }

  /**
   * The same.
   *
   * @param kept whose kept checkpoints count, whatever the settings say
   */
  public static StreamsSettings of(Settings settings, CheckpointChoice kept) {
    return new StreamsSettings(
        settings.text(KnownSettings.APPLICATION),
        settings.kafka(),
        settings.streams(),
        new ValueSerde(
            settings.registry(),
            settings.text(KnownSettings.SERIALIZER),
            settings.text(KnownSettings.DESERIALIZER)),
        Path.of(settings.text(KnownSettings.STATE_DIR)),
        settings.number(KnownSettings.THREADS),
        settings.text(KnownSettings.HISTORY).equals(KnownSettings.TRIMMED),
        task(settings, kept));
  }

  private static TaskSettings task(Settings settings, CheckpointChoice kept) {
    return new TaskSettings(
        settings.number(KnownSettings.INPUT_BYTES),
        Duration.ofMillis(settings.number(KnownSettings.METRONOME)),
        new LaneLimits(
            settings.number(KnownSettings.LANES_OPEN),
            Duration.ofMillis(settings.number(KnownSettings.LANES_IDLE))),
        RulesAdoption.of(settings.text(KnownSettings.RULES_ADOPT)),
        new CheckpointSchedule(
            settings.number(KnownSettings.CHECKPOINT_TURNS),
            Duration.ofMillis(settings.number(KnownSettings.CHECKPOINT_INTERVAL)),
            kept));
  }

  /** Whose kept checkpoints an engine begins with. */
  public static CheckpointChoice kept(Settings settings) {
    String policy = settings.text(KnownSettings.CHECKPOINT_POLICY);
    try {
      return policy.isEmpty()
          ? CheckpointChoice.BEGINNING
          : new CheckpointChoice(null, PolicyFile.auditors(Path.of(policy)))
              .alsoOf(settings.list(KnownSettings.CHECKPOINT_CLUSTERS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

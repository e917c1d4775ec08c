package dev.rota.app.cluster;

import dev.rota.app.trust.PolicyFile;
import dev.rota.base.settings.Known;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.Adoption;
import dev.rota.road.kept.Since;
import dev.rota.road.stream.Checkpoints;
import dev.rota.road.stream.StreamsSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/** Converts settings to a domain's Kafka Streams settings. */
public final class StreamsOptions {
  private StreamsOptions() {}

  public static StreamsSettings of(Settings settings) {
    return new StreamsSettings(
        settings.text(Known.APPLICATION),
        settings.kafka(),
        settings.streams(),
        settings.registry(),
        settings.text(Known.SERIALIZER),
        settings.text(Known.DESERIALIZER),
        Path.of(settings.text(Known.STATE_DIR)),
        settings.number(Known.THREADS),
        Duration.ofMillis(settings.number(Known.METRONOME)),
        new LaneLimits(
            settings.number(Known.LANES_OPEN),
            Duration.ofMillis(settings.number(Known.LANES_IDLE))),
        settings.number(Known.INPUT_BYTES),
        settings.text(Known.HISTORY).equals(Known.TRIMMED),
        new Checkpoints(
            settings.number(Known.CHECKPOINT_TURNS),
            Duration.ofMillis(settings.number(Known.CHECKPOINT_INTERVAL)),
            kept(settings)),
        Adoption.of(settings.text(Known.RULES_ADOPT)));
  }

  /** Whose kept checkpoints an engine begins with. */
  public static Since kept(Settings settings) {
    String policy = settings.text(Known.CHECKPOINT_POLICY);
    try {
      return policy.isEmpty()
          ? Since.BEGINNING
          : new Since(null, PolicyFile.auditors(Path.of(policy)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

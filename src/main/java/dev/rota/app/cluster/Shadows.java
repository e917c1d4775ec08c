package dev.rota.app.cluster;

import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.Shadow;
import dev.rota.road.kept.Since;
import dev.rota.road.logs.Logs;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.topics.InputReader;
import dev.rota.road.topics.Topics;

/** Makes shadows of domains of a cluster, which decide what the settings' engine would decide. */
public final class Shadows {
  private Shadows() {}

  /**
   * A shadow of a domain.
   *
   * @param since whose kept checkpoints count
   */
  public static <S extends State, I, F extends Fact<S>> Shadow<S, I, F> of(
      Domain<S, I, F> domain, Logs logs, Settings settings, Since since) {
    StreamsSettings config = StreamsOptions.of(settings);
    int partitions = logs.layout().partitions(Topics.ledger(domain.name()));
    var reader =
        new InputReader<>(domain, config.newDeserializer(), partitions, config.inputBytesMax());
    String group = config.applicationId(domain.name());
    return new Shadow<>(domain, logs, group, since, reader, config.adoption());
  }
}

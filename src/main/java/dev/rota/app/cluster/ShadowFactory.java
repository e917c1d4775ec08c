package dev.rota.app.cluster;

import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.ShadowEngine;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.topics.InputReader;
import dev.rota.road.topics.RequiredTopics;

/** Makes shadows of domains of a cluster, which decide what the settings' engine would decide. */
public final class ShadowFactory {
  private ShadowFactory() {}

  /**
   * A shadow of a domain.
   *
   * @param since whose kept checkpoints count
   */
  public static ShadowEngine of(
      Domain domain, TopicLogs logs, Settings settings, CheckpointChoice since) {
    StreamsSettings config = StreamsOptions.of(settings);
    int partitions = logs.layout().partitions(RequiredTopics.ledger(domain.name()));
    var reader =
        new InputReader(
            domain, config.newDeserializer(), partitions, config.task().inputBytesMax());
    String group = config.applicationId(domain.name());
    return new ShadowEngine(domain, logs, group, since, reader, config.task().adoption());
  }
}

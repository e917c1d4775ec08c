package dev.rota.app.run;

import dev.rota.app.cluster.ShadowFactory;
import dev.rota.base.http.HealthEndpoints;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.ShadowEngine;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.TopicLogs;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once, in the log, what a held process would decide of what waits. */
record ShadowLog(List<Domain> domains, Settings settings) {
  private static final Logger LOG = LoggerFactory.getLogger(ShadowLog.class);

  /** With more, the rest is only counted. */
  private static final int INPUTS_MAX = 10_000;

  /** Decides beside the process, which does not wait for it. */
  void tell(List<HealthEndpoints.Standing> standings) {
    Thread thread = new Thread(() -> standings.forEach(this::tell), "shadow");
    thread.setDaemon(true);
    thread.start();
  }

  private void tell(HealthEndpoints.Standing standing) {
    domains.stream()
        .filter(domain -> domain.name().equals(standing.domain()) && !standing.held().isEmpty())
        .forEach(domain -> tell(domain, standing.held()));
  }

  private void tell(Domain domain, List<Integer> held) {
    try (TopicLogs logs = new KafkaLogs(domain, settings.consumer())) {
      ShadowEngine shadow = ShadowFactory.of(domain, logs, settings, CheckpointChoice.BEGINNING);
      for (int partition : held) {
        var bounds = new ShadowEngine.Bounds(_ -> true, System.currentTimeMillis(), INPUTS_MAX);
        ShadowEngine.Outcome outcome = shadow.decide(partition, bounds, _ -> {});
        LOG.info("{}: partition {}, in shadow: {}", domain.name(), partition, outcome);
      }
    } catch (RuntimeException e) {
      LOG.warn("{}: nothing is decided in shadow", domain.name(), e);
    }
  }
}

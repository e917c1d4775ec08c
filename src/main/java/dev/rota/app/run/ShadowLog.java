package dev.rota.app.run;

import dev.rota.app.cluster.Shadows;
import dev.rota.base.http.Health;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.Shadow;
import dev.rota.road.kept.Since;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.Logs;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once, in the log, what a held process would decide of what waits. */
record ShadowLog(List<Domain<?, ?, ?>> domains, Settings settings) {
  private static final Logger LOG = LoggerFactory.getLogger(ShadowLog.class);

  /** With more, the rest is only counted. */
  private static final int INPUTS_MAX = 10_000;

  /** Decides beside the process, which does not wait for it. */
  void tell(List<Health.Standing> standings) {
    Thread thread = new Thread(() -> standings.forEach(this::tell), "shadow");
    thread.setDaemon(true);
    thread.start();
  }

  private void tell(Health.Standing standing) {
    domains.stream()
        .filter(domain -> domain.name().equals(standing.domain()) && !standing.held().isEmpty())
        .forEach(domain -> tell(domain, standing.held()));
  }

  private <S extends State, I, F extends Fact<S>> void tell(
      Domain<S, I, F> domain, List<Integer> held) {
    try (Logs logs = new KafkaLogs(domain, settings.consumer())) {
      Shadow<S, I, F> shadow = Shadows.of(domain, logs, settings, Since.BEGINNING);
      for (int partition : held) {
        var bounds = new Shadow.Bounds(lane -> true, System.currentTimeMillis(), INPUTS_MAX);
        Shadow.Outcome outcome = shadow.decide(partition, bounds, turn -> {});
        LOG.info("{}: partition {}, in shadow: {}", domain.name(), partition, outcome);
      }
    } catch (RuntimeException e) {
      LOG.warn("{}: nothing is decided in shadow", domain.name(), e);
    }
  }
}

package dev.rota.serving.metrics;

import dev.rota.base.http.Health.Standing;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.function.Supplier;

/** What the domains that this process decides say of themselves. */
record EngineCollector(Supplier<List<Standing>> standings) implements MultiCollector {
  @Override
  public MetricSnapshots collect() {
    Families all = new Families();
    for (Standing one : standings.get()) {
      all.gauge(
          "rota_engine_ready",
          "1: it decides; as /readyz says.",
          one.isReady() ? 1 : 0,
          "domain",
          one.domain());
      all.counter(
          "rota_engine_threads_replaced",
          "Stream threads that failed and were replaced.",
          one.replaced(),
          "domain",
          one.domain());
    }
    return all.snapshots();
  }
}

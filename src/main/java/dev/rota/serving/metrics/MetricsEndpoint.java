package dev.rota.serving.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.http.HealthEndpoints.Standing;
import dev.rota.base.http.HttpReply;
import dev.rota.readers.follow.LiveDomain;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;

/** The metrics of a process, in Prometheus' text format. Thread-safe. */
public final class MetricsEndpoint implements AutoCloseable {
  /** Media type of what is scraped. */
  public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final List<StreamsMetrics> streams;

  private MetricsEndpoint(
      Collection<Supplier<KafkaStreams>> applications, boolean everything, MultiCollector own) {
    if (!everything) {
      registry.config().meterFilter(KafkaNames.useful());
    }
    streams = applications.stream().map(one -> new StreamsMetrics(one, registry)).toList();
    collections.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    registry.getPrometheusRegistry().register(own);
  }

  /** What is known of lanes. */
  public static MetricsEndpoint ofFollowers(List<LiveDomain> domains) {
    return new MetricsEndpoint(
        List.of(), true, new FollowedCollector(domains, System::currentTimeMillis));
  }

  /**
   * What an engine says of itself.
   *
   * @param applications by domain, as they are now
   * @param everything false: of Kafka's own metrics, those that help to run it
   */
  public static MetricsEndpoint ofEngine(
      Supplier<List<Standing>> standings,
      Map<String, Supplier<KafkaStreams>> applications,
      boolean everything) {
    return new MetricsEndpoint(applications.values(), everything, new EngineCollector(standings));
  }

  /** Returns all metrics as they are now. */
  public HttpReply scrape() {
    streams.forEach(StreamsMetrics::look);
    return new HttpReply(200, TYPE, registry.scrape(TYPE).getBytes(UTF_8));
  }

  @Override
  public void close() {
    streams.forEach(StreamsMetrics::close);
    collections.close();
    registry.close();
  }

  /** What the domains that this process decides say of themselves. */
  private record EngineCollector(Supplier<List<Standing>> standings) implements MultiCollector {
    @Override
    public MetricSnapshots collect() {
      MetricFamilies all = new MetricFamilies();
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
        disk(one.domain(), one.shown(), all);
      }
      return all.snapshots();
    }

    /** What nobody knows has no series. */
    private static void disk(String domain, Map<String, Object> shown, MetricFamilies to) {
      if (shown.get("disk") instanceof String cause
          && shown.get("diskFreeBytes") instanceof Number free) {
        to.gauge(
            "rota_engine_disk_free_bytes",
            "What is free on the disk of the state directory.",
            free.doubleValue(),
            "domain",
            domain);
        to.gauge(
            "rota_engine_disk",
            "1: this is so of the disk of the state directory: WELL, DISK_FILLS or DISK_FULL.",
            1,
            "domain",
            domain,
            "cause",
            cause);
      }
    }
  }
}

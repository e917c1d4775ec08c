package dev.rota.serving.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.TreeMap;

/** Metrics of one scrape, by name. */
final class MetricFamilies {
  private final Map<String, GaugeSnapshot.Builder> gauges = new TreeMap<>();
  private final Map<String, CounterSnapshot.Builder> counters = new TreeMap<>();

  /**
   * Adds a value.
   *
   * @param labels name, value, name, value …
   */
  void gauge(String name, String help, Number value, String... labels) {
    gauges
        .computeIfAbsent(name, _ -> GaugeSnapshot.builder().name(name).help(help))
        .dataPoint(
            GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(Labels.of(labels))
                .value(value.doubleValue())
                .build());
  }

  /** The same. The text format puts {@code _total} behind the name. */
  void counter(String name, String help, Number value, String... labels) {
    counters
        .computeIfAbsent(name, _ -> CounterSnapshot.builder().name(name).help(help))
        .dataPoint(
            CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(Labels.of(labels))
                .value(value.doubleValue())
                .build());
  }

  MetricSnapshots snapshots() {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    gauges.values().forEach(one -> all.metricSnapshot(one.build()));
    counters.values().forEach(one -> all.metricSnapshot(one.build()));
    return all.build();
  }
}

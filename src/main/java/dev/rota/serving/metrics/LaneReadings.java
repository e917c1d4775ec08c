package dev.rota.serving.metrics;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.measures.LaneGauge;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.readers.follow.FactTallies;
import dev.rota.readers.follow.LaneBusy;
import dev.rota.readers.follow.LiveDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the lanes of a domain are like, by series. */
final class LaneReadings {
  private static final long WAIT_MILLIS = 1_000;

  private final LiveDomain live;
  private final List<LaneGauge<State>> gauges;
  private Map<String, Row> rows = Map.of();

  /** A lane, or several as one. The gauges are in the order of their declaration. */
  private record Row(QueueVitals vitals, List<Long> gauges) {}

  /** Of one lane. Null: it is set aside. */
  private record Reading(String lane, Row row) {}

  LaneReadings(LiveDomain live) {
    this.live = live;
    this.gauges = live.domain().card().monitor().gauges();
  }

  /** Reads the lanes anew. While a long turn is decided, what was read before stays. */
  void read() {
    try {
      List<Reading> all =
          live.each(WAIT_MILLIS, (state, at) -> new Reading(at.lane(), row(state, at.vitals())));
      Map<String, Row> now = new TreeMap<>();
      for (Reading one : all) {
        String series = live.tallies().series(one.lane);
        if (one.row != null && !series.equals(FactTallies.UNREADABLE)) {
          now.merge(series, one.row, this::together);
        }
      }
      rows = now;
    } catch (LaneBusy _) {
      return;
    }
  }

  private Row row(State state, QueueVitals vitals) {
    return state == null
        ? null
        : new Row(vitals, gauges.stream().map(gauge -> gauge.value().applyAsLong(state)).toList());
  }

  private Row together(Row one, Row other) {
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < gauges.size(); i++) {
      values.add(gauges.get(i).together().of(one.gauges.get(i), other.gauges.get(i)));
    }
    return new Row(one.vitals.plus(other.vitals), values);
  }

  /** Tells what was read last. */
  void tell(long nowMillis, MetricFamilies to) {
    String domain = live.domain().name();
    rows.forEach(
        (lane, row) -> {
          String[] labels = {"domain", domain, "lane", lane};
          vitals(row.vitals, nowMillis, to, labels);
          for (int i = 0; i < gauges.size(); i++) {
            LaneGauge<State> gauge = gauges.get(i);
            String name = "rota_" + domain + "_" + gauge.name();
            to.gauge(name, gauge.help(), row.gauges.get(i), labels);
          }
        });
  }

  private static void vitals(
      QueueVitals vitals, long nowMillis, MetricFamilies to, String... labels) {
    to.gauge("rota_queue_depth", "Items that wait.", vitals.waiting(), labels);
    to.gauge("rota_assignments", "Assignments that are in force.", vitals.held(), labels);
    age(
        "rota_queue_head_age_seconds",
        "How long the oldest item that waits has waited; 0: none waits.",
        vitals.waitingSince(),
        nowMillis,
        to,
        labels);
    age(
        "rota_assignment_age_seconds",
        "How long the oldest assignment has been in force; 0: there is none.",
        vitals.heldSince(),
        nowMillis,
        to,
        labels);
  }

  private static void age(
      String name, String help, long since, long nowMillis, MetricFamilies to, String... labels) {
    if (since != QueueVitals.UNKNOWN) {
      long millis = since == QueueVitals.NONE ? 0 : Math.max(0, nowMillis - since);
      to.gauge(name, help, millis / 1e3, labels);
    }
  }
}

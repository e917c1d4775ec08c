package dev.rota.stream;

import dev.rota.ledger.LaneListener;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.CumulativeCount;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports lanes of one task that are set aside: a line of the log, and the metric {@value #METRIC}
 * of the group {@value #GROUP}.
 */
final class LaneReport implements LaneListener {
  static final String METRIC = "lanes-set-aside-total";
  static final String GROUP = "rota-lane-metrics";

  private static final Logger LOG = LoggerFactory.getLogger(LaneReport.class);

  private final String domain;
  private final LaneFigures figures;
  private final Sensor setAside;

  LaneReport(String domain, LaneFigures figures, ProcessorContext<?, ?> context) {
    this.domain = domain;
    this.figures = figures;
    String task = context.taskId().toString();
    setAside = context.metrics().addSensor("lanes-set-aside-" + task, Sensor.RecordingLevel.INFO);
    setAside.add(
        new MetricName(
            METRIC,
            GROUP,
            "how often a lane of this task could not be opened and was set aside",
            Map.of("domain", domain, "task-id", task)),
        new CumulativeCount());
  }

  @Override
  public void setAside(String lane, Throwable fault) {
    setAside.record();
    LOG.error(
        "{}: lane {} is set aside, since its state cannot be opened; its inputs go to"
            + " {}-dead-letters until rules that can open it run. This is a bug: please report it",
        domain,
        lane,
        domain,
        fault);
  }

  @Override
  public void closed(String lane) {
    figures.forget(lane);
  }
}

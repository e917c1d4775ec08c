package dev.rota.road.stream;

import static dev.rota.base.text.LogField.domain;
import static dev.rota.base.text.LogField.lane;

import dev.rota.kernel.ledger.LaneStore;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.CumulativeCount;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports lanes of one task that are set aside: a line of the log, and the metric {@value #METRIC}
 * of the group {@value #GROUP}. {@value #ADOPTED} counts lanes that adopt other rules.
 */
final class LaneReport implements LaneStore.Listener {
  static final String METRIC = "lanes-set-aside-total";
  static final String ADOPTED = "lanes-adopted-total";
  static final String GROUP = "rota-lane-metrics";

  private static final Logger LOG = LoggerFactory.getLogger(LaneReport.class);

  private final String domain;
  private final Sensor setAside;
  private final Sensor adopted;

  LaneReport(String domain, ProcessorContext<?, ?> context) {
    this.domain = domain;
    setAside =
        count(
            context, METRIC, "how often a lane of this task could not be opened and was set aside");
    adopted = count(context, ADOPTED, "how often a lane of this task has adopted later rules");
  }

  private Sensor count(ProcessorContext<?, ?> context, String metric, String about) {
    String task = context.taskId().toString();
    Sensor sensor = context.metrics().addSensor(metric + "-" + task, Sensor.RecordingLevel.INFO);
    Map<String, String> tags = Map.of("domain", domain, "task-id", task);
    sensor.add(new MetricName(metric, GROUP, about, tags), new CumulativeCount());
    return sensor;
  }

  @Override
  public void setAside(String lane, Throwable fault) {
    setAside.record();
    LOG.error(
        "{}: lane {} is set aside, since its state cannot be opened; its inputs go to"
            + " {}-dead-letters until rules that can open it run. This is a bug: please report it",
        domain(domain),
        lane(lane),
        domain,
        fault);
  }

  @Override
  public void adopted(String lane, int before, int rules) {
    adopted.record();
    LOG.debug(
        "{}: lane {} adopts rules {} after rules {}", domain(domain), lane(lane), rules, before);
  }

  @Override
  public void notAdopted(String lane, int rules, Throwable fault) {
    LOG.error(
        "{}: lane {} cannot adopt rules {} and keeps its own. This is a bug: please report it",
        domain(domain),
        lane(lane),
        rules,
        fault);
  }
}

package dev.rota.road.stream.time;

import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Value;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Reports how time passes for one task, as metrics of the group {@value #GROUP}. */
public final class TimeReport {
  static final String GROUP = "rota-time-metrics";

  private final String domain;
  private final ProcessorContext<?, ?> context;
  private final Sensor overdue;
  private final Sensor clocks;
  private final Sensor garbage;
  private final Sensor held;

  public TimeReport(String domain, ProcessorContext<?, ?> context) {
    this.domain = domain;
    this.context = context;
    this.overdue =
        sensor("deadlines-overdue-ms", "for how long the task's earliest deadline has been due");
    this.clocks =
        sensor(
            "clocks-not-believed", "clocks of brokers and this host that differ and are ignored");
    this.garbage =
        sensor("time-records-ignored", "records of the time topic that this process cannot read");
    this.held = sensor("partition-held", "1: nothing of the partition is decided");
  }

  private Sensor sensor(String name, String description) {
    String task = context.taskId().toString();
    Sensor sensor = context.metrics().addSensor(name + "-" + task, Sensor.RecordingLevel.INFO);
    sensor.add(
        new MetricName(name, GROUP, description, Map.of("domain", domain, "task-id", task)),
        new Value());
    return sensor;
  }

  public void tell(long overdueMillis, int clocksDoubted, long recordsIgnored, boolean isHeld) {
    overdue.record((double) Math.max(0, overdueMillis));
    clocks.record(clocksDoubted);
    garbage.record((double) recordsIgnored);
    held.record(isHeld ? 1 : 0);
  }
}

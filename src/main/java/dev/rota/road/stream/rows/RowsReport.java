package dev.rota.road.stream.rows;

import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Value;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Reports what a start of one task costs, as metrics of the group {@value #GROUP}. */
public final class RowsReport {
  static final String GROUP = "rota-rows-metrics";
  public static final String TAIL_TURNS = "tail-turns";
  public static final String TAIL_BYTES = "tail-bytes";
  public static final String OPENING_MILLIS = "opening-ms";
  public static final String OPENING_TURNS = "opening-turns";
  public static final String ROWS_REBUILT = "rows-rebuilt";
  public static final String ROWS_COPYING = "rows-copying";

  private final String domain;
  private final ProcessorContext<?, ?> context;
  private final Sensor tailTurns;
  private final Sensor tailBytes;
  private final Sensor openingMillis;
  private final Sensor openingTurns;
  private final Sensor rowsRebuilt;
  private final Sensor rowsCopying;

  public RowsReport(String domain, ProcessorContext<?, ?> context) {
    this.domain = domain;
    this.context = context;
    tailTurns = sensor(TAIL_TURNS, "turns since the last checkpoint: the next start replays them");
    tailBytes = sensor(TAIL_BYTES, "bytes of the pages since the last checkpoint");
    openingMillis = sensor(OPENING_MILLIS, "how long the last opening took, rows restored");
    openingTurns = sensor(OPENING_TURNS, "turns that the last opening replayed");
    rowsRebuilt = sensor(ROWS_REBUILT, "rows rebuilt from the ledger that the changelog has");
    rowsCopying = sensor(ROWS_COPYING, "1: rows were rebuilt and the changelog lacks some");
  }

  private Sensor sensor(String name, String description) {
    String task = context.taskId().toString();
    Sensor sensor = context.metrics().addSensor(name + "-" + task, Sensor.RecordingLevel.INFO);
    sensor.add(
        new MetricName(name, GROUP, description, Map.of("domain", domain, "task-id", task)),
        new Value());
    return sensor;
  }

  public void opened(long millis, long turns, boolean copying) {
    openingMillis.record((double) millis);
    openingTurns.record((double) turns);
    copied(0, copying);
  }

  public void copied(long rows, boolean copying) {
    rowsRebuilt.record((double) rows);
    rowsCopying.record(copying ? 1 : 0);
  }

  public void tell(UnsavedTail tail) {
    tailTurns.record((double) tail.turns());
    tailBytes.record((double) tail.bytes());
  }
}

package dev.rota.lab.traffic;

import java.util.Map;

/**
 * A record as it lies on an input topic, when an engine reads it.
 *
 * @param partition where it lies, of {@link #PARTITIONS}
 * @param key null: none
 * @param value framed as on the topic, or null; for an event with a record: not used
 * @param headers their values are texts
 * @param nowMillis the engine's present time, as {@link Traffic.Event#atMillis}
 */
public record RawRecord(
    int partition, String key, byte[] value, Map<String, String> headers, long nowMillis) {
  /** The partitions of every input topic. */
  public static final int PARTITIONS = 4;
}

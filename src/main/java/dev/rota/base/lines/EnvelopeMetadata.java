package dev.rota.base.lines;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A record without its value.
 *
 * @param timestamp epoch ms
 * @param headers in order; a value may be null, as in Kafka
 */
public record EnvelopeMetadata(
    String topic,
    Optional<String> key,
    OptionalLong timestamp,
    OptionalInt partition,
    OptionalLong offset,
    Map<String, String> headers) {

  public EnvelopeMetadata {
    // Map.copyOf would lose the order and refuse null.
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** Metadata of a record without partition and offset. */
  public static EnvelopeMetadata of(String topic, String key, long timestampMillis) {
    return new EnvelopeMetadata(
        topic,
        Optional.of(key),
        OptionalLong.of(timestampMillis),
        OptionalInt.empty(),
        OptionalLong.empty(),
        Map.of());
  }

  public EnvelopeMetadata withHeaders(Map<String, String> others) {
    return new EnvelopeMetadata(topic, key, timestamp, partition, offset, others);
  }
}

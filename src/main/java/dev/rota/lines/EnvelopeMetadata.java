package dev.rota.lines;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Everything about a record but its value.
 *
 * @param timestamp epoch milliseconds
 * @param headers in their order; a value may be null, as in Kafka
 */
public record EnvelopeMetadata(
    String topic,
    Optional<String> key,
    OptionalLong timestamp,
    OptionalInt partition,
    OptionalLong offset,
    Map<String, String> headers) {

  public EnvelopeMetadata {
    // Map.copyOf would lose the order and refuse a null value.
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /**
   * The head of a record that is still to be produced, or that the engine decided without Kafka.
   */
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

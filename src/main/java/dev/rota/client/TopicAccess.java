package dev.rota.client;

import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * How a client reaches the topics. Each client closes the serializers that it is started with, so
 * each needs an access of its own.
 *
 * @param kafka settings of Kafka's clients: {@code bootstrap.servers}, security and others
 * @param serializer of values, configured
 * @param deserializer of values, configured for generated classes
 */
public record TopicAccess(
    Map<String, Object> kafka, Serializer<Object> serializer, Deserializer<Object> deserializer) {
  /** Keeps a copy of the settings. */
  public TopicAccess {
    kafka = Map.copyOf(kafka);
  }

  /**
   * Uses Rota's own serde. It does not connect.
   *
   * @param settings of Kafka's clients, and {@code schema.registry.url} with what else the registry
   *     needs
   * @throws org.apache.kafka.common.config.ConfigException if the registry's settings are missing
   *     or invalid
   */
  public static TopicAccess of(Map<String, ?> settings) {
    Map<String, Object> values = new HashMap<>(settings);
    values.put("specific.avro.reader", true);
    AvroSerializer serializer = new AvroSerializer();
    serializer.configure(values, false);
    AvroDeserializer deserializer = new AvroDeserializer();
    deserializer.configure(values, false);
    return new TopicAccess(new HashMap<>(settings), serializer, deserializer);
  }
}

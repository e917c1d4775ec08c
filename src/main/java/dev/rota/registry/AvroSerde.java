package dev.rota.registry;

import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** Serializer and deserializer under one configuration. */
public final class AvroSerde implements Serde<Object> {
  private final AvroSerializer serializer;
  private final AvroDeserializer deserializer;

  /** To be configured by Kafka. */
  public AvroSerde() {
    serializer = new AvroSerializer();
    deserializer = new AvroDeserializer();
  }

  /**
   * Over this registry, with default settings for values until configured otherwise; does not close
   * it.
   */
  public AvroSerde(Registry registry) {
    serializer = new AvroSerializer(registry);
    deserializer = new AvroDeserializer(registry);
  }

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    serializer.configure(configs, isKey);
    deserializer.configure(configs, isKey);
  }

  @Override
  public Serializer<Object> serializer() {
    return serializer;
  }

  @Override
  public Deserializer<Object> deserializer() {
    return deserializer;
  }

  @Override
  public void close() {
    serializer.close();
    deserializer.close();
  }
}

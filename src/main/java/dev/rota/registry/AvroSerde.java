package dev.rota.registry;

import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** Serializer and deserializer with one configuration and one registry client. */
public final class AvroSerde implements Serde<Object> {
  private final AvroSerializer serializer;
  private final AvroDeserializer deserializer;
  private final boolean borrowed;
  private Registry registry;

  /** For Kafka, which calls {@code configure}. */
  public AvroSerde() {
    borrowed = false;
    serializer = new AvroSerializer();
    deserializer = new AvroDeserializer();
  }

  /** Uses this registry and default settings for values. Does not close the registry. */
  public AvroSerde(Registry registry) {
    borrowed = true;
    this.registry = registry;
    serializer = new AvroSerializer(registry);
    deserializer = new AvroDeserializer(registry);
  }

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    if (!borrowed) {
      close();
      registry = Registry.open(configs);
    }
    serializer.configure(registry, configs, isKey);
    deserializer.configure(registry, configs, isKey);
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
    if (!borrowed && registry != null) {
      registry.close();
    }
  }
}

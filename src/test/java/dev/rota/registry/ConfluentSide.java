package dev.rota.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericContainer;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.io.JsonEncoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Runs on the other side of {@link GenuineConfluent}'s wall: loaded again there, it sees
 * Confluent's classes and their Avro and Kafka. Only JDK types cross.
 */
final class ConfluentSide implements BiFunction<String, Object[], Object> {
  private static final String SERIALIZER = "value.serializer";
  private static final String DESERIALIZER = "value.deserializer";
  private static final String STRINGS = "org.apache.kafka.common.serialization.String";

  private final String registryUrl;
  private final Map<String, String> classes;
  private final Serializer<Object> serializer;
  private final Deserializer<Object> deserializer;

  /**
   * @param classes by the settings that name them
   */
  @SuppressWarnings("unchecked") // what the named classes implement
  ConfluentSide(String registryUrl, Map<String, String> classes)
      throws ReflectiveOperationException {
    this.registryUrl = registryUrl;
    this.classes = classes;
    serializer = (Serializer<Object>) made(classes.get(SERIALIZER));
    deserializer = (Deserializer<Object>) made(classes.get(DESERIALIZER));
    serializer.configure(Map.of("schema.registry.url", registryUrl), false);
    deserializer.configure(Map.of("schema.registry.url", registryUrl), false);
  }

  private static Object made(String name) throws ReflectiveOperationException {
    return Class.forName(name).getConstructor().newInstance();
  }

  @Override
  public Object apply(String verb, Object[] with) {
    try {
      return switch (verb) {
        case "serialize" -> serializer.serialize((String) with[0], value(with[1], with[2]));
        case "deserialize" -> json(deserializer.deserialize((String) with[0], (byte[]) with[1]));
        case "produce" -> produce(with);
        case "consume" -> consume((String) with[0], (String) with[1], (Integer) with[2]);
        default -> throw new IllegalArgumentException(verb);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Object produce(Object[] with) throws IOException {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            with[0],
            "schema.registry.url",
            registryUrl,
            "key.serializer",
            STRINGS + "Serializer",
            SERIALIZER,
            classes.get(SERIALIZER));
    try (KafkaProducer<String, Object> producer = new KafkaProducer<>(config)) {
      Object value = value(with[3], with[4]);
      producer.send(new ProducerRecord<>((String) with[1], (String) with[2], value)).get();
      return null;
    } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("the genuine producer failed", e);
    }
  }

  private Object consume(String bootstrap, String topic, int count) throws IOException {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "schema.registry.url",
            registryUrl,
            "group.id",
            "genuine-" + UUID.randomUUID(),
            "auto.offset.reset",
            "earliest",
            "isolation.level",
            "read_committed",
            "key.deserializer",
            STRINGS + "Deserializer",
            DESERIALIZER,
            classes.get(DESERIALIZER));
    List<String> values = new ArrayList<>();
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    try (KafkaConsumer<String, Object> consumer = new KafkaConsumer<>(config)) {
      consumer.subscribe(List.of(topic));
      while (values.size() < count && System.nanoTime() - deadline < 0) {
        for (ConsumerRecord<String, Object> got : consumer.poll(Duration.ofMillis(200))) {
          values.add(json(got.value()));
        }
      }
    }
    return values;
  }

  private static Object value(Object schemaJson, Object json) throws IOException {
    Schema schema = new Schema.Parser().parse((String) schemaJson);
    return new GenericDatumReader<>(schema)
        .read(null, DecoderFactory.get().jsonDecoder(schema, (String) json));
  }

  private static String json(Object value) throws IOException {
    if (!(value instanceof GenericContainer container)) {
      return String.valueOf(value);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonEncoder encoder = EncoderFactory.get().jsonEncoder(container.getSchema(), out);
    new GenericDatumWriter<>(container.getSchema()).write(value, encoder);
    encoder.flush();
    return out.toString(java.nio.charset.StandardCharsets.UTF_8);
  }
}

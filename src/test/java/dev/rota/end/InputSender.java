package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.registry.AvroSerializer;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends records of any kind, and waits until each is there. */
final class InputSender implements AutoCloseable {
  private final AvroSerializer values = new AvroSerializer();
  private final KafkaProducer<byte[], byte[]> producer;

  InputSender(String bootstrap, String registry) {
    values.configure(Map.of("schema.registry.url", registry), false);
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** An input of a lane, on the partition of its key. */
  void send(String topic, String lane, Object record) throws Exception {
    byte[] value = values.serialize(topic, record);
    producer.send(new ProducerRecord<>(topic, lane.getBytes(UTF_8), value)).get();
  }

  /** What nobody can read. */
  void garble(String topic, int partition) throws Exception {
    byte[] garbled = "garbled".getBytes(UTF_8);
    producer.send(new ProducerRecord<>(topic, partition, garbled, garbled)).get();
  }

  /** Waits for nobody: the brokers may be gone. */
  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}

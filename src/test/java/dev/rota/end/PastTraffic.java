package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Traffic;
import dev.rota.simulate.Histories;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Seeded traffic of some lanes, much of it hostile and some of it no Avro. It lies in the past, for
 * nobody may be ahead; ticks bring a lane to the present at any moment.
 */
final class PastTraffic {
  private static final int EVENTS = 2_000;
  private static final int UNREADABLE_EVERY = 100;
  private static final long HISTORY_MILLIS = 10_800_000;

  private final long startMillis = System.currentTimeMillis() - HISTORY_MILLIS;
  private final List<Future<RecordMetadata>> sends = new ArrayList<>();
  private final Traffic traffic;
  private final long seed;
  private long unreadable;

  PastTraffic(Traffic traffic, long seed) {
    this.traffic = traffic;
    this.seed = seed;
  }

  /** Records sent that nobody can read. */
  long unreadable() {
    return unreadable;
  }

  /** Sends it all, and returns how many records that were. */
  long produce(DomainCluster<?, ?, ?> cluster, String peaceful, List<String> hostile)
      throws Exception {
    try (KafkaProducer<byte[], Object> producer = cluster.producer();
        KafkaProducer<byte[], byte[]> raw =
            new KafkaProducer<>(
                cluster.kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      send(producer, raw, peaceful, traffic.start(peaceful, seed));
      for (String lane : hostile) {
        send(producer, raw, lane, Histories.hostile(traffic, lane, seed));
      }
    }
    for (Future<RecordMetadata> send : sends) {
      send.get();
    }
    return sends.size();
  }

  private void send(
      KafkaProducer<byte[], Object> producer,
      KafkaProducer<byte[], byte[]> raw,
      String lane,
      Iterator<Traffic.Event> events) {
    byte[] key = lane.getBytes(UTF_8);
    for (long sent = 0; sent < EVENTS; sent++) {
      Traffic.Event event = events.next();
      if (event.atMillis() > HISTORY_MILLIS) {
        return;
      }
      long atMillis = startMillis + event.atMillis();
      if (event.record() == null || sent % UNREADABLE_EVERY == 0) {
        byte[] noise = ("no Avro: " + sent).getBytes(UTF_8);
        sends.add(raw.send(new ProducerRecord<>(event.topic(), null, atMillis, key, noise)));
        unreadable++;
      } else {
        sends.add(
            producer.send(
                new ProducerRecord<>(event.topic(), null, atMillis, key, event.record())));
      }
    }
  }
}

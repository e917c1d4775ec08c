package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
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
  private final Map<String, Iterator<Traffic.Event>> lanes = new LinkedHashMap<>();
  private final Traffic traffic;
  private final long seed;
  private final int events;
  private long unreadable;
  private final Set<Integer> unreadableOn = new ConcurrentSkipListSet<>();

  PastTraffic(Traffic traffic, long seed) {
    this(traffic, seed, EVENTS);
  }

  /**
   * As above.
   *
   * @param events of each lane, at most
   */
  PastTraffic(Traffic traffic, long seed, int events) {
    this.traffic = traffic;
    this.seed = seed;
    this.events = events;
  }

  /** The partitions of these, each of which has a lane for them. */
  int partitionsOfUnreadable() {
    return unreadableOn.size();
  }

  /** Records sent that nobody can read. */
  long unreadable() {
    return unreadable;
  }

  /** Sends the first half of it, and returns how many records that were. */
  long begin(DomainCluster cluster, String peaceful, List<String> hostile) throws Exception {
    lanes.put(peaceful, traffic.start(peaceful, seed));
    hostile.forEach(lane -> lanes.put(lane, SeededHistories.hostile(traffic, lane, seed)));
    return send(cluster, 0, events / 2);
  }

  /**
   * Sends the rest, and returns how many records there are in all. What is stopped right after that
   * is stopped in the middle, however fast it is.
   */
  long end(DomainCluster cluster) throws Exception {
    return send(cluster, events / 2, events);
  }

  /** How many records were sent. */
  long sent() {
    return sends.size();
  }

  private long send(DomainCluster cluster, long from, long to) throws Exception {
    try (KafkaProducer<byte[], Object> producer = cluster.producer();
        KafkaProducer<byte[], byte[]> raw =
            new KafkaProducer<>(
                cluster.kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (Map.Entry<String, Iterator<Traffic.Event>> lane : lanes.entrySet()) {
        for (long number = from; number < to; number++) {
          if (!send(producer, raw, lane.getKey(), lane.getValue().next(), number)) {
            break;
          }
        }
      }
    }
    for (Future<RecordMetadata> send : sends) {
      send.get();
    }
    return sends.size();
  }

  /** False: the history is over. */
  private boolean send(
      KafkaProducer<byte[], Object> producer,
      KafkaProducer<byte[], byte[]> raw,
      String lane,
      Traffic.Event event,
      long number) {
    if (event.atMillis() > HISTORY_MILLIS) {
      return false;
    }
    byte[] key = lane.getBytes(UTF_8);
    long atMillis = startMillis + event.atMillis();
    if (event.record() == null || number % UNREADABLE_EVERY == 0) {
      byte[] noise = ("no Avro: " + number).getBytes(UTF_8);
      sends.add(
          raw.send(
              new ProducerRecord<>(event.topic(), null, atMillis, key, noise),
              (sent, _) -> unreadableOn.add(sent.partition())));
      unreadable++;
    } else {
      sends.add(
          producer.send(new ProducerRecord<>(event.topic(), null, atMillis, key, event.record())));
    }
    return true;
  }
}

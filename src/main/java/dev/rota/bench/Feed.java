package dev.rota.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Domain;
import dev.rota.domain.Traffic;
import dev.rota.registry.AvroSerializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends a domain's traffic, round-robin over lanes. */
final class Feed implements AutoCloseable {
  /** No rate limit. */
  static final int AT_ONCE = 0;

  private static final long NANOS = 1_000_000_000L;

  private final KafkaProducer<byte[], Object> producer;
  private final String lanes;
  private final List<Iterator<Traffic.Event>> histories = new ArrayList<>();
  private long startedMillis;
  private long sentBefore;

  Feed(
      Domain<?, ?, ?> domain,
      Map<String, Object> kafka,
      String registry,
      RoadBench.Load load,
      String lanes) {
    this.lanes = lanes;
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", registry), false);
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put("linger.ms", 5);
    configs.put("batch.size", 1 << 17);
    producer = new KafkaProducer<>(configs, new ByteArraySerializer(), values);
    for (int lane = 0; lane < load.lanes(); lane++) {
      histories.add(domain.traffic().start(lanes + "-" + lane, load.seed()));
    }
  }

  /**
   * Sends this many events, at a steady rate or unlimited. Unlimited, each event of a lane has a
   * later millisecond than the one before: else the topics of a lane would mix in another order,
   * and bots would report on leases that they never got.
   */
  void send(int count, int perSecond, LongConsumer progress) {
    long started = System.nanoTime();
    startedMillis = Math.max(System.currentTimeMillis(), startedMillis + sentBefore);
    sentBefore = 1L + count / histories.size();
    for (int sent = 0; sent < count; sent++) {
      if (perSecond != AT_ONCE) {
        long due = started + sent * NANOS / perSecond;
        while (System.nanoTime() < due) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
      }
      int lane = sent % histories.size();
      Traffic.Event event = histories.get(lane).next();
      byte[] key = (lanes + "-" + lane).getBytes(UTF_8);
      Long at = perSecond == AT_ONCE ? startedMillis + sent / histories.size() : null;
      var unused =
          producer.send(new ProducerRecord<>(event.topic(), null, at, key, event.record()));
      progress.accept(sent);
    }
    producer.flush();
  }

  /** Sends a history that ends, to one lane. Returns when all of it is acknowledged. */
  long sendAll(String lane, Iterator<Traffic.Event> events, LongConsumer progress) {
    long sent = 0;
    while (events.hasNext()) {
      Traffic.Event event = events.next();
      var unused =
          producer.send(new ProducerRecord<>(event.topic(), lane.getBytes(UTF_8), event.record()));
      progress.accept(++sent);
    }
    producer.flush();
    return sent;
  }

  /** Sends this many events at a steady rate in a new thread. */
  Thread sending(int count, int perSecond) {
    Thread sending = new Thread(() -> send(count, perSecond, sent -> {}), "steady");
    sending.setDaemon(true);
    sending.start();
    return sending;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(30));
  }
}

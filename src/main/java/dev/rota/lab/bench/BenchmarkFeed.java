package dev.rota.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.registry.AvroSerializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends a domain's traffic, round-robin over lanes. */
final class BenchmarkFeed implements AutoCloseable {
  /** No rate limit. */
  static final int AT_ONCE = 0;

  private static final long NANOS = 1_000_000_000L;

  /** Half of what topics take. Many inputs on few lanes get there within some rounds. */
  private static final long AHEAD_MAX_MILLIS = 30_000;

  private final KafkaProducer<byte[], Object> producer;
  private final String lanes;
  private final List<Iterator<Traffic.Event>> histories = new ArrayList<>();

  /** The time and the topic of each lane's last event that was sent without a limit. */
  private final long[] millis;

  private final String[] topics;
  private final AtomicReference<Exception> refused = new AtomicReference<>();

  BenchmarkFeed(
      Domain domain, Map<String, Object> kafka, String registry, BenchmarkLoad load, String lanes) {
    this.lanes = lanes;
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", registry), false);
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put("linger.ms", 5);
    configs.put("batch.size", 1 << 17);
    producer = new KafkaProducer<>(configs, new ByteArraySerializer(), values);
    millis = new long[load.lanes()];
    topics = new String[load.lanes()];
    for (int lane = 0; lane < load.lanes(); lane++) {
      histories.add(DomainTraffic.of(domain).start(lanes + "-" + lane, load.seed()));
    }
  }

  /** Sends this many events, at a steady rate or unlimited. */
  void send(int count, int perSecond, LongConsumer progress) {
    long started = System.nanoTime();
    // They end about now: topics refuse records that are too far ahead.
    long fromMillis = System.currentTimeMillis() - count / histories.size();
    for (int sent = 0; sent < count; sent++) {
      if (perSecond != AT_ONCE) {
        long due = started + sent * NANOS / perSecond;
        while (System.nanoTime() < due) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
      }
      int lane = sent % histories.size();
      Traffic.Event event = histories.get(lane).next();
      Long at = perSecond == AT_ONCE ? millis(lane, event.topic(), fromMillis) : null;
      send(event, lanes + "-" + lane, at);
      progress.accept(sent);
    }
    flush();
  }

  /**
   * A lane's event on another topic has a later millisecond than the one before: else the topics of
   * a lane would mix in another order, and bots would report on leases that they never got.
   */
  private long millis(int lane, String topic, long fromMillis) {
    long after = topic.equals(topics[lane]) ? millis[lane] : millis[lane] + 1;
    topics[lane] = topic;
    millis[lane] = Math.max(after, fromMillis);
    long ahead = millis[lane] - System.currentTimeMillis();
    if (ahead > AHEAD_MAX_MILLIS) {
      LockSupport.parkNanos((ahead - AHEAD_MAX_MILLIS) * (NANOS / 1_000));
    }
    return millis[lane];
  }

  private void send(Traffic.Event event, String lane, Long atMillis) {
    byte[] key = lane.getBytes(UTF_8);
    var _ =
        producer.send(
            new ProducerRecord<>(event.topic(), null, atMillis, key, event.record()),
            (_, fault) -> refused.compareAndSet(null, fault));
  }

  private void flush() {
    producer.flush();
    if (refused.get() != null) {
      throw new KafkaException("an input of the benchmark was refused", refused.get());
    }
  }

  /** Sends a history that ends, to one lane. Returns when all of it is acknowledged. */
  long sendAll(String lane, Iterator<Traffic.Event> events, LongConsumer progress) {
    long sent = 0;
    while (events.hasNext()) {
      send(events.next(), lane, null);
      progress.accept(++sent);
    }
    flush();
    return sent;
  }

  /** Sends this many events at a steady rate in a new thread. */
  Thread sending(int count, int perSecond) {
    Thread sending = new Thread(() -> send(count, perSecond, _ -> {}), "steady");
    sending.setDaemon(true);
    sending.start();
    return sending;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(30));
  }
}

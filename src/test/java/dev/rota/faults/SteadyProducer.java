package dev.rota.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.cores.RelayChainShape;
import dev.rota.cores.RuleSet;
import dev.rota.cores.wire.RelayChainTraffic;
import dev.rota.domain.Traffic;
import dev.rota.registry.AvroSerializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/** Small relay chains that go on and on, equally many on every partition, an event each beat. */
final class SteadyProducer implements AutoCloseable {
  private static final RelayChainShape SMALL =
      new RelayChainShape(RuleSet.GUIDE, 4, 2, 6, 24, 50, 2);
  private static final int LANES_PER_PARTITION = 2;
  private static final long BEAT_MILLIS = 50;

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final KafkaProducer<byte[], Object> producer;
  private final List<Lane> lanes = new ArrayList<>();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong acknowledged = new AtomicLong();
  private volatile boolean flowing;
  private volatile boolean twice;
  private volatile Throwable fault;

  /** A chain and what comes next of it. */
  private record Lane(byte[] key, Iterator<Traffic.Event> events) {}

  SteadyProducer(String bootstrap, String registry, int partitions) {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", registry), false);
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "request.timeout.ms", 3_000),
            new ByteArraySerializer(),
            (topic, value) ->
                value instanceof byte[] framed ? framed : values.serialize(topic, value));
    int[] wanted = new int[partitions];
    Arrays.fill(wanted, LANES_PER_PARTITION);
    for (int i = 0; lanes.size() < partitions * LANES_PER_PARTITION; i++) {
      String name = "chain-" + i;
      byte[] key = name.getBytes(UTF_8);
      if (wanted[Utils.toPositive(Utils.murmur2(key)) % partitions]-- > 0) {
        lanes.add(new Lane(key, new RelayChainTraffic(SMALL).start(name, 7)));
      }
    }
    var unused = clock.scheduleAtFixedRate(this::beat, 0, BEAT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void beat() {
    if (!flowing || fault != null) {
      return;
    }
    for (Lane lane : lanes) {
      Traffic.Event event = lane.events.next();
      send(lane, event);
      if (twice) {
        send(lane, event);
      }
    }
  }

  private void send(Lane lane, Traffic.Event event) {
    send(event.topic(), lane.key, event.record());
  }

  /** One more input; bytes are sent as they are. */
  void send(String topic, byte[] key, Object value) {
    sent.incrementAndGet();
    var unused =
        producer.send(
            new ProducerRecord<>(topic, key, value),
            (metadata, failure) -> {
              if (failure == null) {
                acknowledged.incrementAndGet();
              } else {
                fault = failure;
              }
            });
  }

  void flow() {
    flowing = true;
  }

  /** From now on, each event is sent once or twice. */
  void twice(boolean each) {
    twice = each;
  }

  /** Stops the flow; how many records there are in all, each acknowledged. */
  long stop() throws Exception {
    flowing = false;
    clock.submit(() -> {}).get();
    producer.flush();
    if (fault != null || sent.get() != acknowledged.get()) {
      throw new IllegalStateException("the producer itself lost records", fault);
    }
    return sent.get();
  }

  long acknowledged() {
    return acknowledged.get();
  }

  @Override
  public void close() {
    clock.shutdownNow();
    producer.close(Duration.ZERO);
  }
}

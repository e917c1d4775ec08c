package dev.rota.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.cores.model.RuleSet;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.registry.AvroSerializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/** Small relay chains that go on and on, equally many on every partition, an event each beat. */
final class SteadyProducer implements AutoCloseable {
  static final String CLIENT = "inputs";
  private static final RelayChainShape SMALL =
      new RelayChainShape(RuleSet.GUIDE, 4, 2, 6, 24, 50, 2);
  private static final int LANES_PER_PARTITION = 2;

  /** Brokers and engines have most of the machine for their starts and elections. */
  private static final long BEAT_MILLIS = 200;

  /** Longer than any fault. */
  private static final int PATIENCE_MILLIS = 600_000;

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final KafkaProducer<byte[], Object> producer;
  private final List<Lane> lanes = new ArrayList<>();
  private final List<Lane> rest = new ArrayList<>();
  private final AtomicLong sent = new AtomicLong();
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<CompletableFuture<Repeats.Pair>> pairs =
      new ConcurrentLinkedQueue<>();
  private final AtomicLongArray counts;
  private ScheduledFuture<?> beats;
  private volatile boolean flowing;
  private volatile boolean twice;
  private volatile Throwable fault;

  /** A chain and what comes next of it. */
  private record Lane(byte[] key, Iterator<Traffic.Event> events) {}

  SteadyProducer(String bootstrap, String registry, int partitions) {
    counts = new AtomicLongArray(partitions);
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", registry), false);
    producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "client.id",
                CLIENT,
                "request.timeout.ms",
                3_000,
                "delivery.timeout.ms",
                PATIENCE_MILLIS,
                "max.block.ms",
                PATIENCE_MILLIS),
            new ByteArraySerializer(),
            (topic, value) ->
                value instanceof byte[] framed ? framed : values.serialize(topic, value));
    int[] wanted = new int[partitions];
    Arrays.fill(wanted, LANES_PER_PARTITION);
    for (int i = 0; lanes.size() < partitions * LANES_PER_PARTITION; i++) {
      String name = "chain-" + i;
      byte[] key = name.getBytes(UTF_8);
      if (wanted[partition(key, partitions)]-- > 0) {
        lanes.add(new Lane(key, new RelayChainTraffic(SMALL).start(name, 7)));
      }
    }
    beat(BEAT_MILLIS);
  }

  /** An event of each chain in so many milliseconds, from now on. */
  void beat(long millis) {
    if (beats != null) {
      beats.cancel(false);
    }
    beats = clock.scheduleAtFixedRate(this::send, 0, millis, TimeUnit.MILLISECONDS);
  }

  /** Where Kafka's own partitioner puts a key. */
  static int partition(byte[] key, int partitions) {
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }

  private void send() {
    if (!flowing || fault != null) {
      return;
    }
    for (Lane lane : lanes) {
      Traffic.Event event = lane.events.next();
      CompletableFuture<String> first = send(event.topic(), lane.key, event.record());
      if (twice) {
        pairs.add(
            first.thenCombine(send(event.topic(), lane.key, event.record()), Repeats.Pair::new));
      }
    }
  }

  /** Sends the next event of each of so many more chains, which are silent otherwise. */
  void once(int chains) {
    for (int i = rest.size(); i < chains; i++) {
      String name = "resting-" + i;
      rest.add(new Lane(name.getBytes(UTF_8), new RelayChainTraffic(SMALL).start(name, 7)));
    }
    for (Lane lane : rest) {
      Traffic.Event event = lane.events.next();
      var _ = send(event.topic(), lane.key, event.record());
    }
  }

  /** The names of the chains that are silent otherwise. */
  List<String> resting() {
    return rest.stream().map(lane -> new String(lane.key, UTF_8)).toList();
  }

  /** One more input; bytes are sent as they are. Its source, once Kafka has taken it. */
  CompletableFuture<String> send(String topic, byte[] key, Object value) {
    sent.incrementAndGet();
    CompletableFuture<String> source = new CompletableFuture<>();
    var _ =
        producer.send(
            new ProducerRecord<>(topic, key, value),
            (metadata, failure) -> {
              if (failure == null) {
                String place = topic + "/" + metadata.partition() + "/" + metadata.offset();
                accepted.add(place);
                counts.incrementAndGet(metadata.partition());
                source.complete(place);
              } else {
                fault = failure;
                source.completeExceptionally(failure);
              }
            });
    return source;
  }

  void flow() {
    flowing = true;
  }

  /** From now on, each event is sent once or twice. */
  void twice(boolean each) {
    twice = each;
  }

  /** What was sent twice, once all of it is acknowledged. */
  List<Repeats.Pair> pairs() {
    return pairs.stream().map(CompletableFuture::join).toList();
  }

  /** Stops the flow; the sources of all inputs there are, each acknowledged. */
  Set<String> stop() throws Exception {
    flowing = false;
    clock.submit(() -> {}).get();
    producer.flush();
    if (fault != null || sent.get() != accepted.size()) {
      throw new IllegalStateException("the producer itself lost records", fault);
    }
    return new HashSet<>(accepted);
  }

  /** How many inputs each partition was sent and has acknowledged. */
  long[] counts() {
    long[] copy = new long[counts.length()];
    Arrays.setAll(copy, counts::get);
    return copy;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    producer.close(Duration.ZERO);
  }
}

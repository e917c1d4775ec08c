package dev.rota.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.domain.Traffic;
import dev.rota.engine.Fact;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.stream.MissingTopics;
import dev.rota.stream.Road;
import dev.rota.stream.RoadConfig;
import dev.rota.stream.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;

/** The road against the pass-through: the same inputs, broker, threads and settings. */
public final class RoadBench {
  private static final Duration BEAT = Duration.ofMillis(100);

  private final Map<String, Object> kafka;
  private final String registry;
  private final Path dir;
  private final Load load;

  /**
   * What is measured.
   *
   * @param records how many inputs
   * @param lanes they are spread over
   */
  public record Load(long records, int lanes, int partitions, int threads, long seed) {}

  /** Records per second of one pass, and the process's CPU per record. */
  public record Pass(double recordsPerSecond, double cpuMicros) {}

  public RoadBench(Map<String, Object> kafka, String registry, Path dir, Load load) {
    this.kafka = kafka;
    this.registry = registry;
    this.dir = dir;
    this.load = load;
  }

  /** Creates the topics and fills the inputs. */
  public void fill(Domain<?, ?, ?> domain, LongConsumer progress) {
    List<Topics.Spec> topics = new ArrayList<>(Topics.of(domain));
    topics.add(new Topics.Spec(PassThrough.TOPIC, false, Map.of()));
    try (Admin admin = Admin.create(kafka)) {
      MissingTopics.create(admin, topics, load.partitions(), (short) 1);
    }
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", registry), false);
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put("linger.ms", 20);
    configs.put("batch.size", 1 << 17);
    try (KafkaProducer<byte[], Object> producer =
        new KafkaProducer<>(configs, new ByteArraySerializer(), values)) {
      List<Iterator<Traffic.Event>> histories = new ArrayList<>();
      for (int lane = 0; lane < load.lanes(); lane++) {
        histories.add(domain.traffic().start("lane-" + lane, load.seed()));
      }
      for (long sent = 0; sent < load.records(); sent++) {
        int lane = (int) (sent % load.lanes());
        Traffic.Event event = histories.get(lane).next();
        byte[] key = ("lane-" + lane).getBytes(UTF_8);
        var unused = producer.send(new ProducerRecord<>(event.topic(), key, event.record()));
        progress.accept(sent);
      }
    }
  }

  /** One pass of the baseline. */
  public Pass passThrough(Domain<?, ?, ?> domain, String application, LongConsumer progress) {
    KafkaStreams streams =
        new KafkaStreams(PassThrough.topology(domain), config(application).streams(domain.name()));
    try (Visible visible = new Visible(kafka, PassThrough.TOPIC, load.partitions())) {
      streams.start();
      return measure(visible, progress);
    } finally {
      streams.close(
          CloseOptions.timeout(Duration.ofSeconds(20))
              .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }
  }

  /** One pass of the road. */
  public <S extends State, I, F extends Fact<S>> Pass road(
      Domain<S, I, F> domain, String application, LongConsumer progress) {
    try (Visible visible = new Visible(kafka, Topics.ledger(domain.name()), load.partitions())) {
      Road road = Road.start(domain, config(application));
      try {
        return measure(visible, progress);
      } finally {
        road.close();
      }
    }
  }

  private Pass measure(Visible visible, LongConsumer progress) {
    long cpu = cpuNanos();
    double rate = visible.await(load.records(), progress);
    return new Pass(rate, (cpuNanos() - cpu) / 1e3 / load.records());
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  private RoadConfig config(String application) {
    return new RoadConfig(
        application,
        kafka,
        Map.of(),
        Map.of("schema.registry.url", registry),
        AvroSerializer.class.getName(),
        AvroDeserializer.class.getName(),
        dir.resolve(application),
        load.threads(),
        BEAT);
  }
}

package dev.rota.bench;

import dev.rota.domain.Domain;
import dev.rota.domain.Output;
import dev.rota.domain.State;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;

/** The road against the pass-through: the same inputs, broker, threads and settings. */
public final class RoadBench<S extends State, I, F extends Fact<S>> {
  private static final String LANES = "lane";
  private static final Duration BEAT = Duration.ofMillis(100);

  private final Domain<S, I, F> domain;
  private final Map<String, Object> kafka;
  private final String registry;
  private final Path dir;
  private final Load load;

  /**
   * What is measured.
   *
   * @param records how many inputs
   * @param lanes they are spread over
   * @param threads of Kafka Streams
   */
  public record Load(int records, int lanes, int partitions, int threads, long seed) {}

  /**
   * What a pass took.
   *
   * @param inputsPerSecond visible to a read_committed consumer
   * @param writtenPerInput records on output topics and changelogs for each input
   * @param cpuMicros of the whole process, broker included, for each input
   */
  public record Pass(double inputsPerSecond, double writtenPerInput, double cpuMicros) {
    public double writtenPerSecond() {
      return inputsPerSecond * writtenPerInput;
    }
  }

  /** Milliseconds from an input's timestamp until a read_committed consumer has the answer. */
  public record Latency(long p50Millis, long p99Millis) {}

  public RoadBench(
      Domain<S, I, F> domain, Map<String, Object> kafka, String registry, Path dir, Load load) {
    this.domain = domain;
    this.kafka = kafka;
    this.registry = registry;
    this.dir = dir;
    this.load = load;
  }

  /** Creates the topics; before anything else. */
  public void createTopics() {
    List<Topics.Spec> topics = new ArrayList<>(Topics.of(domain));
    topics.add(new Topics.Spec(PassThrough.TOPIC, false, Map.of()));
    try (Admin admin = Admin.create(kafka)) {
      MissingTopics.create(admin, topics, load.partitions(), (short) 1);
    }
  }

  /** A ledger belongs to one application, and each pass of the road is another: all anew. */
  private void renewOutputs() {
    List<Topics.Spec> outputs = Topics.of(domain).stream().filter(spec -> !spec.input()).toList();
    try (Admin admin = Admin.create(kafka)) {
      admin.deleteTopics(outputs.stream().map(Topics.Spec::name).toList()).all().get();
      MissingTopics.create(admin, outputs, load.partitions(), (short) 1);
    } catch (ExecutionException | InterruptedException e) {
      throw new KafkaException("cannot empty the ledger", e);
    }
  }

  /** Fills the inputs. */
  public void fill(LongConsumer progress) {
    try (Feed feed = new Feed(domain, kafka, registry, load, LANES)) {
      feed.send(load.records(), Feed.AT_ONCE, progress);
    }
  }

  /** One pass of the baseline over what was filled in. */
  public Pass passThrough(String application, LongConsumer progress) {
    return beside(
        application, PassThrough.TOPIC, visible -> visible.rate(load.records(), progress), true);
  }

  /** One pass of the road over what was filled in. */
  public Pass road(String application, LongConsumer progress) {
    renewOutputs();
    return beside(
        application,
        Topics.ledger(domain.name()),
        visible -> visible.rate(load.records(), progress),
        false);
  }

  /** Latencies at a steady rate, of the baseline or of the road; before the inputs are filled. */
  public Latency latency(String application, boolean base, int perSecond, LongConsumer progress) {
    String topic = base ? PassThrough.TOPIC : Topics.ledger(domain.name());
    try (Running running = start(config(application), base)) {
      running.await();
      try (Visible visible = new Visible(kafka, topic, load.partitions());
          Feed feed = new Feed(domain, kafka, registry, load, application)) {
        Thread sending =
            new Thread(() -> feed.send(load.records(), perSecond, sent -> {}), "steady");
        sending.setDaemon(true);
        sending.start();
        long[] millis = visible.latencies(sending::isAlive, progress);
        return new Latency(millis[millis.length / 2], millis[millis.length * 99 / 100]);
      }
    }
  }

  /**
   * The road at a steady rate, for as long as the load's records last; a sample every so often.
   *
   * @param seen is shown each sample as it is taken
   */
  public Soak soak(String application, int perSecond, Duration every, Consumer<Sample> seen) {
    renewOutputs();
    List<Sample> samples = new ArrayList<>();
    try (Visible visible = new Visible(kafka, Topics.ledger(domain.name()), load.partitions());
        Road road = Road.start(domain, config(application));
        Feed feed = new Feed(domain, kafka, registry, load, application)) {
      Running.of(road).await();
      Thread sending = new Thread(() -> feed.send(load.records(), perSecond, sent -> {}), "steady");
      sending.setDaemon(true);
      long started = System.nanoTime();
      sending.start();
      long due = started;
      while (sending.isAlive()) {
        due += every.toNanos();
        long decided = visible.until(due, sending::isAlive);
        long seconds = Duration.ofNanos(System.nanoTime() - started).toSeconds();
        samples.add(Sample.take(seconds, decided, road, dir));
        seen.accept(samples.get(samples.size() - 1));
      }
    }
    return new Soak(samples);
  }

  private Pass beside(
      String application, String topic, Function<Visible, Double> measure, boolean base) {
    try (Visible visible = new Visible(kafka, topic, load.partitions())) {
      long cpu = cpuNanos();
      long written = written(application, base);
      double rate;
      Running running = start(config(application), base);
      try {
        rate = measure.apply(visible);
        cpu = cpuNanos() - cpu;
      } finally {
        running.close();
      }
      written = written(application, base) - written;
      return new Pass(rate, (double) written / load.records(), cpu / 1e3 / load.records());
    }
  }

  private Running start(RoadConfig config, boolean base) {
    return base
        ? Running.of(new KafkaStreams(PassThrough.topology(domain), config.streams(domain.name())))
        : Running.of(Road.start(domain, config));
  }

  /** Records and markers on all that this application writes. */
  private long written(String application, boolean base) {
    List<String> topics = new ArrayList<>();
    if (base) {
      topics.add(PassThrough.TOPIC);
    } else {
      topics.add(Topics.ledger(domain.name()));
      for (Output.Channel channel : Output.Channel.values()) {
        topics.add(channel.topic(domain.name()));
      }
    }
    try (Admin admin = Admin.create(kafka)) {
      for (String name : admin.listTopics().names().get()) {
        if (name.startsWith(config(application).applicationId(domain.name()) + "-")) {
          topics.add(name);
        }
      }
      Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
      for (String topic : topics) {
        IntStream.range(0, load.partitions())
            .forEach(p -> asked.put(new TopicPartition(topic, p), OffsetSpec.latest()));
      }
      return admin.listOffsets(asked).all().get().values().stream()
          .mapToLong(end -> end.offset())
          .sum();
    } catch (ExecutionException | InterruptedException e) {
      throw new KafkaException("cannot count what was written", e);
    }
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

package dev.rota.lab.bench;

import dev.rota.kernel.domain.Domain;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Measures a domain's topology against the pass-through: same inputs, broker, threads and settings.
 */
public final class RoadBench implements AutoCloseable {
  private static final String LANES = "lane";

  /** The first of the lanes. */
  public static final String FIRST_LANE = LANES + "-0";

  private static final double P50 = 50;
  private static final double P99 = 99;
  private static final Duration BEAT = Duration.ofMillis(100);

  /** For what is sent and not decided when a soak ends. */
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final Domain domain;
  private final Map<String, Object> kafka;
  private final Map<String, Object> streams;
  private final String registry;
  private final Path dir;
  private final BenchmarkLoad load;
  private final Map<Side, Long> done = new EnumMap<>(Map.of(Side.BASE, 0L, Side.ROAD, 0L));
  private BenchmarkFeed feed;
  private long filled;

  /**
   * The two applications. Each continues where it stopped, since a ledger belongs to one
   * application.
   */
  private enum Side {
    BASE,
    ROAD;

    String application() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Starts nothing yet.
   *
   * @param streams settings of Kafka Streams for both applications
   */
  public RoadBench(
      Domain domain,
      Map<String, Object> kafka,
      Map<String, Object> streams,
      String registry,
      Path dir,
      BenchmarkLoad load) {
    this.domain = domain;
    this.kafka = kafka;
    this.streams = streams;
    this.registry = registry;
    this.dir = dir;
    this.load = load;
  }

  /** Creates the topics. Call it first. */
  public void createTopics() {
    List<TopicSpec> topics = new ArrayList<>(RequiredTopics.of(domain));
    topics.add(new TopicSpec(PassThrough.TOPIC, false, Map.of()));
    try (Admin admin = Admin.create(kafka)) {
      MissingTopics.create(admin, topics, load.partitions(), (short) 1);
    }
  }

  /** Sends the load's inputs once more. The histories continue. Returns the total. */
  public long fill(LongConsumer progress) {
    return fill(load.records(), progress);
  }

  /** The same with so many inputs. */
  public long fill(int records, LongConsumer progress) {
    if (feed == null) {
      feed = feed(LANES);
    }
    feed.send(records, BenchmarkFeed.AT_ONCE, progress);
    filled += records;
    return filled;
  }

  /** Runs the baseline over the pending inputs. */
  public PassResult passThrough(LongConsumer progress) {
    return pass(Side.BASE, progress);
  }

  /** Runs the topology over the pending inputs. */
  public PassResult road(LongConsumer progress) {
    return pass(Side.ROAD, progress);
  }

  /** Runs the topology over the pending inputs. Returns what it holds once they are decided. */
  public MemoryFigures roadMemory(LongConsumer progress) {
    long before = LiveHeap.settledBytes();
    try (VisibilityMeter visible =
            new VisibilityMeter(kafka, watched(Side.ROAD), load.partitions());
        DomainStreams streams = DomainStreams.start(domain, config(Side.ROAD))) {
      visible.rate(backlog(Side.ROAD), progress);
      done.put(Side.ROAD, filled);
      return new MemoryFigures(LiveHeap.settledBytes() - before, MemoryFigures.ofStores(streams));
    }
  }

  /** Measures the baseline's latency at a steady rate. */
  public LatencyFigures passThroughLatency(int perSecond, int seconds, LongConsumer progress) {
    return latency(Side.BASE, perSecond, seconds, progress);
  }

  /** Measures the topology's latency at a steady rate. */
  public LatencyFigures roadLatency(int perSecond, int seconds, LongConsumer progress) {
    return latency(Side.ROAD, perSecond, seconds, progress);
  }

  private LatencyFigures latency(Side side, int perSecond, int seconds, LongConsumer progress) {
    try (VisibilityMeter visible = new VisibilityMeter(kafka, watched(side), load.partitions());
        RunningApplication running = start(side);
        BenchmarkFeed steady = feed("steady-" + side.application())) {
      running.await();
      visible.rate(backlog(side), progress);
      Thread sending = steady.sending(perSecond * seconds, perSecond);
      filled += (long) perSecond * seconds;
      Histogram millis = visible.latencies(sending::isAlive, progress);
      done.put(side, filled);
      return new LatencyFigures(millis.getValueAtPercentile(P50), millis.getValueAtPercentile(P99));
    }
  }

  /** Audits everything that was decided here, and only reads it, so many times in alternation. */
  public ProofCosts proof(int rounds, LongConsumer progress) {
    return new AuditBenchmark(domain, kafka, load).proof(rounds, progress);
  }

  /**
   * Runs the topology at a steady rate and samples its resources.
   *
   * @param seen receives each sample
   */
  public SoakSamples soak(
      int perSecond, Duration howLong, Duration every, Consumer<ResourceSample> seen) {
    List<ResourceSample> samples = new ArrayList<>();
    try (VisibilityMeter visible =
            new VisibilityMeter(kafka, watched(Side.ROAD), load.partitions());
        DomainStreams streams = DomainStreams.start(domain, config(Side.ROAD));
        BenchmarkFeed steady = feed("soak")) {
      RunningApplication.of(streams).await();
      visible.rate(backlog(Side.ROAD), _ -> {});
      long started = System.nanoTime();
      int count = Math.toIntExact(Math.multiplyExact(perSecond, howLong.toSeconds()));
      Thread sending = steady.sending(count, perSecond);
      for (long due = started + every.toNanos(); sending.isAlive(); due += every.toNanos()) {
        long decided = visible.until(due, sending::isAlive);
        samples.add(ResourceSample.take(started, decided, streams, dir));
        seen.accept(samples.get(samples.size() - 1));
      }
      long all = visible.untilAll(count, System.nanoTime() + WAIT.toNanos());
      samples.add(ResourceSample.take(started, all, streams, dir));
      seen.accept(samples.get(samples.size() - 1));
    }
    return new SoakSamples(samples);
  }

  /**
   * Makes the domain's largest decision on lanes of its own, one after the other, in one process.
   *
   * @param percent of its usual size
   * @return empty if no decision of the domain is much larger than another
   */
  public List<LargeTurnsResult> largeTurns(int count, int percent, LongConsumer progress) {
    List<LargeTurnsResult> results = new ArrayList<>();
    Traffic traffic = DomainTraffic.of(domain);
    if (traffic.large(LANES, load.seed(), percent) == null) {
      return results;
    }
    try (RunningApplication running = start(Side.ROAD);
        LargeTurns turns = new LargeTurns(domain, kafka, registry, RoadBench::cpuNanos);
        BenchmarkFeed large = feed("large")) {
      running.await();
      for (int number = 1; number <= count; number++) {
        String lane = "large-" + number;
        results.add(turns.run(large, lane, traffic.large(lane, number, percent), progress));
      }
    }
    return results;
  }

  private BenchmarkFeed feed(String lanes) {
    return new BenchmarkFeed(domain, kafka, registry, load, lanes);
  }

  /** The number of inputs that one application has not read. */
  private long backlog(Side side) {
    return filled - done.get(side);
  }

  private PassResult pass(Side side, LongConsumer progress) {
    try (VisibilityMeter visible = new VisibilityMeter(kafka, watched(side), load.partitions())) {
      long count = backlog(side);
      WrittenRecords before = written(side);
      VisibilityMeter.Rate rate;
      RunningApplication running = start(side);
      try {
        rate = visible.rate(count, progress);
      } finally {
        running.close();
      }
      done.put(side, filled);
      WrittenRecords written = written(side).since(before);
      return new PassResult(
          rate.perSecond(),
          (double) written.all() / count,
          (double) written.outputs() / count,
          rate.cpuMicros());
    }
  }

  private String watched(Side side) {
    return side == Side.BASE ? PassThrough.TOPIC : RequiredTopics.ledger(domain.name());
  }

  private RunningApplication start(Side side) {
    return side == Side.BASE
        ? RunningApplication.of(
            new KafkaStreams(PassThrough.topology(domain), config(side).streams(domain)))
        : RunningApplication.of(DomainStreams.start(domain, config(side)));
  }

  private WrittenRecords written(Side side) {
    List<String> outputs =
        side == Side.BASE
            ? List.of()
            : domain.wire().channels().stream().map(one -> one.topic(domain.name())).toList();
    String application = config(side).applicationId(domain.name());
    return WrittenRecords.of(
        kafka, load.partitions(), outputs, List.of(watched(side)), application);
  }

  /** CPU time of this process, with the broker that it has. */
  public static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  private StreamsSettings config(Side side) {
    return new StreamsSettings(
        side.application(),
        kafka,
        streams,
        ValueSerde.avro(Map.of("schema.registry.url", registry)),
        dir.resolve(side.application()),
        load.threads(),
        BEAT);
  }

  @Override
  public void close() {
    if (feed != null) {
      feed.close();
    }
  }
}

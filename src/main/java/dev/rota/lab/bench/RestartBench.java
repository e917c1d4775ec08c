package dev.rota.lab.bench;

import dev.rota.kernel.domain.Domain;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * Measures how long a task takes to start whose one lane has many rows: from its disk, from its
 * changelog, and from the ledger alone.
 */
public final class RestartBench implements AutoCloseable {
  private static final String APPLICATION = "restart";
  private static final String LANE = "full";
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;
  private static final Duration START_MAX = Duration.ofHours(1);
  private static final Duration BEAT = Duration.ofMillis(100);
  private static final int MORE_AT_ONCE = 20;

  private final Domain domain;
  private final Map<String, Object> kafka;
  private final Map<String, Object> streams;
  private final String registry;
  private final Path dir;
  private final int inputs;
  private final Iterator<Traffic.Event> history;
  private final BenchmarkFeed feed;

  /**
   * Starts nothing yet.
   *
   * @param streams settings of Kafka Streams
   * @param waiting number of inputs, nearly all of which are items that wait in the lane
   */
  public RestartBench(
      Domain domain,
      Map<String, Object> kafka,
      Map<String, Object> streams,
      String registry,
      Path dir,
      int waiting) {
    this.domain = domain;
    this.kafka = kafka;
    this.streams = streams;
    this.registry = registry;
    this.dir = dir;
    Traffic traffic = filling(DomainTraffic.of(domain), waiting);
    this.inputs = waiting;
    this.history = traffic.start(LANE, 1);
    this.feed =
        new BenchmarkFeed(domain, kafka, registry, new BenchmarkLoad(inputs, 0, 1, 1, 1), LANE);
  }

  /** Traffic that fills a lane with so many items; if the domain has none, its usual traffic. */
  private static Traffic filling(Traffic of, int waiting) {
    int usual = of.benchmarks(1).values().iterator().next().filling();
    int scale = usual == 0 ? 1 : Math.max(1, (waiting + usual - 1) / usual);
    return of.benchmarks(scale).values().iterator().next();
  }

  /** Fills the lane and has it decided. Call it first. Returns the number of inputs. */
  public long fill(LongConsumer progress) {
    try (Admin admin = Admin.create(kafka)) {
      MissingTopics.create(admin, RequiredTopics.of(domain), 1, (short) 1);
    }
    try (VisibilityMeter visible =
            new VisibilityMeter(kafka, RequiredTopics.ledger(domain.name()), 1);
        RunningApplication running = RunningApplication.of(DomainStreams.start(domain, config()))) {
      running.await();
      send(inputs);
      visible.rate(inputs, progress);
    }
    return inputs;
  }

  /** Starts the task, lets the changelog have all rows again, and stops it in order. */
  public RestartResult restart(RestartLoss lost) {
    lose(lost);
    long started = System.nanoTime();
    try (DomainStreams road = DomainStreams.start(domain, config())) {
      road.awaitRunning(START_MAX);
      double seconds = since(started);
      double opening = metric(road, "opening-ms") / MILLIS;
      long again = (long) metric(road, "opening-turns");
      while (metric(road, "rows-copying") > 0) {
        send(MORE_AT_ONCE);
      }
      long rebuilt = (long) metric(road, "rows-rebuilt");
      return new RestartResult(lost, seconds, opening, again, rebuilt, since(started));
    } catch (TimeoutException | InterruptedException e) {
      throw new KafkaException("the topology did not start", e);
    }
  }

  /**
   * Audits everything. Returns turns per second.
   *
   * @throws IllegalStateException if the audit finds a difference
   */
  public double audit(LongConsumer progress) {
    long started = System.nanoTime();
    try (DomainAudit audit = new DomainAudit(domain, kafka)) {
      AuditReport report = audit.run(1);
      progress.accept(report.turns());
      if (!report.proved()) {
        throw new IllegalStateException("the audit failed: " + report.findings());
      }
      return report.turns() / since(started);
    } catch (InterruptedException e) {
      throw new KafkaException("interrupted", e);
    }
  }

  private void send(int count) {
    feed.sendAll(LANE, IntStream.range(0, count).mapToObj(_ -> history.next()).iterator(), _ -> {});
  }

  private void lose(RestartLoss lost) {
    if (lost == RestartLoss.DISK || lost == RestartLoss.DISK_AND_CHANGELOG) {
      remove(dir.resolve(config().applicationId(domain.name())));
    }
    if (lost == RestartLoss.CHANGELOG || lost == RestartLoss.DISK_AND_CHANGELOG) {
      deleteChangelog();
    }
  }

  private void deleteChangelog() {
    try (Admin admin = Admin.create(kafka)) {
      String prefix = config().applicationId(domain.name()) + "-";
      List<String> topics =
          admin.listTopics().names().get().stream()
              .filter(name -> name.startsWith(prefix) && name.endsWith("-changelog"))
              .toList();
      admin.deleteTopics(topics).all().get();
    } catch (ExecutionException | InterruptedException e) {
      throw new KafkaException("the changelog cannot be deleted", e);
    }
  }

  private static void remove(Path tree) {
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double metric(DomainStreams road, String name) {
    return road.metrics().entrySet().stream()
        .filter(one -> one.getKey().name().equals(name))
        .mapToDouble(one -> (double) one.getValue().metricValue())
        .sum();
  }

  private static double since(long started) {
    return (System.nanoTime() - started) / NANOS;
  }

  private StreamsSettings config() {
    return new StreamsSettings(
        APPLICATION,
        kafka,
        streams,
        ValueSerde.avro(Map.of("schema.registry.url", registry)),
        dir,
        1,
        BEAT);
  }

  @Override
  public void close() {
    feed.close();
  }
}

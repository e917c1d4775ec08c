package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.rota.app.size.SizeFigures;
import dev.rota.app.size.SizeFigures.Cost;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnReader;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The figures that {@code rota size} counts with, measured on a broker: what a topic has on disk
 * for an input, and for a transaction besides. With {@code -Drota.size=write} they are written.
 */
class SizeFiguresIT {
  private static final Path RESOURCE = Path.of("src/main/resources/size/figures.json");
  private static final long HISTORY_MILLIS = 10_800_000;
  private static final int SLOW = 300;
  private static final int FAST = 6_000;

  /** Traffic is seeded, and pages are cut by time. */
  private static final double SHARE = 0.35;

  @TempDir private Path state;

  static Stream<Domain> domains() {
    return Domains.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("domains")
  void theFiguresAreThoseOfABroker(Domain domain) throws Exception {
    SizeFigures measured = measured(domain);
    System.out.println(domain.name() + " " + measured);
    if ("write".equals(System.getProperty("rota.size"))) {
      write(domain.name(), measured);
      return;
    }
    SizeFigures noted = SizeFigures.all().get(domain.name());
    double all = total(noted);
    assertThat(total(measured)).isCloseTo(all, within(all * SHARE));
    assertThat(measured.rowBytes()).isCloseTo(noted.rowBytes(), within(noted.rowBytes() * SHARE));
    assertThat(measured.topics().keySet()).isEqualTo(noted.topics().keySet());
  }

  /** Of an input in a page of ten. */
  private static double total(SizeFigures figures) {
    return figures.topics().values().stream()
        .mapToDouble(cost -> cost.input() + cost.commit() / 10)
        .sum();
  }

  private static synchronized void write(String domain, SizeFigures measured) throws Exception {
    ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    File file = RESOURCE.toFile();
    Map<String, Object> all = new TreeMap<>();
    if (file.exists()) {
      json.readTree(file).properties().forEach(one -> all.put(one.getKey(), one.getValue()));
    }
    all.put(domain, measured);
    json.writeValue(file, all);
  }

  private SizeFigures measured(Domain domain) throws Exception {
    try (DomainCluster cluster = new DomainCluster(domain, 1);
        Committed ledger =
            new Committed(cluster.bootstrap(), RequiredTopics.ledger(domain.name()));
        KafkaProducer<byte[], Object> producer = cluster.producer()) {
      Traffic traffic = DomainTraffic.of(domain);
      Iterator<Traffic.Event> events = traffic.start(traffic.lanes().get(0), 1);
      long startMillis = System.currentTimeMillis() - HISTORY_MILLIS;
      long[] nanos = new long[2];
      List<Point> points = new ArrayList<>();
      points.add(point(cluster, 0));
      Portions slow = new Portions(sends(domain, producer, events, startMillis, SLOW), ledger);
      cluster.decide(state, 1, slow);
      points.add(point(cluster, SLOW));
      for (var send : sends(domain, producer, events, startMillis, FAST)) {
        var _ = send.get();
      }
      producer.flush();
      long before = ledger.count();
      cluster.decide(
          state,
          1,
          () -> {
            long count = ledger.count();
            nanos[0] = nanos[0] == 0 && count > before ? System.nanoTime() : nanos[0];
            return count >= before + FAST;
          });
      nanos[1] = System.nanoTime();
      points.add(point(cluster, SLOW + FAST));
      return figures(domain, cluster, points, (long) (FAST * 1e9 / (nanos[1] - nanos[0])));
    }
  }

  private static List<Supplier<? extends Future<?>>> sends(
      Domain domain,
      KafkaProducer<byte[], Object> producer,
      Iterator<Traffic.Event> events,
      long startMillis,
      int count) {
    byte[] lane = DomainTraffic.of(domain).lanes().get(0).getBytes(UTF_8);
    List<Supplier<? extends Future<?>>> sends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Traffic.Event event = events.next();
      long at = Math.min(startMillis + event.atMillis(), System.currentTimeMillis());
      var record =
          new ProducerRecord<byte[], Object>(event.topic(), null, at, lane, event.record());
      sends.add(() -> producer.send(record));
    }
    return sends;
  }

  /** What is on disk after so many inputs. */
  private record Point(long inputs, long commits, Map<String, Long> bytes) {}

  private static Point point(DomainCluster cluster, long inputs) throws Exception {
    Map<String, Long> bytes = new HashMap<>();
    try (Admin admin = cluster.admin()) {
      int broker = admin.describeCluster().nodes().get().iterator().next().id();
      admin
          .describeLogDirs(List.of(broker))
          .allDescriptions()
          .get()
          .get(broker)
          .values()
          .forEach(
              log ->
                  log.replicaInfos()
                      .forEach((at, info) -> bytes.merge(at.topic(), info.size(), Long::sum)));
    }
    String ledger =
        cluster.topics().stream().filter(one -> one.endsWith("-ledger")).findAny().orElseThrow();
    return new Point(inputs, cluster.committed(ledger).size(), bytes);
  }

  /** Two stretches with pages of other sizes: two equations for two unknowns. */
  private static Cost cost(String topic, boolean input, List<Point> points) {
    double[] inputs = new double[2];
    double[] commits = new double[2];
    double[] bytes = new double[2];
    for (int i = 0; i < 2; i++) {
      Point from = points.get(i);
      Point to = points.get(i + 1);
      inputs[i] = to.inputs() - from.inputs();
      commits[i] = to.commits() - from.commits();
      bytes[i] = to.bytes().getOrDefault(topic, 0L) - (double) from.bytes().getOrDefault(topic, 0L);
    }
    if (input) {
      return new Cost(round((bytes[0] + bytes[1]) / (inputs[0] + inputs[1])), 0);
    }
    double divisor = inputs[0] * commits[1] - inputs[1] * commits[0];
    double each = (bytes[0] * commits[1] - bytes[1] * commits[0]) / divisor;
    double fixed = (inputs[0] * bytes[1] - inputs[1] * bytes[0]) / divisor;
    boolean sane = each >= 0 && fixed >= 0;
    return sane
        ? new Cost(round(each), round(fixed))
        : new Cost(round((bytes[0] + bytes[1]) / (inputs[0] + inputs[1])), 0);
  }

  private static double round(double value) {
    return Math.round(value * 10) / 10.0;
  }

  private static SizeFigures figures(
      Domain domain, DomainCluster cluster, List<Point> points, long decided) {
    TreeMap<String, Cost> costs = new TreeMap<>();
    List<String> inputs = domain.wire().inputs().stream().map(one -> one.topic()).toList();
    for (String topic : cluster.topics()) {
      if (!topic.equals(RequiredTopics.time(domain.name()))) {
        costs.put(topic, cost(topic, inputs.contains(topic), points));
      }
    }
    TreeRows rows = new TreeRows();
    PartitionReplay replay = new PartitionReplay(domain, 0, true, rows);
    long[] turns = {0};
    long started = System.nanoTime();
    for (var page : cluster.committed(RequiredTopics.ledger(domain.name()))) {
      replay.page(TurnReader.bytes(page), begun -> turns[0] += begun.turns().size(), _ -> {});
    }
    long replayed = (long) (turns[0] * 1e9 / (System.nanoTime() - started));
    double row = (double) rows.bytes() / rows.size();
    return new SizeFigures(costs, round(row), decided, replayed);
  }
}

package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.audit.AuditReport;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disk and changelog are lost behind a trimmed ledger, on a real broker. */
class LostRowsIT {
  private static final List<String> LANES = List.of("alpha", "beta", "gamma");
  private static final long START_MILLIS = 1_700_000_000_000L;

  @TempDir private Path dir;
  private TestCluster broker;
  private List<Life> lives;

  @BeforeEach
  void start() {
    broker = TestCluster.start();
    lives = Domains.ALL.stream().<Life>map(domain -> new Life(domain, broker, dir)).toList();
  }

  @AfterEach
  void stop() {
    lives.forEach(Life::close);
    broker.close();
  }

  @Test
  void enginesGoOnFromTheKeptCheckpoint() throws Exception {
    lives.forEach(life -> life.send(20, LANES));
    lives.parallelStream().forEach(Life::startEngine);
    lives.forEach(Life::awaitDecided);
    lives.forEach(life -> life.send(20, LANES)); // a second page: what is before it can go
    lives.forEach(Life::awaitDecided);
    for (Life life : lives) {
      rota(0, "audit", life.domain.name(), "--keep", "--registry", broker.registryUrl());
      life.keptAt = life.sent;
      life.send(20, LANES.subList(0, 2)); // the last lane takes no turn behind the checkpoint
    }
    lives.forEach(Life::awaitDecided);
    lives.parallelStream().forEach(Life::stopEngine);
    for (Life life : lives) {
      rota(0, "ledger", "trim", life.domain.name(), "--yes");
      life.loseRows();
      life.send(20, LANES);
    }

    lives.parallelStream().forEach(Life::startEngine);
    lives.forEach(Life::awaitDecided);
    lives.parallelStream().forEach(Life::stopEngine);
    lives.forEach(Life::isProved);
    withoutCheckpointsNothingIsDecided(lives.get(0));
  }

  private static void withoutCheckpointsNothingIsDecided(Life life) throws Exception {
    life.loseRows();
    life.delete(RequiredTopics.checkpoints(life.domain.name()));
    long before = life.pages();
    life.startEngine();
    await().until(() -> life.engine.stopped().isDone());
    assertThatThrownBy(() -> life.engine.stopped().join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(UnfitCluster.class)
        .hasMessageContainingAll("cannot be rebuilt", "cores-checkpoints", "Nothing is decided");
    life.stopEngine();
    assertThat(life.pages()).isEqualTo(before);
  }

  private void rota(int exit, String... words) {
    String[] all = Arrays.copyOf(words, words.length + 2);
    all[words.length] = "-b";
    all[words.length + 1] = broker.bootstrap();
    CommandLine ran = CommandLine.run(Map.of("ROTA_HOME", dir.toString()), "", all);
    assertThat(ran.exit()).as("%s%s", ran.out(), ran.err()).isEqualTo(exit);
  }

  /** One domain on that broker. */
  private static final class Life {
    private final Domain domain;
    private final DomainCluster cluster;
    private final Path state;
    private final Map<String, Iterator<Traffic.Event>> histories = new HashMap<>();
    private final Committed decided;
    private DomainStreams engine;
    private long sent;
    private long keptAt;

    Life(Domain domain, TestCluster broker, Path dir) {
      this.domain = domain;
      this.cluster = new DomainCluster(domain, 1, broker);
      this.state = dir.resolve(domain.name());
      this.decided = Committed.inputs(broker.bootstrap(), domain.name());
      LANES.forEach(lane -> histories.put(lane, DomainTraffic.of(domain).start(lane, 1)));
    }

    void send(int events, List<String> lanes) {
      try (KafkaProducer<byte[], Object> producer = cluster.producer()) {
        for (int i = 0; i < events; i++) {
          for (String lane : lanes) {
            Traffic.Event event = histories.get(lane).next();
            long millis = START_MILLIS + event.atMillis();
            byte[] key = lane.getBytes(UTF_8);
            var _ =
                producer.send(
                    new ProducerRecord<>(event.topic(), null, millis, key, event.record()));
            sent++;
          }
        }
      }
    }

    void startEngine() {
      engine = cluster.start(state, CheckpointSchedule.ALWAYS);
    }

    void awaitDecided() {
      await()
          .failFast("the road stopped by itself", () -> engine.stopped().isDone())
          .until(() -> decided.count() >= sent);
    }

    void stopEngine() {
      engine.close();
      engine = null;
    }

    void isProved() {
      AuditReport report;
      try {
        report = cluster.audit();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      assertThat(report.findings()).isEmpty();
      assertThat(report.unproved()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.begun()).as("from the checkpoint").hasSize(1);
      assertThat(report.inputs()).as("none lost, none doubled").isEqualTo(sent - keptAt);
    }

    long pages() {
      return cluster.committed(RequiredTopics.ledger(domain.name())).size();
    }

    void loseRows() throws Exception {
      delete("rota-%1$s-%1$s-rows-changelog".formatted(domain.name()));
      try (Stream<Path> paths = Files.walk(state)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }

    void delete(String topic) throws Exception {
      try (Admin admin = cluster.admin()) {
        admin.deleteTopics(List.of(topic)).all().get();
        await().until(() -> !admin.listTopics().names().get().contains(topic));
      }
    }

    void close() {
      if (engine != null) {
        engine.close();
      }
      decided.close();
    }
  }
}

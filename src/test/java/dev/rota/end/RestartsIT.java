package dev.rota.end;

import static dev.rota.end.CoresCluster.CORES;
import static dev.rota.end.CoresCluster.OUTCOMES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.cores.model.RuleSet;
import dev.rota.faults.EngineProcess;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.readers.audit.AuditReport;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.stream.DomainStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Engines that go on from rows and tail, or from the ledger alone, on a real broker. */
class RestartsIT {
  private static final int PARTITIONS = 2;
  private static final String CHANGELOG = "rota-cores-cores-rows-changelog";

  /** Rows are never handed over: whatever happens is in the tail. */
  private static final CheckpointSchedule NEVER =
      new CheckpointSchedule(Integer.MAX_VALUE, Duration.ofHours(1));

  /** A killed member is missed soon, and a transaction is long enough to be struck. */
  private static final Map<String, String> VICTIM =
      Map.of(
          "ROTA_COMMIT_INTERVAL_MS", "400",
          "ROTA_CHECKPOINT_TURNS", "100000000",
          "ROTA_CHECKPOINT_INTERVAL_MS", "3600000",
          "ROTA_CONSUMER_SESSION_TIMEOUT_MS", "3000",
          "ROTA_THREADS", "1");

  private static final RelayChainTraffic TRAFFIC =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2));
  private static final List<String> CHAINS = List.of("polkadot", "kusama", "westend", "paseo");
  private static final long START_MILLIS = 1_700_000_000_000L;

  @TempDir private Path dir;
  private final Map<String, Iterator<Traffic.Event>> histories = new HashMap<>();
  private CoresCluster cluster;
  private Committed decided;
  private long sent;

  @BeforeEach
  void start() {
    cluster = CoresCluster.start(PARTITIONS);
    decided = Committed.inputs(cluster.bootstrap(), CORES.name());
    CHAINS.forEach(chain -> histories.put(chain, TRAFFIC.start(chain, 1)));
  }

  @AfterEach
  void stop() {
    decided.close();
    cluster.close();
  }

  @Test
  void anEngineKilledWithinATransactionIsFollowedFromRowsAndTail() throws Exception {
    send(15_000);
    strike(4_000);
    double[] again = {0};
    cluster.decide(
        dir.resolve("victim"),
        Map.of(),
        NEVER,
        streams -> {
          again[0] = Math.max(again[0], metric(streams, "opening-turns"));
          return decided.count() >= sent;
        });
    System.out.printf("after the kill %.0f turns of the tail are replayed%n", again[0]);
    assertThat(again[0]).isPositive();
    isProved();
  }

  @Test
  void aStandbyOfAKilledEngineGoesOnFromItsRowsAndTheTail() throws Exception {
    send(15_000);
    EngineProcess victim = victim("1");
    double[] again = {0};
    boolean[] struck = {false};
    cluster.decide(
        dir.resolve("heir"),
        Map.of("num.standby.replicas", 1, "consumer.session.timeout.ms", 3_000),
        NEVER,
        streams -> {
          if (!struck[0] && decided.count() >= 2_000) {
            struck[0] = true;
            send(5_000);
            victim.kill();
          }
          again[0] = Math.max(again[0], metric(streams, "opening-turns"));
          return struck[0] && decided.count() >= sent;
        });
    System.out.printf("the standby decides %.0f turns of the tail again%n", again[0]);
    isProved();
  }

  @Test
  void aTailOfFiftyThousandTurnsIsOpenSoonAndAnOrderlyStopLeavesNone() throws Exception {
    Path state = dir.resolve("victim");
    send(100);
    cluster.decide(state, Map.of(), CheckpointSchedule.ALWAYS, _ -> decided.count() >= sent);
    send(50_000);
    try (EngineProcess victim = victim("0")) {
      await().until(() -> decided.count() >= sent);
      victim.kill();
    }
    long tail = sent - 100;
    Map<Integer, Long> before = decided.counts();
    send(30_000);
    double[] figures = {0, 0};
    cluster.decide(
        state,
        Map.of(),
        NEVER,
        streams -> {
          figures[0] = metric(streams, "opening-turns");
          figures[1] = metric(streams, "opening-ms");
          return figures[0] >= tail && isAtWork(before);
        });
    System.out.printf("a tail of %.0f turns is replayed in %.0f ms%n", figures[0], figures[1]);
    opensWithoutTail(state);
    send(5_000);
    opensWithoutTail(state); // the one before was idle when it stopped
    isProved();
  }

  /** Each partition has decided more than it had, so that none stops before it has begun. */
  private boolean isAtWork(Map<Integer, Long> before) {
    Map<Integer, Long> now = decided.counts();
    return before.keySet().stream().allMatch(one -> now.get(one) > before.get(one) + 2_000);
  }

  private void opensWithoutTail(Path state) throws Exception {
    cluster.decide(
        state,
        Map.of(),
        NEVER,
        streams -> {
          assertThat(metric(streams, "opening-turns")).as("after an orderly stop").isZero();
          return decided.count() >= sent;
        });
  }

  /** What can be lost while the engine is down. */
  enum Lost {
    DISK(true, false, 100),
    CHANGELOG(false, true, 100),
    /** Kafka Streams takes the rows for restored before it hears that their offset is not there. */
    CHANGELOG_UNNOTICED(false, true, 0),
    BOTH(true, true, 100);

    private final boolean disk;
    private final boolean changelog;
    private final long pollMillis;

    Lost(boolean disk, boolean changelog, long pollMillis) {
      this.disk = disk;
      this.changelog = changelog;
      this.pollMillis = pollMillis;
    }
  }

  @ParameterizedTest
  @EnumSource
  void rowsThatAreLostComeFromTheChangelogOrTheLedger(Lost lost) throws Exception {
    send(4_000);
    cluster.decide(dir, Map.of(), CheckpointSchedule.ALWAYS, _ -> decided.count() >= sent);
    if (lost.disk) {
      remove(dir.resolve("rota-cores"));
    }
    if (lost.changelog) {
      deleteChangelog();
    }
    long before = sent;
    double[] figures = {0, 0, 1};
    cluster.decide(
        dir,
        Map.of(StreamsConfig.POLL_MS_CONFIG, lost.pollMillis),
        CheckpointSchedule.ALWAYS,
        streams -> {
          figures[0] = Math.max(figures[0], metric(streams, "opening-turns"));
          figures[1] = Math.max(figures[1], metric(streams, "rows-rebuilt"));
          figures[2] = metric(streams, "rows-copying");
          if (decided.count() < sent) {
            return false;
          }
          boolean ready = figures[2] == 0 && sent > before;
          if (!ready) {
            send(200); // rows are copied as turns are taken
          }
          return ready;
        });
    System.out.printf("%s lost: %.0f turns, %.0f rows rebuilt%n", lost, figures[0], figures[1]);
    if (lost.changelog) {
      assertThat(figures[0]).isGreaterThanOrEqualTo((double) before);
      assertThat(figures[1]).isPositive();
      remove(dir.resolve("rota-cores"));
      send(200);
      cluster.decide(
          dir,
          Map.of(),
          CheckpointSchedule.ALWAYS,
          streams -> {
            assertThat(metric(streams, "opening-turns")).as("the changelog has it all").isZero();
            return decided.count() >= sent;
          });
    } else {
      assertThat(figures[0]).isZero();
    }
    isProved();
  }

  private EngineProcess victim(String standbys) throws IOException {
    Map<String, String> variables = new HashMap<>(VICTIM);
    variables.put("ROTA_STANDBYS", standbys);
    return EngineProcess.start(
            CORES.name(), cluster.bootstrap(), cluster.registry(), dir.resolve("victim"), variables)
        .ready();
  }

  /**
   * Kills an engine once it has decided so many and before it has decided all, in a transaction. A
   * commit that it had sent before it was held still may go through yet: then it is struck again.
   */
  private void strike(long enough) throws Exception {
    do {
      try (EngineProcess victim = victim("0")) {
        holdInTransaction(victim, enough);
        victim.kill();
      }
    } while (!cluster.isOpen(OUTCOMES));
    assertThat(decided.count()).isLessThan(sent);
  }

  /** Held still for the look, since a quick engine would commit before the kill. */
  private void holdInTransaction(EngineProcess victim, long enough) throws Exception {
    while (true) {
      if (decided.count() > sent - 6_000) {
        send(6_000); // it is never out of work
      }
      if (decided.count() >= enough && cluster.isOpen(OUTCOMES)) {
        victim.freeze();
        if (cluster.isOpen(OUTCOMES)) {
          return;
        }
        victim.thaw();
      }
      assertThat(sent).as("no transaction was ever seen open").isLessThan(1_000_000L);
    }
  }

  private void send(int count) {
    try (KafkaProducer<byte[], Object> producer = cluster.producer()) {
      for (int i = 0; i < count; i++) {
        String chain = CHAINS.get((int) (sent++ % CHAINS.size()));
        Traffic.Event event = histories.get(chain).next();
        var _ =
            producer.send(
                new ProducerRecord<>(
                    event.topic(),
                    null,
                    START_MILLIS + event.atMillis(),
                    chain.getBytes(UTF_8),
                    event.record()));
      }
    }
  }

  private void deleteChangelog() throws Exception {
    try (Admin admin = cluster.admin()) {
      admin.deleteTopics(List.of(CHANGELOG)).all().get();
      await().until(() -> !admin.listTopics().names().get().contains(CHANGELOG));
    }
  }

  /** Of all tasks together. */
  private static double metric(DomainStreams streams, String name) {
    return streams.metrics().entrySet().stream()
        .filter(one -> one.getKey().name().equals(name))
        .mapToDouble(one -> (double) one.getValue().metricValue())
        .sum();
  }

  private void isProved() throws InterruptedException {
    AuditReport report = cluster.audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.inputs()).as("lost or doubled").isEqualTo(sent);
  }

  private static void remove(Path tree) throws IOException {
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}

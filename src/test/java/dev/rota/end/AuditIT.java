package dev.rota.end;

import static dev.rota.end.CoresCluster.ASSIGNMENTS;
import static dev.rota.end.CoresCluster.LEDGER;
import static dev.rota.end.CoresCluster.OUTCOMES;
import static dev.rota.end.Forgery.flipped;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.model.RuleSet;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.readers.audit.AuditFinding;
import dev.rota.readers.audit.AuditReport;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.testing.LedgerRecords;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A small true history, and everything that can be done to it afterwards. */
class AuditIT {
  private static final List<String> CHAINS = List.of("polkadot", "kusama");
  private static final int PARTITIONS = 2;

  /** The chains, and the lanes of the partitions on which something cannot be read. */
  private static final Set<String> LANES = new TreeSet<>(CHAINS);

  static {
    for (String chain : CHAINS) {
      LANES.add(LaneKey.nobody(LaneKey.partition(chain.getBytes(UTF_8), PARTITIONS)));
    }
  }

  private static final RelayChainTraffic TRAFFIC =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2));
  private static final int EVENTS = 150;
  private static final long START_MILLIS = 1_700_000_000_000L;

  @TempDir private static Path state;

  private static CoresCluster cluster;
  private static History history;
  private static AuditReport truth;

  @BeforeAll
  static void decide() throws Exception {
    cluster = CoresCluster.start(PARTITIONS);
    try (KafkaProducer<byte[], Object> producer = cluster.producer();
        KafkaProducer<byte[], byte[]> raw =
            new KafkaProducer<>(
                cluster.kafka(), new ByteArraySerializer(), new ByteArraySerializer());
        Committed ledger = new Committed(cluster.bootstrap(), LEDGER)) {
      cluster.decide(state, 1, new Portions(sends(producer, raw), ledger));
    }
    history = History.of(cluster);
    truth = cluster.audit();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static List<Supplier<? extends Future<?>>> sends(
      KafkaProducer<byte[], Object> producer, KafkaProducer<byte[], byte[]> raw) {
    List<Supplier<? extends Future<?>>> sends = new ArrayList<>();
    for (String chain : CHAINS) {
      byte[] key = chain.getBytes(UTF_8);
      Iterator<Traffic.Event> events = TRAFFIC.start(chain, 1);
      for (int i = 0; i < EVENTS; i++) {
        Traffic.Event event = events.next();
        long at = START_MILLIS + event.atMillis();
        var record =
            new ProducerRecord<byte[], Object>(event.topic(), null, at, key, event.record());
        sends.add(() -> producer.send(record));
      }
      for (int i = 0; i < 3; i++) {
        byte[] nonsense = ("nonsense " + i).getBytes(UTF_8);
        sends.add(() -> raw.send(new ProducerRecord<>(CoresWire.CLAIMS, key, nonsense)));
      }
    }
    return sends;
  }

  @Test
  void theTruthIsProved() {
    assertThat(truth.findings()).isEmpty();
    assertThat(truth.proved()).isTrue();
    assertThat(truth.lanes()).isEqualTo(LANES.size());
    assertThat(truth.turns()).isEqualTo(turns(history.on(LEDGER)));
    assertThat(history.on(LEDGER).size()).as("pages").isGreaterThan(16);
    assertThat(truth.deadLetters()).isEqualTo(6);
    assertThat(truth.outputs())
        .isEqualTo(history.on(ASSIGNMENTS).size() + history.on(OUTCOMES).size());
  }

  @Test
  void aTrueCopyIsProvedWithTheSameDigest() throws Exception {
    history.lay(ASSIGNMENTS, copies -> copies);
    AuditReport copy = cluster.audit();
    assertThat(copy.findings()).isEmpty();
    assertThat(copy.proved()).isTrue();
    assertThat(copy.digest()).isEqualTo(truth.digest());
  }

  @ParameterizedTest
  @MethodSource("dev.rota.end.Forgeries#all")
  void isFoundAndNamed(Forgery forgery) throws Exception {
    List<ProducerRecord<byte[], byte[]>> before = history.on(forgery.topic());
    int place = Forgery.place(before);
    history.lay(
        forgery.topic(),
        copies -> {
          forgery.change().at(copies, place);
          return copies;
        });
    AuditReport report = cluster.audit();
    assertThat(report.proved()).isFalse();
    assertThat(report.differences()).isPositive();
    assertThat(report.findings()).anyMatch(finding -> finding.what().contains(forgery.what()));
    assertThat(report.findings())
        .allSatisfy(
            finding -> {
              assertThat(finding.where()).matches("[a-z-]+/\\d+(/\\d+)?");
              assertThat(finding.lane() == null || LANES.contains(finding.lane())).isTrue();
            });
  }

  @Test
  void anEditedRecordIsNamedToTheTurn() throws Exception {
    int place = Forgery.place(history.on(ASSIGNMENTS));
    ProducerRecord<byte[], byte[]> victim = history.on(ASSIGNMENTS).get(place);
    String turn = new String(victim.headers().lastHeader(TurnHeaders.TURN).value(), UTF_8);
    history.lay(
        ASSIGNMENTS,
        copies -> {
          flipped().at(copies, place);
          return copies;
        });
    AuditReport report = cluster.audit();
    assertThat(report.differences()).isEqualTo(1);
    AuditFinding only = report.findings().get(0);
    assertThat(turn).startsWith(only.lane() + "/" + only.turn() + "/");
    long offset =
        history.on(ASSIGNMENTS).subList(0, place).stream()
            .filter(one -> one.partition().equals(victim.partition()))
            .count();
    assertThat(only.where()).isEqualTo(ASSIGNMENTS + "/" + victim.partition() + "/" + offset);
    assertThat(report.turns()).isEqualTo(truth.turns());
    assertThat(exitCode()).isEqualTo(1);
  }

  @Test
  void aLedgerWithoutItsBeginningIsUnprovedAndNeverAPass() throws Exception {
    history.lay(LEDGER, copies -> copies);
    int first = history.on(LEDGER).get(0).partition();
    var pages = history.on(LEDGER).stream().filter(page -> page.partition() == first).toList();
    long lost = turns(pages.subList(0, 3));
    List<TurnEntry> left =
        pages.stream().skip(3).flatMap(page -> LedgerRecords.turns(page.value()).stream()).toList();
    deleteHead(LEDGER, 3);
    AuditReport report = cluster.audit();
    assertThat(report.proved()).isFalse();
    assertThat(report.findings()).isEmpty();
    assertThat(report.beginningGone()).isTrue();
    // The unreadable records of that partition have a lane of their own, which may be whole.
    Set<String> whole =
        left.stream().filter(turn -> turn.number() == 1).map(TurnEntry::lane).collect(toSet());
    long apart = left.stream().filter(turn -> whole.contains(turn.lane())).count();
    assertThat(report.unprovedTurns()).isEqualTo(truth.turns() / 2 - lost - apart);
    assertThat(report.unprovedInputs()).isEqualTo(lost);
    assertThat(report.unprovedOutputs()).isPositive();
    assertThat(report.turns()).isEqualTo(truth.turns() / 2 + apart);
    CommandLine told = CommandLine.run("audit", "cores", "-b", cluster.bootstrap());
    assertThat(told.exit()).isEqualTo(1);
    assertThat(told.out())
        .contains(
            "cores: partly UNPROVED",
            "%s/%d: log starts at offset 3 (%s): nothing before it can be proved"
                .formatted(LEDGER, first, Instant.ofEpochMilli(pages.get(3).timestamp())));
  }

  @Test
  void outputsThatRetentionTookAreUnprovedAndNeverAPass() throws Exception {
    history.lay(OUTCOMES, copies -> copies);
    deleteHead(OUTCOMES, 3);
    AuditReport report = cluster.audit();
    assertThat(report.proved()).isFalse();
    assertThat(report.findings()).isEmpty();
    assertThat(report.unprovedOutputs()).isEqualTo(3);
    assertThat(report.starts())
        .singleElement()
        .asString()
        .startsWith(OUTCOMES + "/")
        .contains(": log starts at offset 3 (");
    assertThat(report.turns()).isEqualTo(truth.turns());
    assertThat(exitCode()).isEqualTo(1);
  }

  @Test
  void inputsThatRetentionTookAreInTheLedgerStill() throws Exception {
    history.lay(CoresWire.CLAIMS, copies -> copies);
    deleteHead(CoresWire.CLAIMS, 3);
    AuditReport report = cluster.audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.goneInputs()).isEqualTo(3);
    assertThat(report.inputs()).isEqualTo(truth.inputs() - 3);
  }

  @Test
  void inputsThatNobodyHasDecidedWait() throws Exception {
    history.lay(
        CoresWire.CLAIMS,
        copies -> {
          copies.add(copies.get(copies.size() - 1));
          return copies;
        });
    AuditReport report = cluster.audit();
    assertThat(report.proved()).isTrue();
    assertThat(report.waitingInputs()).isEqualTo(1);
  }

  @Test
  void recordsOfAnAbortedTransactionAreNoPartOfHistory() throws Exception {
    history.lay(OUTCOMES, copies -> copies);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", cluster.bootstrap(), "transactional.id", "forger"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      for (ProducerRecord<byte[], byte[]> copy : history.on(OUTCOMES).subList(0, 5)) {
        producer.send(copy).get();
      }
      producer.abortTransaction();
    }
    AuditReport report = cluster.audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.digest()).isEqualTo(truth.digest());
    assertThat(exitCode()).isZero();
  }

  @Test
  void aHistoryThatIsLaidDownAnewIsFoundByItsAnchor(@TempDir Path elsewhere) throws Exception {
    Path anchor = elsewhere.resolve("anchor.json");
    history.lay(LEDGER, copies -> copies);
    assertThat(run("--write-anchor", anchor).exit()).isZero();
    assertThat(run("--anchor", anchor).exit()).isZero();

    history.lay(
        LEDGER,
        copies -> {
          copies.remove(copies.size() - 1);
          return copies;
        });
    CommandLine told = run("--anchor", anchor);
    assertThat(told.exit()).isEqualTo(1);
    assertThat(told.out())
        .contains("the history ends before the anchored page: it was cut or recreated")
        .contains("the topic is not the anchored one: it was deleted and recreated");

    CommandLine other =
        CommandLine.run("audit", "bots", "-b", cluster.bootstrap(), "--anchor", anchor.toString());
    assertThat(other.exit()).isNotZero();
  }

  private static long turns(List<ProducerRecord<byte[], byte[]>> pages) {
    return pages.stream().mapToLong(page -> PageHeaders.turns(page.headers())).sum();
  }

  private static CommandLine run(String flag, Path file) {
    return CommandLine.run("audit", "cores", "-b", cluster.bootstrap(), flag, file.toString());
  }

  /** Retention takes so many of the oldest of the partition that the topic begins with. */
  private static void deleteHead(String topic, int count) throws Exception {
    TopicPartition partition = new TopicPartition(topic, history.on(topic).get(0).partition());
    try (Admin admin = cluster.admin()) {
      admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(count))).all().get();
    }
  }

  private static int exitCode() {
    return CommandLine.run("audit", "cores", "-b", cluster.bootstrap()).exit();
  }
}

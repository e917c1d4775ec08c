package dev.rota.end;

import static dev.rota.end.CoresCluster.DEAD_LETTERS;
import static dev.rota.end.CoresCluster.LEDGER;
import static dev.rota.end.CoresCluster.OUTCOMES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.Outcome;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.wire.CoresWire;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.testing.LoggedLines;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bad input on a real broker, named after the rows that are tested here: what floods, what only a
 * broker refuses, and who must not start.
 *
 * <p>Where each row of bad input is tested:
 *
 * <ul>
 *   <li>B1 nothing in a record: {@code DeadLettersTest}
 *   <li>B2 no Avro: {@code DeadLettersTest}, {@code UnreadableRecordTest}; 10,000 in a row: here
 *   <li>B3 unknown schema: {@code UnreadableRecordTest}, {@code HttpRegistryTest} (a registry that
 *       is down is another thing); 10,000 in a row: here
 *   <li>B4 truncated, trailing bytes, bombs, bounded in time and heap: {@code
 *       UnreadableRecordTest}; through the road: {@code DeadLettersTest}
 *   <li>B5 another type: {@code DeadLettersTest}; B6 newer schemas: {@code NewerSchemaTest}, {@code
 *       ConfluentIT}, {@code AvroSerdeTest}
 *   <li>B7 keys: {@code DeadLettersTest} on topics, {@code RecordsIT} on the command line
 *   <li>B9 times: {@code BadTimesTest}, {@code RecordsIT}; what the broker refuses: here
 *   <li>B16 sizes: {@code RecordsIT}, {@code LargestInputIT}
 *   <li>B17 headers: {@code DeadLettersTest}; the last of several ids wins: {@code AvroSerdeTest}
 *   <li>B18 configuration: {@code SettingsTest}; exit code, time and secrets: {@code BadInputTest}
 *   <li>B19 the cluster: {@code CoPartitioningTest}, {@code TopicsIT}; at the start of a run: here
 *   <li>B20 TLS: {@code BadInputTest}; the registry's: {@code RegistryTlsTest}
 *   <li>B21 the command line: {@code CommandLineTest}; B22 ranges: {@code RecordsIT}
 *   <li>B23, B24, B25 the audit: {@code AuditIT}, in words and exit codes
 *   <li>B26 a closed pipe, a full disk: {@code CommandLineTest}; Ctrl-C: {@code DevProcessIT}
 * </ul>
 */
class BadInputIT {
  private static final int FLOOD = 10_000;
  private static final byte[] LANE = "polkadot".getBytes(UTF_8);

  static {
    GeneratedClasses.trust();
  }

  @TempDir private Path state;
  private LoggedLines log;
  private CoresCluster cores;

  @BeforeEach
  void start() {
    cores = CoresCluster.start(1);
    log = LoggedLines.ofAll();
  }

  @AfterEach
  void stop() {
    log.close();
    cores.close();
  }

  @Test
  void b2TenThousandUnreadableRecordsStopNothingAndFloodNoLog() throws Exception {
    Random random = new Random(2);
    flood(
        i -> {
          byte[] noise = new byte[i % 40];
          random.nextBytes(noise);
          return noise;
        });
    decideTheGoodOne(Map.of());

    theFloodIsAFewLines();
    assertThat(log.texts()).anyMatch(line -> line.contains("8192 so far in this task"));
  }

  @Test
  void b3TenThousandUnknownSchemasCostOneWait() throws Exception {
    flood(i -> ByteBuffer.allocate(6).put((byte) 0).putInt(1_000_000 + i).put((byte) 2).array());
    // A wait for each of them would take hours, far longer than decisions are waited for.
    decideTheGoodOne(Map.of("rota.unknown.schema.wait.ms", 2_000L));

    theFloodIsAFewLines();
    assertThat(cores.committed(DEAD_LETTERS))
        .allSatisfy(
            letter ->
                assertThat(letter.headers().lastHeader(TurnHeaders.REASON).value())
                    .asString(UTF_8)
                    .isEqualTo("UNKNOWN_SCHEMA"));
  }

  /** One ledger goes through it all: what is refused leaves it as it was. */
  @Test
  void b19WhoMustNotStartIsToldAndWhoMayGoesOn(@TempDir Path fresh) throws Exception {
    b9ARecordAheadOfTheClockIsRefusedByTheBroker();
    whatAKilledFirstRunLeftUncommittedIsNobodys();
    aLedgerOfAnotherApplicationIs78WithItsName();
    ourOwnLedgerIsGoneOnWithThoughTheStateIsLost(fresh);
    ourOwnLedgerWhoseOffsetsExpiredIsNotDecidedTwice(fresh);
    topicsThatAreNotCoPartitionedAre78WithTheCommand();
  }

  private void b9ARecordAheadOfTheClockIsRefusedByTheBroker() {
    for (long ahead : new long[] {600_000, 250_000_000_000_000L}) {
      assertThatThrownBy(() -> sendAt(System.currentTimeMillis() + ahead))
          .hasCauseInstanceOf(InvalidTimestampException.class);
    }
  }

  private void whatAKilledFirstRunLeftUncommittedIsNobodys() throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = raw(Map.of("transactional.id", "killed"))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(LEDGER, LANE, LANE)).get();
      producer.abortTransaction();
    }
    decideOne(state, 1);
    assertThat(cores.audit().differences()).isZero();
  }

  private void aLedgerOfAnotherApplicationIs78WithItsName() {
    CommandLine ran = run("ROTA_APPLICATION_ID", "another");
    assertThat(ran.exit()).as(ran.err()).isEqualTo(78);
    assertThat(ran.err()).contains(LEDGER, "another-cores", "made by rota-cores", "application.id");
    assertThat(cores.committed(LEDGER)).hasSize(1);
  }

  private void ourOwnLedgerIsGoneOnWithThoughTheStateIsLost(Path fresh) throws Exception {
    decideOne(fresh, 2);
    assertThat(cores.audit().proved()).isTrue();
  }

  private void ourOwnLedgerWhoseOffsetsExpiredIsNotDecidedTwice(Path kept) throws Exception {
    try (var admin = cores.admin()) {
      admin.deleteConsumerGroups(List.of("rota-cores")).all().get();
    }
    assertThatThrownBy(() -> cores.decide(kept, 1, () -> true))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("no group has offsets")
        .hasMessageContaining("--group rota-cores --topic")
        .hasMessageContaining("--reset-offsets");
  }

  private void topicsThatAreNotCoPartitionedAre78WithTheCommand() throws Exception {
    try (var admin = cores.admin()) {
      admin.createPartitions(Map.of(OUTCOMES, NewPartitions.increaseTo(3))).all().get();
    }
    CommandLine ran = run("ROTA_APPLICATION_ID", "rota");
    assertThat(ran.exit()).as(ran.err()).isEqualTo(78);
    assertThat(ran.err())
        .contains("not co-partitioned", OUTCOMES + "=3", "claims=1")
        .contains("kafka-topics.sh --bootstrap-server " + cores.bootstrap())
        .contains("--alter --topic claims --partitions 3");
  }

  /** Sends a good one more, and has it decided. */
  private void decideOne(Path stateDir, int turns) throws Exception {
    send(LANE, claim());
    cores.decide(stateDir, 1, () -> cores.committed(LEDGER).size() == turns);
  }

  /** Ten thousand of these, and one that is as it should be. */
  private void flood(IntFunction<byte[]> value) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = raw(Map.of("linger.ms", 20))) {
      Future<?> last = null;
      for (int i = 0; i < FLOOD; i++) {
        last = producer.send(new ProducerRecord<>(CoresWire.CLAIMS, LANE, value.apply(i)));
      }
      last.get();
    }
    send(LANE, claim());
  }

  /** On a partition that has every bad record before it. */
  private void decideTheGoodOne(Map<String, Object> registry) throws Exception {
    try (Committed ledger = new Committed(cores.bootstrap(), LEDGER)) {
      cores.decide(state, 1, registry, () -> ledger.count() == FLOOD + 1);
    }
    assertThat(cores.committed(DEAD_LETTERS)).hasSize(FLOOD);
    assertThat(cores.values(OUTCOMES, ClaimOutcome.class))
        .singleElement()
        .extracting(ClaimOutcome::getOutcome)
        .isEqualTo(Outcome.REFUSED);
    assertThat(cores.audit().proved()).isTrue();
  }

  private CommandLine run(String variable, String value) {
    return CommandLine.run(
        Map.of(variable, value),
        "",
        "run",
        "--domains",
        "cores",
        "--http-port",
        "0",
        "--state-dir",
        state.toString(),
        "-b",
        cores.bootstrap(),
        "--registry",
        cores.registry());
  }

  private static ParathreadClaim claim() {
    return new ParathreadClaim("polkadot", 2000L, "alice");
  }

  private void send(byte[] key, ParathreadClaim claim) throws Exception {
    try (KafkaProducer<byte[], Object> producer = cores.producer()) {
      producer.send(new ProducerRecord<>(CoresWire.CLAIMS, key, claim)).get();
    }
  }

  private void sendAt(long millis) throws Exception {
    try (KafkaProducer<byte[], Object> producer = cores.producer()) {
      producer
          .send(new ProducerRecord<>(CoresWire.CLAIMS, null, millis, LANE, claim()))
          .get(10, TimeUnit.MINUTES);
    }
  }

  private KafkaProducer<byte[], byte[]> raw(Map<String, Object> more) {
    Map<String, Object> configs = new HashMap<>(cores.kafka());
    configs.putAll(more);
    return new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** A task that loses its partition to a rebalance, as on a busy machine, begins to count anew. */
  private void theFloodIsAFewLines() {
    long tasks =
        log.texts().stream().filter(line -> line.contains("(1 so far in this task)")).count();
    assertThat(tasks).isPositive();
    assertThat(log.texts(Level.WARN)).hasSizeLessThanOrEqualTo(40 * (int) tasks);
  }
}

package dev.rota.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.app.Ran;
import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.base.book.DocBlock;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.DecidedTransactions;
import dev.rota.lab.embedded.LocalBroker;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.testing.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.tools.TransactionsCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota doctor} on brokers whose settings do not suit Rota, and that lose transactions. */
class DoctorBrokerIT {
  private static final BotsDomain BOTS = new BotsDomain();
  private static final String LATE = "rota-bots-late";
  private static final TopicPartition LEDGER = new TopicPartition("bots-ledger", 0);

  /** The coordinator looks for old transactions once an hour. */
  private static final Map<String, String> PATIENT =
      Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "3600000");

  /** When what these tests begin is late, ms from now. */
  private static final long LATER = Duration.ofHours(1).toMillis();

  private static final String PROGRAM = "kafka-transactions.sh";

  @TempDir private Path dir;

  @Test
  void settingsThatAnEngineCannotRunWithAreNamedWithTheBroker() {
    Map<String, String> unfit =
        Map.of(
            "auto.create.topics.enable", "true",
            "transaction.max.timeout.ms", "5000",
            "group.min.session.timeout.ms", "20000",
            "offsets.retention.minutes", "60",
            "socket.request.max.bytes", "1000000");
    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"), 0, unfit)) {
      List<String> lines = doctor(broker, 1);
      assertThat(lines)
          .anyMatch(one -> one.matches("warn +cluster.auto-create .*=true on broker 1: .*"))
          .anyMatch(
              one -> one.matches("fail +cluster.transactions bots .*=5000 on broker 1.*10000.*"))
          .anyMatch(
              one -> one.matches("fail +cluster.groups bots .*=20000 on broker 1, .*=6000: .*"))
          .anyMatch(one -> one.matches("warn +cluster.groups bots .*minutes=60 on broker 1.*"))
          .anyMatch(one -> one.matches("fail +cluster.sizes bots .*=1000000 on broker 1.*"))
          .anyMatch(one -> one.contains("→ set transaction.max.timeout.ms=10000 in server.prop"));
    }
  }

  @Test
  void aTransactionThatItsCoordinatorDoesNotEndIsEndedByTheCommandThatIsNamed() throws Exception {
    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"), 0, PATIENT);
        Admin admin = admin(broker);
        KafkaProducer<byte[], byte[]> producer = open(broker, admin)) {
      assertThat(look(broker, 0)).extracting(DoctorFinding::verdict).containsExactly(Verdict.OK);
      assertThat(look(broker, LATER))
          .singleElement()
          .satisfies(
              late -> {
                assertThat(late.verdict()).isEqualTo(Verdict.FAIL);
                assertThat(late.what()).contains(LATE, "bots-ledger", "Ongoing");
                assertThat(late.mend().get(0))
                    .contains("forceTerminateTransaction --transactionalId " + LATE);
              });

      assertDoubted(broker);

      run(command(look(broker, LATER)));
      await()
          .untilAsserted(
              () ->
                  assertThat(look(broker, LATER))
                      .extracting(DoctorFinding::verdict)
                      .containsExactly(Verdict.OK));
      producer.close(Duration.ZERO);
    }
  }

  @Test
  void aTransactionThatNoCoordinatorKnowsIsEndedByTheCommandThatIsNamed() throws Exception {
    KafkaProducer<byte[], byte[]> producer;
    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"), 0, PATIENT);
        Admin admin = admin(broker)) {
      producer = open(broker, admin);
    }
    producer.close(Duration.ZERO);
    assertThat(DecidedTransactions.lose(dir.resolve("broker/data"))).isEqualTo(1);

    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"), 0, PATIENT)) {
      // Its last record is seconds old: a live one looks like that while it is ending.
      assertThat(look(broker, 0)).extracting(DoctorFinding::verdict).containsExactly(Verdict.OK);
      assertThat(look(broker, LATER))
          .singleElement()
          .satisfies(
              lost -> {
                assertThat(lost.verdict()).isEqualTo(Verdict.FAIL);
                assertThat(lost.what()).contains("open on bots-ledger-0 since offset 0");
                assertThat(lost.mend()).contains("then: rota audit bots");
              });
      assertThat(command(look(broker, LATER))).isEqualTo(commandOfThePage(broker));
      assertDoubted(broker);

      run(commandOfThePage(broker));
      assertThat(doctor(broker, 1))
          .anyMatch(one -> one.matches("ok +transactions bots +no transaction on .*"));
    }
  }

  /** The command that docs/incidents.md shows, of this transaction. */
  private static String commandOfThePage(LocalBroker broker) {
    return DocBlock.having(Path.of("docs/incidents.md"), "kafka-transactions.sh")
        .text()
        .strip()
        .replace("HOST:PORT", broker.bootstrap())
        .replace("bots-outcomes", LEDGER.topic())
        .replace("187", "0");
  }

  /** The command that a finding names first. */
  private static String command(List<DoctorFinding> findings) {
    String mend = findings.get(0).mend().get(0);
    return mend.substring(mend.indexOf(PROGRAM));
  }

  /** Runs it as Kafka's script would. */
  private static void run(String command) throws Exception {
    assertThat(command).startsWith(PROGRAM);
    TransactionsCommand.main(command.substring(PROGRAM.length()).strip().split(" +"));
  }

  /** Begins a transaction on the ledger, and leaves it open. */
  private static KafkaProducer<byte[], byte[]> open(LocalBroker broker, Admin admin)
      throws Exception {
    MissingTopics.create(admin, RequiredTopics.of(BOTS), 1, (short) 1);
    Map<String, Object> configs = new HashMap<>(kafka(broker));
    configs.put("transactional.id", LATE);
    configs.put("transaction.timeout.ms", 600_000); // else it ends by itself on a busy machine
    var producer =
        new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer());
    producer.initTransactions();
    producer.beginTransaction();
    producer.send(new ProducerRecord<>(LEDGER.topic(), 0, null, new byte[] {1})).get();
    return producer;
  }

  private static Admin admin(LocalBroker broker) {
    return Admin.create(kafka(broker));
  }

  private static Map<String, Object> kafka(LocalBroker broker) {
    return Map.of("bootstrap.servers", broker.bootstrap());
  }

  private static List<DoctorFinding> look(LocalBroker broker, long later) {
    return look(broker, later, false);
  }

  private static List<DoctorFinding> look(LocalBroker broker, long later, boolean clockIsWrong) {
    Settings settings =
        new SettingsSources()
            .environment(Patience.OF_COMMANDS)
            .flag("-b", KnownSettings.BOOTSTRAP, broker.bootstrap())
            .load();
    try (var context = new DoctorContext(settings, TopicRole.ENGINE, List.of(BOTS))) {
      LongSupplier now = () -> System.currentTimeMillis() + later;
      var clock = new ClockCheck(clockIsWrong ? now : System::currentTimeMillis);
      return new TransactionsCheck(now, clock).look(context.of(BOTS));
    }
  }

  /** Ages by a clock that is wrong are no reason to end anything. */
  private static void assertDoubted(LocalBroker broker) {
    assertThat(look(broker, LATER, true))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.verdict()).isEqualTo(Verdict.UNKNOWN);
              assertThat(one.what()).contains("bots-ledger", "clock is ahead of the cluster's");
              assertThat(one.mend()).noneMatch(mend -> mend.contains("kafka-transactions.sh"));
            });
  }

  /** Without a registry, it ends with 1. */
  private List<String> doctor(LocalBroker broker, int code) {
    Map<String, String> variables = new HashMap<>(Patience.OF_COMMANDS);
    variables.put("ROTA_HOME", "/nonexistent");
    variables.put("ROTA_STATE_DIR", dir.resolve("state").toString());
    Ran ran =
        Ran.rota(
            variables,
            "",
            "doctor",
            "--domains",
            "bots",
            "-b",
            broker.bootstrap(),
            "--timeout",
            Long.toString(Patience.MAX.toSeconds()));
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(code);
    return ran.lines();
  }
}

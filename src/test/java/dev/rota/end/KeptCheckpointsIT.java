package dev.rota.end;

import static dev.rota.end.CoresCluster.ASSIGNMENTS;
import static dev.rota.end.CoresCluster.CORES;
import static dev.rota.end.CoresCluster.LEDGER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cores.model.RuleSet;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.readers.follow.FollowProgress;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.stream.TaskSettings;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** An auditor keeps checkpoints and cosigns; the ledger is trimmed; everything goes on. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeptCheckpointsIT {
  private static final List<String> CHAINS = List.of("polkadot", "kusama");
  private static final int EVENTS = 150;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final RelayChainTraffic TRAFFIC =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2));

  @TempDir private static Path dir;

  private static CoresCluster cluster;
  private static final Map<String, Iterator<Traffic.Event>> HISTORIES = new HashMap<>();
  private static Path policy;
  private static Path others;

  @BeforeAll
  static void decide() throws Exception {
    cluster = CoresCluster.start(2);
    CHAINS.forEach(chain -> HISTORIES.put(chain, TRAFFIC.start(chain, 1)));
    decide(EVENTS);
    String notary = rota("keys", "new", "acme.example/test", file("notary.key")).out().strip();
    String auditor =
        rota("keys", "new", "auditor.example/a1", file("a1.key"), "--auditor").out().strip();
    String other =
        rota("keys", "new", "auditor.example/a2", file("a2.key"), "--auditor").out().strip();
    policy = policy("policy", notary, auditor);
    others = policy("others", notary, other);
  }

  private static Path policy(String name, String notary, String auditor) throws Exception {
    return Files.writeString(
        dir.resolve(name),
        "log %s\nwitness auditor %s\nquorum auditor\n".formatted(notary, auditor));
  }

  /** Sends so many more events of each chain, and lets an engine decide them. */
  private static void decide(int events) throws Exception {
    try (KafkaProducer<byte[], Object> producer = cluster.producer();
        Committed ledger = new Committed(cluster.bootstrap(), LEDGER)) {
      List<Supplier<? extends Future<?>>> sends = new ArrayList<>();
      for (int i = 0; i < events; i++) {
        for (String chain : CHAINS) {
          Traffic.Event event = HISTORIES.get(chain).next();
          long at = START_MILLIS + event.atMillis();
          byte[] key = chain.getBytes(UTF_8);
          var record =
              new ProducerRecord<byte[], Object>(event.topic(), null, at, key, event.record());
          sends.add(() -> producer.send(record));
        }
      }
      try (DomainStreams streams = DomainStreams.start(CoresCluster.CORES, settings())) {
        await()
            .failFast("the engine stopped", () -> streams.stopped().isDone())
            .until(new Portions(sends, ledger));
      }
    }
  }

  /** Rows are as new as the ledger. */
  private static StreamsSettings settings() {
    return new StreamsSettings(
        "rota",
        cluster.kafka(),
        Map.of(),
        ValueSerde.avro(Map.of("schema.registry.url", cluster.registry())),
        dir.resolve("state"),
        1,
        false,
        new TaskSettings(
            RequiredTopics.INPUT_BYTES_DEFAULT,
            Duration.ofMillis(50),
            LaneLimits.DEFAULT,
            RulesAdoption.NEWEST,
            CheckpointSchedule.ALWAYS));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static String file(String name) {
    return dir.resolve(name).toString();
  }

  private static CommandLine rota(String... words) {
    return CommandLine.run(Map.of("ROTA_HOME", file("home")), "", words);
  }

  private static JsonNode json(int exit, String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-b", cluster.bootstrap(), "-o", "json"));
    CommandLine ran = rota(all.toArray(String[]::new));
    assertThat(ran.exit()).as("%s%s", ran.out(), ran.err()).isEqualTo(exit);
    return new ObjectMapper().readTree(ran.out());
  }

  private static JsonNode audit(int exit, String... more) throws Exception {
    List<String> all = new ArrayList<>(List.of("audit", "cores"));
    all.addAll(List.of(more));
    return json(exit, all.toArray(String[]::new));
  }

  /** {@code rota ledger trim cores} with these flags, in text. */
  private static CommandLine trim(String... flags) {
    return rota(trimming(flags, "-b", cluster.bootstrap()));
  }

  private static String[] trimming(String[] flags, String... more) {
    List<String> all = new ArrayList<>(List.of("ledger", "trim", "cores"));
    all.addAll(List.of(flags));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static void notary() {
    CommandLine signed =
        rota(
            "notary",
            "--domains",
            "cores",
            "-b",
            cluster.bootstrap(),
            "--dir",
            file("log"),
            "--key",
            file("notary.key"),
            "--once");
    assertThat(signed.err()).isEmpty();
    assertThat(signed.exit()).isZero();
  }

  private static long begin() {
    try (var reader = PartitionReader.ofBytes(cluster.kafka())) {
      return reader.begin(new TopicPartition(LEDGER, 0))
          + reader.begin(new TopicPartition(LEDGER, 1));
    }
  }

  @Test
  @Order(1)
  void nothingIsTrimmedWithoutACheckpoint() {
    CommandLine none = trim("--yes");
    assertThat(none.exit()).isEqualTo(78);
    assertThat(none.err()).contains("no kept checkpoint", "rota audit cores --keep");
    assertThat(begin()).isZero();
  }

  @Test
  @Order(2)
  void anAuditorTellsFourLevelsKeepsCheckpointsAndCosigns() throws Exception {
    JsonNode before = audit(0);
    assertThat(before.at("/levels/sealed/turns").asLong()).isEqualTo(before.get("turns").asLong());
    assertThat(before.at("/levels/signed").isMissingNode()).isTrue();
    notary();

    JsonNode after =
        audit(
            0,
            "--keep",
            "--keep-turns",
            "40",
            "--registry",
            cluster.registry(),
            "--key",
            file("a1.key"),
            "--policy",
            policy.toString(),
            "--log",
            file("log"));
    long turns = before.get("turns").asLong();
    assertThat(after.get("kept").asLong()).isGreaterThan(4);
    assertThat(after.get("cosigned").asLong()).isEqualTo(2);
    assertThat(after.at("/levels/signed/turns").asLong()).isEqualTo(turns);
    assertThat(after.at("/levels/witnessed/turns").asLong()).isZero();
    assertThat(after.at("/levels/witnessed/tail").asLong()).isEqualTo(turns);
    assertThat(after.at("/levels/re-decided/turns").asLong()).isEqualTo(turns);
    assertThat(after.get("digest")).isEqualTo(before.get("digest"));

    JsonNode sideBySide = audit(0);
    assertThat(sideBySide.get("digest")).isEqualTo(before.get("digest"));
    assertThat(sideBySide.get("turns").asLong()).isEqualTo(turns);
    assertThat(sideBySide.get("inputs")).isEqualTo(before.get("inputs"));
  }

  /** What a start would not begin with may not be all that is left. */
  @Test
  @Order(3)
  void theEnginesPolicyCountsWhereNoneIsPassed() throws Exception {
    CommandLine refused =
        CommandLine.run(
            Map.of("ROTA_HOME", file("home"), "ROTA_CHECKPOINT_POLICY", others.toString()),
            "",
            "ledger",
            "trim",
            "cores",
            "--yes",
            "-b",
            cluster.bootstrap());
    assertThat(refused.exit()).isEqualTo(78);
    assertThat(refused.err()).contains("no kept checkpoint");
    assertThat(begin()).isZero();
  }

  @Test
  @Order(3)
  void nothingIsTrimmedWhereTheCheckpointsMayBeDeleted() throws Exception {
    retention("1000");
    CommandLine refused = trim("--yes");
    retention("-1");
    assertThat(refused.exit()).isEqualTo(78);
    assertThat(refused.err())
        .contains("nothing is deleted", "retention.ms=1000", "kafka-configs.sh");
    assertThat(begin()).isZero();
  }

  private static void retention(String millis) throws Exception {
    var topic = new ConfigResource(ConfigResource.Type.TOPIC, "cores-checkpoints");
    var op = new AlterConfigOp(new ConfigEntry("retention.ms", millis), AlterConfigOp.OpType.SET);
    try (Admin admin = Admin.create(cluster.kafka())) {
      admin.incrementalAlterConfigs(Map.of(topic, List.of(op))).all().get();
    }
  }

  @Test
  @Order(3)
  void aVerifierMayAskForTheAuditorsWord() throws Exception {
    var records = cluster.committed(ASSIGNMENTS);
    var record = records.get(records.size() - 1);
    String id = new String(record.headers().lastHeader(TurnHeaders.TURN).value(), UTF_8);
    CommandLine proof = rota("prove", "cores", id, "-b", cluster.bootstrap(), "--log", file("log"));
    Path written = Files.writeString(dir.resolve("alice.proof"), proof.out());

    CommandLine verified = rota("verify", written.toString(), "--policy", policy.toString());
    assertThat(verified.err()).isEmpty();
    assertThat(verified.exit()).isZero();
    assertThat(verified.out()).contains("by auditor at");
    CommandLine strange = rota("verify", written.toString(), "--policy", others.toString());
    assertThat(strange.exit()).isEqualTo(1);
    assertThat(strange.err()).contains("too few witnesses");
  }

  @Test
  @Order(3)
  void aLogThatIsNotWhatIsSignedIsFound() throws Exception {
    String stranger = rota("keys", "new", "acme.example/test", file("x.key")).out().strip();
    String auditor = rota("keys", "show", file("a1.key")).out().strip();
    isNoNotarysWord(policy("strange", stranger, auditor), "not signed by a known key");

    Path entries;
    try (Stream<Path> files = Files.walk(dir.resolve("log/cores-ledger/0/tile/entries"))) {
      entries = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    byte[] honest = Files.readAllBytes(entries);
    byte[] altered = honest.clone();
    altered[altered.length - 1] ^= 1;
    Files.write(entries, altered);
    isNoNotarysWord(policy, "does not have the");
    Files.write(entries, honest);
    assertThat(
            audit(0, "--log", file("log"), "--policy", policy.toString()).get("proved").asBoolean())
        .isTrue();
  }

  private static void isNoNotarysWord(Path trusted, String why) {
    CommandLine audit =
        rota(
            "audit",
            "cores",
            "-b",
            cluster.bootstrap(),
            "--log",
            file("log"),
            "--policy",
            trusted.toString());
    assertThat(audit.exit()).isEqualTo(1);
    assertThat(audit.err()).contains("not what the notary signed", why);
  }

  @Test
  @Order(4)
  void theLedgerIsTrimmedBehindACheckpointAndTheAuditSaysFromWhereItProves() throws Exception {
    List<List<String>> typed =
        DocsProcedure.commands("audit", "## Trimming", Map.of("policy", policy.toString()));
    assertThat(typed).hasSize(2);
    JsonNode would = json(0, typed.get(0).toArray(String[]::new));
    assertThat(would.get("trimmed").asBoolean()).isFalse();
    assertThat(begin()).isZero();
    CommandLine refused = trim("--yes", "--policy", others.toString());
    assertThat(refused.exit()).isEqualTo(78);
    assertThat(begin()).isZero();

    CommandLine unsigned = trim("--yes", "--policy", policy.toString(), "--log", file("nowhere"));
    assertThat(unsigned.exit()).isEqualTo(78);
    assertThat(unsigned.err()).contains("the notary has signed those before 0");
    assertThat(begin()).isZero();

    List<String> signed = new ArrayList<>(typed.get(1));
    signed.addAll(List.of("--log", file("log")));
    JsonNode done = json(0, signed.toArray(String[]::new));
    assertThat(done.get("trimmed").asBoolean()).isTrue();
    assertThat(done.get("signed").asBoolean()).isTrue();
    assertThat(begin()).isPositive();

    JsonNode audit = audit(5, "--policy", policy.toString());
    assertThat(audit.get("differences").asLong()).isZero();
    assertThat(audit.at("/from/0/word").asText()).isEqualTo("auditor.example/a1");
    assertThat(audit.at("/from/0/verified").asBoolean()).isTrue();
    assertThat(audit.at("/from/0/lanes").size()).isPositive();
    assertThat(audit(5).at("/from/0/verified").asBoolean()).isFalse();
    assertThat(audit(1, "--policy", others.toString()).get("beginningGone").asBoolean()).isTrue();
  }

  @Test
  @Order(5)
  void theEngineGoesOnAndSoDoNotaryAndAuditor() throws Exception {
    decide(40);
    notary();

    JsonNode audit =
        audit(
            5,
            "--keep",
            "--registry",
            cluster.registry(),
            "--key",
            file("a1.key"),
            "--policy",
            policy.toString(),
            "--log",
            file("log"));
    assertThat(audit.get("differences").asLong()).isZero();
    assertThat(audit.get("turns").asLong()).isGreaterThanOrEqualTo(80);
    assertThat(audit.get("cosigned").asLong()).isEqualTo(2);
    assertThat(audit.get("kept").asLong()).isEqualTo(2);
    assertThat(audit(5, "--since", "now").get("turns").asLong()).isZero();
    JsonNode other =
        audit(
            5,
            "--key",
            file("a2.key"),
            "--policy",
            policy.toString(),
            "--log",
            file("log"),
            "--audited",
            file("a2"));
    assertThat(other.get("cosigned").asLong()).isZero();
  }

  private static void aFollowerBeginsThereToo(JsonNode believed) {
    try (var live =
        LiveDomain.start(
            CORES,
            () -> new KafkaLogs(CORES, cluster.kafka()),
            CheckpointChoice.BEGINNING,
            Set.of())) {
      await().until(() -> live.standings().stream().allMatch(FollowProgress::caughtUp));
      LaneStanding standing = live.ask("polkadot", (_, at) -> at);
      assertThat(standing.proof()).isEqualTo(believed.get("proof").asText());
      assertThat(standing.turn()).isEqualTo(believed.get("turn").asLong());
    }
  }

  @Test
  @Order(6)
  void answersBeginWithTheCheckpointAndSayByWhoseWord() throws Exception {
    JsonNode believed = json(5, "query", "cores", "queue", "-k", "polkadot");
    assertThat(believed.get("believedTo").asLong()).isPositive();
    assertThat(believed.get("proof").asText())
        .contains("the checkpoint before it signed by auditor.example/a1, whose key is not given");
    JsonNode trusted =
        json(5, "query", "cores", "queue", "-k", "polkadot", "--policy", policy.toString());
    assertThat(trusted.get("proof").asText()).endsWith("signed by auditor.example/a1");
    assertThat(trusted.get("answer")).isEqualTo(believed.get("answer"));
    aFollowerBeginsThereToo(believed);

    CommandLine gone =
        rota("query", "cores", "queue", "-k", "polkadot", "--at", "1", "-b", cluster.bootstrap());
    assertThat(gone.exit()).isEqualTo(3);
    assertThat(gone.err()).contains("its beginning is no longer retained");
    CommandLine strange =
        rota(
            "query",
            "cores",
            "queue",
            "-k",
            "polkadot",
            "--policy",
            others.toString(),
            "-b",
            cluster.bootstrap());
    assertThat(strange.exit()).isEqualTo(3);

    CommandLine exported = rota("export", "cores", "-k", "polkadot", "-b", cluster.bootstrap());
    Path file = Files.writeString(dir.resolve("polkadot.jsonl"), exported.out());
    CommandLine offline = rota("query", "cores", "queue", "--from", file.toString(), "-o", "json");
    assertThat(new ObjectMapper().readTree(offline.out())).isEqualTo(believed);
  }
}

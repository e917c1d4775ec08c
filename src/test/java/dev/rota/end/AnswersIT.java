package dev.rota.end;

import static dev.rota.end.CoresCluster.LEDGER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.model.RuleSet;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.readers.capsule.Capsule;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.TurnAccount;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.KafkaLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be asked of a running engine's lanes, from its ledger alone. */
class AnswersIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> CHAINS = List.of("polkadot", "kusama");
  private static final int EVENTS = 150;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final RelayChainTraffic TRAFFIC =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2));

  @TempDir private static Path dir;

  private static CoresCluster cluster;

  @BeforeAll
  static void decide() throws Exception {
    cluster = CoresCluster.start(2);
    try (KafkaProducer<byte[], Object> producer = cluster.producer();
        Committed ledger = new Committed(cluster.bootstrap(), LEDGER)) {
      List<Supplier<? extends Future<?>>> sends = new ArrayList<>();
      for (String chain : CHAINS) {
        Iterator<Traffic.Event> events = TRAFFIC.start(chain, 1);
        for (int i = 0; i < EVENTS; i++) {
          Traffic.Event event = events.next();
          long at = START_MILLIS + event.atMillis();
          byte[] key = chain.getBytes(UTF_8);
          var record =
              new ProducerRecord<byte[], Object>(event.topic(), null, at, key, event.record());
          sends.add(() -> producer.send(record));
        }
      }
      cluster.decide(dir.resolve("state"), 1, new Portions(sends, ledger));
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static CommandLine rota(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-b", cluster.bootstrap()));
    return CommandLine.run(all.toArray(String[]::new));
  }

  private static JsonNode json(int exit, String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-o", "json"));
    CommandLine ran = rota(all.toArray(String[]::new));
    assertThat(ran.exit()).as("%s%s", ran.out(), ran.err()).isEqualTo(exit);
    return JSON.readTree(ran.out());
  }

  @Test
  void aQuerySaysOfWhichTurnItIsAndThatItIsProved() throws Exception {
    JsonNode last = json(0, "query", "cores", "state", "-k", "polkadot");
    assertThat(last.get("lane").asText()).isEqualTo("polkadot");
    assertThat(last.get("proved").asBoolean()).isTrue();
    assertThat(last.get("proof").asText()).isEqualTo("verified from turn 1");
    assertThat(last.get("turn").asLong()).isGreaterThanOrEqualTo(EVENTS);
    assertThat(last.at("/answer/cores").isArray()).isTrue();

    JsonNode then = json(0, "query", "cores", "state", "-k", "polkadot", "--at", "40");
    assertThat(then.get("turn").asLong()).isEqualTo(40);
    assertThat(then.at("/answer/block").asLong())
        .isPositive()
        .isLessThan(last.at("/answer/block").asLong());
    JsonNode sameTime =
        json(0, "query", "cores", "state", "-k", "polkadot", "--at", then.get("at").asText());
    assertThat(sameTime.get("turn").asLong()).isGreaterThanOrEqualTo(40);
    assertThat(sameTime.get("at")).isEqualTo(then.get("at"));

    CommandLine text = rota("query", "cores", "core_para", "core=0", "-k", "kusama");
    assertThat(text.exit()).isZero();
    assertThat(text.out()).contains("cores kusama: turn ", ", verified from turn 1");
  }

  @Test
  void aTurnsInputIsComparedWithItsTopicUntilThatHasDeletedIt() throws Exception {
    CoresDomain domain = new CoresDomain();
    try (KafkaLogs logs = new KafkaLogs(domain, cluster.kafka())) {
      LaneAnswers answers = new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, "kusama");
      TurnAccount<Object> before = answers.turn(1, _ -> null);
      assertThat(before.source().isSame()).as(before.source().told()).isTrue();

      InputPosition source = before.entry().source();
      TopicPartition topic = new TopicPartition(source.topic(), source.partition());
      try (Admin admin = Admin.create(cluster.kafka())) {
        admin
            .deleteRecords(Map.of(topic, RecordsToDelete.beforeOffset(source.offset() + 1)))
            .all()
            .get();
      }
      TurnAccount<Object> after = answers.turn(1, _ -> null);
      assertThat(after.source().isSame()).isFalse();
      assertThat(after.source().told()).contains("has deleted it by retention");
      assertThat(after.entry().input()).isEqualTo(before.entry().input());
      assertThat(after.headline()).isEqualTo(before.headline()).isNotNull();
    }
  }

  @Test
  void twoMomentsDiffer() throws Exception {
    JsonNode differs = json(1, "state", "cores", "-k", "polkadot", "--diff", "40", "now");
    assertThat(differs.at("/before/turn").asLong()).isEqualTo(40);
    assertThat(differs.get("changes"))
        .anySatisfy(change -> assertThat(change.get("path").asText()).isEqualTo("block"));
    JsonNode same = json(0, "state", "cores", "-k", "polkadot", "--diff", "40", "40");
    assertThat(same.get("changes")).isEmpty();
    assertThat(json(0, "state", "cores", "-k", "polkadot", "--at", "40").get("state"))
        .isEqualTo(
            json(0, "query", "cores", "state", "-k", "polkadot", "--at", "40").get("answer"));
  }

  @Test
  void anExportedFileAnswersTheSameWithoutACluster() throws Exception {
    CommandLine exported = rota("export", "cores", "-k", "polkadot");
    assertThat(exported.exit()).as(exported.err()).isZero();
    Path file = Files.writeString(dir.resolve("polkadot.jsonl"), exported.out());

    CommandLine offline =
        CommandLine.run("query", "cores", "queue", "--from", file.toString(), "-o", "json");
    assertThat(offline.exit()).as(offline.err()).isZero();
    assertThat(JSON.readTree(offline.out()))
        .isEqualTo(json(0, "query", "cores", "queue", "-k", "polkadot"));
    CommandLine ahead =
        CommandLine.run(
            "forecast", "cores", "--next", "2", "--from", file.toString(), "-o", "json");
    assertThat(ahead.exit()).as(ahead.err()).isZero();
    assertThat(JSON.readTree(ahead.out()))
        .isEqualTo(json(0, "forecast", "cores", "--next", "2", "-k", "polkadot"));

    String cut = exported.out().substring(0, exported.out().lastIndexOf("{\"records\""));
    Path half = Files.writeString(dir.resolve("half.jsonl"), cut);
    CommandLine refused = CommandLine.run("query", "cores", "queue", "--from", half.toString());
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("the file is cut after line", "rota export");
    Path nonsense = Files.writeString(dir.resolve("nonsense"), "{\"records\":0}\n");
    CommandLine none = CommandLine.run("query", "cores", "queue", "--from", nonsense.toString());
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("line 1: it is no file that 'rota export' wrote");
    CommandLine other = CommandLine.run("query", "bots", "waiting", "--from", file.toString());
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err()).contains("it is of the domain cores");
  }

  @Test
  void aCapsuleIsAnsweredAndAuditedWithoutACluster() throws Exception {
    CommandLine packed =
        rota("capsule", "cores", "-k", "polkadot", "--since", "40", "--until", "60");
    assertThat(packed.exit()).as(packed.err()).isZero();
    String file = Files.writeString(dir.resolve("incident.rota"), packed.out()).toString();

    CommandLine state =
        CommandLine.run("state", "cores", "--at", "50", "--from", file, "-o", "json");
    assertThat(state.exit())
        .as("the state before it is not verified: %s", state.err())
        .isEqualTo(5);
    assertThat(JSON.readTree(state.out()).get("state"))
        .isEqualTo(json(0, "state", "cores", "-k", "polkadot", "--at", "50").get("state"));
    CommandLine audit = CommandLine.run("audit", "cores", "--from", file);
    assertThat(audit.exit()).as(audit.err()).isEqualTo(5);
    assertThat(audit.out())
        .contains("cores: PROVED", "replayed identically", "earlier turns, not verified here");
    assertThat(Capsule.open(Path.of(file)).replay().isSame()).isTrue();
    assertFails(2, "Missing required option: '--since=TURN|TIME'", "capsule", "cores");
  }

  @Test
  void whatCannotBeAnsweredSaysWhatCan() {
    CommandLine list = CommandLine.run("query", "cores");
    assertThat(list.exit()).isZero();
    assertThat(list.out())
        .contains("the group that backs the core at that block", "at?: a block; default");

    assertFails(2, "did you mean 'queue'?", "query", "cores", "queu", "-k", "polkadot");
    assertFails(2, "no argument 'cor'", "query", "cores", "core_para", "cor=1", "-k", "polkadot");
    assertFails(2, "argument 'core'", "query", "cores", "core_para", "-k", "polkadot");
    assertFails(2, "name the lane: --key LANE", "query", "cores", "queue");
    assertFails(3, "has only", "query", "cores", "queue", "-k", "polkadot", "--at", "1000000");
    assertFails(3, "no turn of a lane 'westend'", "query", "cores", "queue", "-k", "westend");
    assertFails(
        3, "did you mean 'polkadot'? There are ", "query", "cores", "queue", "-k", "polkadt");
    assertFails(2, "turns begin with 1", "state", "cores", "-k", "polkadot", "--at", "0");
    assertFails(
        2,
        "it is neither a turn nor a time",
        "state",
        "cores",
        "-k",
        "polkadot",
        "--at",
        "yesterday");
    assertFails(
        3,
        "no turn up to that time",
        "state",
        "cores",
        "-k",
        "polkadot",
        "--at",
        "2000-01-01T00:00:00Z");
  }

  private static void assertFails(int exit, String why, String... words) {
    CommandLine ran = rota(words);
    assertThat(ran.err()).contains(why);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
    assertThat(ran.out()).isEmpty();
  }
}

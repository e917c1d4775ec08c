package dev.rota.end;

import static dev.rota.end.CoresCluster.ASSIGNMENTS;
import static dev.rota.end.CoresCluster.CORES;
import static dev.rota.end.CoresCluster.LEDGER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TlogProof;
import dev.rota.base.proof.TurnLeaf;
import dev.rota.cores.model.RuleSet;
import dev.rota.kernel.table.Sha256;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.road.kept.CheckpointLog;
import dev.rota.road.kept.CheckpointMark;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.topics.TurnHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each trusted party is the liar in turn, with its own key and all that it can write. Who finds it
 * is as the table in {@code docs/proofs.md} says.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LiarsIT {
  private static final List<String> CHAINS = List.of("polkadot", "kusama");
  private static final int EVENTS = 100;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final long NOW = 1_750_000_000;
  private static final RelayChainTraffic TRAFFIC =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2));

  @TempDir private static Path dir;

  private static CoresCluster cluster;
  private static SigningKey notary;
  private static SigningKey witness;

  /** It asks for the witness and the auditor. */
  private static Path policy;

  private static List<ForgedLog.Line> truth;
  private static int logs;

  @BeforeAll
  static void decide() throws Exception {
    cluster = CoresCluster.start(1);
    try (KafkaProducer<byte[], Object> producer = cluster.producer();
        Committed ledger = new Committed(cluster.bootstrap(), LEDGER)) {
      List<Supplier<? extends Future<?>>> sends = new ArrayList<>();
      for (String chain : CHAINS) {
        Iterator<Traffic.Event> events = TRAFFIC.start(chain, 1);
        for (int i = 0; i < EVENTS; i++) {
          Traffic.Event event = events.next();
          byte[] key = chain.getBytes(UTF_8);
          long at = START_MILLIS + event.atMillis();
          var record =
              new ProducerRecord<byte[], Object>(event.topic(), null, at, key, event.record());
          sends.add(() -> producer.send(record));
        }
      }
      cluster.decide(dir.resolve("state"), 1, new Portions(sends, ledger));
    }
    notary = key("acme.example/test", "notary.key");
    witness = key("witness.example/w1", "w1.key", "--witness");
    SigningKey auditor = key("auditor.example/a1", "a1.key", "--auditor");
    key("auditor.example/a2", "a2.key", "--auditor");
    policy =
        Files.writeString(
            dir.resolve("policy"),
            "log %s\nwitness w1 %s\nwitness auditor %s\ngroup both all w1 auditor\nquorum both\n"
                .formatted(notary, witness, auditor));
    CommandLine signed =
        rota(
            "notary",
            "--domains",
            "cores",
            "--dir",
            file("log"),
            "--key",
            file("notary.key"),
            "--once",
            "-b",
            cluster.bootstrap());
    assertThat(signed.exit()).as(signed.err()).isZero();
    long size = head(dir.resolve("log")).size();
    truth = ForgedLog.read(ledgerOf(dir.resolve("log")), size);
    assertThat(truth).hasSizeGreaterThan(CHAINS.size() * EVENTS - 1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static SigningKey key(String name, String file, String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of("keys", "new", name, file(file)));
    words.addAll(List.of(more));
    assertThat(rota(words.toArray(String[]::new)).exit()).isZero();
    return SigningKey.parse(Files.readString(dir.resolve(file)).strip());
  }

  private static String file(String name) {
    return dir.resolve(name).toString();
  }

  private static CommandLine rota(String... words) {
    return CommandLine.run(Map.of("ROTA_HOME", file("home")), "", words);
  }

  private static Path ledgerOf(Path log) {
    return log.resolve(LEDGER).resolve("0");
  }

  private static LogCheckpoint head(Path log) throws Exception {
    return LogCheckpoint.parse(
        SignedNote.parse(Files.readAllBytes(ledgerOf(log).resolve("checkpoint"))).text());
  }

  /** A log in which something is changed, signed by the notary and cosigned by the witness. */
  private static Path log(Consumer<List<ForgedLog.Line>> change) throws Exception {
    List<ForgedLog.Line> lines = new ArrayList<>(truth);
    change.accept(lines);
    Path log = dir.resolve("log" + ++logs);
    SigningKey own = notary.as(notary.verifier().name() + "/" + LEDGER + "/0");
    SignedNote signed = ForgedLog.write(ledgerOf(log), lines, own);
    // The witness is honest: it has seen no other log.
    SignedNote cosigned = signed.with(List.of(witness.cosign(signed.text(), NOW)));
    Files.writeString(ledgerOf(log).resolve("checkpoint"), cosigned.toString());
    Files.writeString(ledgerOf(log).resolve("checkpoint.witnessed"), cosigned.toString());
    return log;
  }

  private static CommandLine audit(String key, Path log, Path word, String... more) {
    List<String> words = new ArrayList<>(List.of("audit", "cores", "-b", cluster.bootstrap()));
    words.addAll(List.of("--registry", cluster.registry(), "--key", file(key), "-o", "json"));
    words.addAll(List.of("--log", log.toString(), "--policy", policy.toString()));
    words.addAll(List.of("--audited", word.toString()));
    words.addAll(List.of(more));
    return rota(words.toArray(String[]::new));
  }

  private static JsonNode told(CommandLine audit) throws Exception {
    return new ObjectMapper().readTree(audit.out());
  }

  /** The auditor names what is wrong, and signs nothing. */
  private static void refused(Path log, Path word, String... why) throws Exception {
    CommandLine audit = audit("a1.key", log, word);
    assertThat(audit.exit()).as("%s%s", audit.out(), audit.err()).isEqualTo(1);
    assertThat(audit.err()).contains(why);
    assertThat(ledgerOf(word)).doesNotExist();
  }

  private static ForgedLog.Line forged(String lane, long turn, long offset) {
    return new ForgedLog.Line(new TurnLeaf(lane, turn, Sha256.of("a lie".getBytes(UTF_8))), offset);
  }

  private static ForgedLog.Line last() {
    return truth.get(truth.size() - 1);
  }

  private static String told(TurnLeaf leaf) {
    return "lane " + leaf.lane() + ", turn " + leaf.turn();
  }

  private static String told(int index) {
    return told(truth.get(index).leaf());
  }

  /** A lie of the notary, and what the auditor says of it. */
  private record Lie(String name, Consumer<List<ForgedLog.Line>> change, String... why) {}

  private static List<Lie> lies() {
    int end = truth.size();
    long next = last().offset() + 1;
    TurnLeaf more = forged(last().leaf().lane(), last().leaf().turn() + 1, 0).leaf();
    return List.of(
        new Lie(
            "a turn at the end that never was",
            lines -> lines.add(new ForgedLog.Line(more, next)),
            "leaf " + end + " of the log is " + told(more),
            "the ledger has no such turn"),
        new Lie(
            "a turn at the end with a negative offset",
            lines -> lines.add(new ForgedLog.Line(more, -5)),
            "leaf " + end + " of the log is " + told(more)),
        new Lie(
            "all offsets negative, as if nothing were retained",
            lines -> {
              lines.replaceAll(line -> line.at(-1));
              lines.add(50, forged("polkadot", 4_000, -1));
            },
            "leaf 50 of the log is lane polkadot, turn 4000"),
        new Lie(
            "a turn in the middle that never was",
            lines -> lines.add(70, forged("ghost", 1, truth.get(70).offset())),
            "leaf 70 of the log is lane ghost, turn 1",
            "the ledger's turn there, at offset " + truth.get(70).offset() + ", is " + told(70)),
        new Lie(
            "a turn without a leaf",
            lines -> lines.remove(70),
            "leaf 70 of the log is " + told(71),
            "is " + told(70)),
        new Lie(
            "the last turn twice",
            lines -> lines.add(last()),
            "leaf " + end + " of the log is " + told(last().leaf())),
        new Lie(
            "another order",
            lines -> lines.add(30, lines.remove(31)),
            "leaf 30 of the log is " + told(31),
            "is " + told(30)),
        new Lie(
            "another decision",
            lines -> {
              TurnLeaf leaf = truth.get(90).leaf();
              lines.set(90, forged(leaf.lane(), leaf.turn(), truth.get(90).offset()));
            },
            "leaf 90 of the log is " + told(90),
            "with another digest"));
  }

  @TestFactory
  @Order(1)
  Stream<DynamicTest> theAuditorFindsTheNotarysLie() {
    return lies().stream()
        .map(
            lie ->
                DynamicTest.dynamicTest(
                    lie.name(),
                    () -> refused(log(lie.change()), dir.resolve("word" + logs), lie.why())));
  }

  /** Without a key the audit says so, too. */
  @Test
  @Order(1)
  void whoeverAuditsFindsTheNotarysLie() throws Exception {
    Path log = log(lines -> lines.add(forged("polkadot", 4_000, -1)));
    CommandLine audit =
        rota(
            "audit",
            "cores",
            "-b",
            cluster.bootstrap(),
            "--log",
            log.toString(),
            "--policy",
            policy.toString());
    assertThat(audit.exit()).isEqualTo(1);
    assertThat(audit.err()).contains("lane polkadot, turn 4000", "the ledger has no such turn");
  }

  /** Offsets are not signed, so they may be anything. A ledger may move to another cluster. */
  @Test
  @Order(1)
  void offsetsAreNobodysWord() throws Exception {
    Path log = log(lines -> lines.replaceAll(line -> line.at(line.offset() + 7)));
    JsonNode audit = told(audit("a1.key", log, dir.resolve("moved")));
    assertThat(audit.get("cosigned").asLong()).isEqualTo(1);
    assertThat(audit.at("/levels/signed/turns")).isEqualTo(audit.at("/levels/sealed/turns"));
    assertThat(audit.at("/levels/signed/tail").asLong()).isZero();
    assertThat(audit.at("/levels/re-decided/turns").asLong()).isEqualTo(truth.size());
  }

  /** The proof of a turn that is there, under a head that is not the notary's own any more. */
  private static CommandLine verify(Path log) throws Exception {
    var records = cluster.committed(ASSIGNMENTS);
    String id =
        new String(
            records.get(records.size() / 2).headers().lastHeader(TurnHeaders.TURN).value(), UTF_8);
    CommandLine proof =
        rota("prove", "cores", id, "-b", cluster.bootstrap(), "--log", log.toString());
    assertThat(proof.err()).isEmpty();
    TlogProof parsed = TlogProof.parse(proof.out().getBytes(UTF_8));
    assertThat(parsed.inclusion()).isNotEmpty();
    Path written = Files.writeString(dir.resolve("alice.proof"), proof.out());
    return rota("verify", written.toString(), "--policy", policy.toString());
  }

  /** The witness lies: it cosigns two histories. The auditor is asked, too. */
  @Test
  @Order(1)
  void aWitnessThatCosignsTwoHistoriesDoesNotSuffice() throws Exception {
    CommandLine verified = verify(log(lines -> lines.add(forged("polkadot", 4_000, -1))));
    assertThat(verified.exit()).isEqualTo(1);
    assertThat(verified.err()).contains("too few witnesses", "2 of w1, auditor");
  }

  /** The auditor lies, together with the notary. Whoever verifies a proof believes them. */
  @Test
  @Order(1)
  void anotherAuditorFindsTheAuditorsLie() throws Exception {
    Path log = log(lines -> lines.add(forged("polkadot", 4_000, -1)));
    SigningKey auditor = SigningKey.parse(Files.readString(dir.resolve("a1.key")).strip());
    Path signed = ledgerOf(log).resolve("checkpoint");
    SignedNote note = SignedNote.parse(Files.readAllBytes(signed));
    Files.writeString(signed, note.with(List.of(auditor.cosign(note.text(), NOW))).toString());
    Files.delete(ledgerOf(log).resolve("checkpoint.witnessed"));
    assertThat(verify(log).exit()).isZero();

    CommandLine other = audit("a2.key", log, dir.resolve("other"));
    assertThat(other.exit()).isEqualTo(1);
    assertThat(other.err()).contains("lane polkadot, turn 4000", "the ledger has no such turn");
  }

  /** The notary's directory comes from a backup, or was cut. */
  @Test
  @Order(1)
  void anOlderLogIsNotCosignedAgain() throws Exception {
    Path word = dir.resolve("older");
    assertThat(told(audit("a1.key", log(_ -> {}), word)).get("cosigned").asLong()).isOne();
    byte[] before = Files.readAllBytes(ledgerOf(word).resolve("checkpoint.audited"));

    long tail = truth.stream().filter(line -> line.offset() == last().offset()).count();
    Path older = log(lines -> lines.removeIf(line -> line.offset() == last().offset()));
    JsonNode audit = told(audit("a1.key", older, word));
    assertThat(audit.get("cosigned").asLong()).isZero();
    assertThat(audit.at("/notCosigned/0/why").asText())
        .contains("this key has cosigned " + truth.size(), "an older copy");
    assertThat(audit.at("/levels/signed/tail").asLong()).isEqualTo(tail);
    assertThat(ledgerOf(word).resolve("checkpoint.audited")).hasBinaryContent(before);
  }

  /** The owner of a policy for proofs takes it for kept checkpoints: a witness would suffice. */
  @Test
  @Order(2)
  void aPolicyThatNeedsSeveralIsNoPolicyForKeptCheckpoints() {
    CommandLine trim =
        rota("ledger", "trim", "cores", "-b", cluster.bootstrap(), "--policy", policy.toString());
    assertThat(trim.exit()).isEqualTo(78);
    assertThat(trim.err())
        .contains("2 of w1, auditor", "a kept checkpoint has one signature", "a policy of its own");
  }

  /** An operator deletes what is retained. What lies before is the notary's word alone. */
  @Test
  @Order(2)
  void whatIsTrimmedIsVouchedForByEarlierWordsAlone() throws Exception {
    Path word = dir.resolve("word");
    Path honest = log(_ -> {});
    CommandLine kept = audit("a1.key", honest, word, "--keep", "--keep-turns", "20");
    assertThat(kept.exit()).as(kept.err()).isZero();
    long behind = trim();
    int cut = (int) truth.stream().filter(line -> line.offset() <= behind).count();

    CommandLine strange = audit("a2.key", honest, dir.resolve("strange"));
    assertThat(strange.exit()).as("whose word it is to believe").isEqualTo(1);
    assertThat(told(strange).get("cosigned").asLong()).isZero();
    for (Lie lie :
        List.of(
            new Lie("before", lines -> lines.add(20, forged("ghost", 1, truth.get(20).offset()))),
            new Lie("behind", lines -> lines.add(cut, forged("ghost", 1, behind))),
            new Lie("end", lines -> lines.add(forged("polkadot", 4_000, 0))))) {
      CommandLine audit = audit("a1.key", log(lie.change()), word);
      assertThat(audit.exit()).as(lie.name() + audit.out()).isEqualTo(1);
    }
    JsonNode lost = told(audit("a1.key", honest, dir.resolve("lost")));
    assertThat(lost.get("cosigned").asLong()).isZero();
    assertThat(lost.at("/notCosigned/0/why").asText())
        .contains(
            "its first " + cut + " leaves are turns before page",
            "this key has vouched for 0",
            "--audited");

    JsonNode audit = told(audit("a1.key", honest, word));
    assertThat(audit.get("cosigned").asLong()).isOne();
    assertThat(audit.at("/levels/sealed/turns").asLong()).isEqualTo(truth.size() - cut);
    assertThat(audit.at("/levels/signed/turns").asLong()).isEqualTo(truth.size() - cut);
    assertThat(audit.at("/levels/signed/before").asLong()).isEqualTo(cut);
    assertThat(audit.at("/levels/re-decided/turns").asLong()).isEqualTo(truth.size() - cut);
  }

  /** Deletes what lies before a kept checkpoint's page. Returns the page's offset. */
  private static long trim() throws Exception {
    List<CheckpointMark> all;
    try (KafkaLogs logs = new KafkaLogs(CORES, cluster.kafka())) {
      all = new CheckpointLog(logs, CORES.name(), 0, null).all();
    }
    assertThat(all).hasSizeGreaterThan(2);
    long offset = all.get(all.size() / 2).pageOffset();
    try (Admin admin = cluster.admin()) {
      admin
          .deleteRecords(
              Map.of(new TopicPartition(LEDGER, 0), RecordsToDelete.beforeOffset(offset)))
          .all()
          .get();
    }
    return offset;
  }

  /** The operator lays down a ledger that is not the one which the auditor has vouched for. */
  @Test
  @Order(3)
  void theOperatorsEditIsFoundAndNothingIsCosigned() throws Exception {
    Path word = dir.resolve("edited");
    History history = History.of(cluster);
    history.lay(LEDGER, copies -> copies.subList(0, copies.size() - 1));
    CommandLine audit = audit("a1.key", log(_ -> {}), word);
    assertThat(audit.exit()).isEqualTo(1);
    assertThat(ledgerOf(word)).doesNotExist();
  }
}

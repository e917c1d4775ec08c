package dev.rota.end;

import static dev.rota.end.CoresCluster.ASSIGNMENTS;
import static dev.rota.end.CoresCluster.DEAD_LETTERS;
import static dev.rota.end.CoresCluster.LEDGER;
import static dev.rota.end.CoresCluster.OUTCOMES;
import static dev.rota.end.Forgery.flipped;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.files.DirectoryOwner;
import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.VerifierKey;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.wire.CoresWire;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.readers.witness.Witness;
import dev.rota.readers.witness.WitnessServer;
import dev.rota.road.topics.TurnHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** From keys to a proof that verifies, and what a notary does when the ledger is another one. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ProofsIT {
  private static final String CHAIN = "polkadot";
  private static final int EVENTS = 80;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final RelayChainTraffic TRAFFIC =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2));

  @TempDir private static Path dir;

  private static CoresCluster cluster;
  private static WitnessServer witness;
  private static String key;
  private static Path policy;

  @BeforeAll
  static void decide() throws Exception {
    cluster = CoresCluster.start(2);
    long total = send();
    try (Committed ledger = new Committed(cluster.bootstrap(), LEDGER)) {
      cluster.decide(dir.resolve("state"), 1, () -> ledger.count() >= total);
    }
    key = rota("keys", "new", "acme.example/test", file("notary.key")).out().strip();
    SigningKey own = SigningKey.random("witness.example/w1", KeyKind.WITNESS);
    witness =
        WitnessServer.start(
            new Witness(
                DiskOperations.LOCAL,
                dir.resolve("witness"),
                own,
                TrustPolicy.of(VerifierKey.parse(key)),
                () -> 1_750_000_000),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    policy =
        Files.writeString(
            dir.resolve("policy"),
            "log %s\nwitness w1 %s %s\nquorum w1\n".formatted(key, own, witness.url()));
  }

  private static long send() {
    long sent = 0;
    try (KafkaProducer<byte[], Object> producer = cluster.producer();
        KafkaProducer<byte[], byte[]> raw =
            new KafkaProducer<>(
                cluster.kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      byte[] lane = CHAIN.getBytes(UTF_8);
      Iterator<Traffic.Event> events = TRAFFIC.start(CHAIN, 1);
      for (; sent < EVENTS; sent++) {
        Traffic.Event event = events.next();
        var _ =
            producer.send(
                new ProducerRecord<>(
                    event.topic(), null, START_MILLIS + event.atMillis(), lane, event.record()));
      }
      var _ = raw.send(new ProducerRecord<>(CoresWire.CLAIMS, lane, "no".getBytes(UTF_8)));
      return sent + 1;
    }
  }

  @AfterAll
  static void stop() {
    witness.close();
    cluster.close();
  }

  private static String file(String name) {
    return dir.resolve(name).toString();
  }

  private static CommandLine rota(String... words) {
    return CommandLine.run(Map.of("ROTA_HOME", file("home")), "", words);
  }

  private static CommandLine notary(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("notary", "--domains", "cores", "-b", cluster.bootstrap(), "--dir"));
    words.addAll(List.of(file("log"), "--key", file("notary.key"), "--policy", policy.toString()));
    words.addAll(List.of(more));
    return rota(words.toArray(String[]::new));
  }

  @Test
  @Order(1)
  void keysAreTheirOwnersAlone() throws Exception {
    Path secret = dir.resolve("notary.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(secret, UTF_8)).startsWith("PRIVATE+KEY+acme.example/test+");
    assertThat(rota("keys", "show", secret.toString()).out().strip()).isEqualTo(key);
    assertThat(rota("keys", "show", secret.toString(), "--log", "acme.example/test/x").out())
        .startsWith("acme.example/test/x+");

    CommandLine again = rota("keys", "new", "other", secret.toString());
    assertThat(again.exit()).isEqualTo(2);
    assertThat(again.err()).contains("never overwritten");
    assertThat(rota("keys", "new", "a b", file("x")).exit()).isEqualTo(2);
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));
    CommandLine open = notary("--once");
    assertThat(open.exit()).isEqualTo(78);
    assertThat(open.err()).contains("open to others", "chmod 600");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  @Order(2)
  void theNotarySignsAndTheWitnessCosigns() {
    CommandLine before = prove(ASSIGNMENTS, "log");
    assertThat(before.exit()).isEqualTo(3);
    assertThat(before.err()).contains("has signed nothing");

    CommandLine signed = notary("--once");
    assertThat(signed.err()).isEmpty();
    assertThat(signed.exit()).isZero();
    assertThat(signed.out()).contains("turns        " + (EVENTS + 1));
    assertThat(notary("--once").out()).isEqualTo(signed.out());
    CommandLine checked = notary("--check");
    assertThat(checked.exit()).isZero();
    assertThat(checked.out()).contains("turns        " + (EVENTS + 1));
  }

  private static CommandLine prove(String topic, String log) {
    var records = cluster.committed(topic);
    var record = records.get(records.size() - 1);
    String id = new String(record.headers().lastHeader(TurnHeaders.TURN).value(), UTF_8);
    return rota("prove", "cores", id, "-b", cluster.bootstrap(), "--log", file(log));
  }

  private static CommandLine verify(String proof, Path trusted) throws Exception {
    Path written = Files.writeString(dir.resolve("alice.proof"), proof);
    return rota("verify", written.toString(), "--policy", trusted.toString());
  }

  @Test
  @Order(3)
  void everyKindOfOutputHasAProofThatVerifies() throws Exception {
    for (String topic : List.of(ASSIGNMENTS, OUTCOMES, DEAD_LETTERS)) {
      CommandLine proof = prove(topic, "log");
      assertThat(proof.err()).isEmpty();
      CommandLine verified = verify(proof.out(), policy);
      assertThat(verified.err()).isEmpty();
      assertThat(verified.exit()).isZero();
      assertThat(verified.out())
          .contains(
              "VERIFIED", "on " + topic, "acme.example/test/cores-ledger/", "by w1 at 2025-06");
    }
    assertThat(verify(prove(OUTCOMES, "log").out(), policy).out())
        .contains("\"chain\":\"polkadot\"");
  }

  @Test
  @Order(3)
  void aProofIsWorthWhatItsSignaturesAre() throws Exception {
    String proof = prove(ASSIGNMENTS, "log").out();
    String text = Files.readString(policy);
    SigningKey other = SigningKey.random("acme.example/test", KeyKind.LOG);
    refused(proof, text.replace(key, other.toString()), "not signed by a known key");
    SigningKey w2 = SigningKey.random("witness.example/w2", KeyKind.WITNESS);
    refused(
        proof,
        text.replace("quorum w1", "witness w2 " + w2 + "\ngroup both all w1 w2\nquorum both"),
        "too few witnesses have cosigned: 1 of those known, the policy needs 2 of w1, w2");
    refused(proof.substring(0, proof.length() / 2), text, "");
    refused(proof.replace("index ", "index 1"), text, "");
    refused(proof.replace("acme.example/test/", "acme.example/prod/"), text, "no key is known");

    CommandLine none = rota("verify", file("alice.proof"));
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("no policy");
    CommandLine bad = verify(proof, Files.writeString(dir.resolve("bad"), "log x\nquorum none\n"));
    assertThat(bad.exit()).isEqualTo(78);
    assertThat(bad.err()).contains("line 1");
  }

  private static void refused(String proof, String trusted, String why) throws Exception {
    CommandLine verified = verify(proof, Files.writeString(dir.resolve("trusted"), trusted));
    assertThat(verified.exit()).isEqualTo(1);
    assertThat(verified.err()).contains("NOT VERIFIED", why);
  }

  @Test
  @Order(3)
  void anotherNotarysLogOrKeyIsNoDamage() throws Exception {
    try (DirectoryOwner first = DirectoryOwner.take(dir.resolve("log/cores-ledger/0"))) {
      assertThat(first).isNotNull();
      CommandLine second = notary("--check");
      assertThat(second.exit()).isEqualTo(75);
      assertThat(second.err()).contains("another notary writes it", "stop that one");
      assertThat(second.err()).doesNotContain("restore");
    }
    rota("keys", "new", "acme.example/test", file("other.key"));
    String other = rota("keys", "show", file("other.key")).out().strip();
    Path trusted = Files.writeString(dir.resolve("trusted"), "log " + other + "\nquorum none\n");
    List<String> words = new ArrayList<>(List.of("notary", "--check", "--domains", "cores"));
    words.addAll(List.of("-b", cluster.bootstrap(), "--dir", file("log")));
    words.addAll(List.of("--key", file("other.key"), "--policy", trusted.toString()));
    CommandLine wrong = rota(words.toArray(String[]::new));
    assertThat(wrong.exit()).isEqualTo(78);
    assertThat(wrong.err()).contains("signed by another key", "pass the key of this log");
  }

  @Test
  @Order(3)
  void aPolicyHasToNameTheNotarysOwnKey() throws Exception {
    Path whole = policy;
    try {
      String others = Files.readString(whole).replace("log " + key + "\n", "");
      policy = Files.writeString(dir.resolve("trusted"), others);
      CommandLine unknown = notary("--once");
      assertThat(unknown.exit()).isEqualTo(78);
      assertThat(unknown.err()).contains("the policy", "'log " + key + "'", "add this line");
    } finally {
      policy = whole;
    }
  }

  @Test
  @Order(3)
  void whatIsNotThereHasNoProof() {
    for (String id : List.of(CHAIN + "/9999/0", CHAIN + "/1/999", "kusama/1/0")) {
      CommandLine proof =
          rota("prove", "cores", id, "-b", cluster.bootstrap(), "--log", file("log"));
      assertThat(proof.exit()).as(id).isEqualTo(3);
      assertThat(proof.out()).isEmpty();
    }
    assertThat(rota("prove", "cores", "x", "-b", cluster.bootstrap()).exit()).isEqualTo(2);
  }

  @Test
  @Order(4)
  void aLedgerThatIsWrittenAnewIsRefused() throws Exception {
    History history = History.of(cluster);
    String truth = prove(ASSIGNMENTS, "log").out();
    int place = Forgery.place(history.on(LEDGER));
    history.lay(
        LEDGER,
        copies -> {
          flipped().at(copies, place);
          return copies;
        });

    CommandLine checked = notary("--check");
    assertThat(checked.exit()).isEqualTo(1);
    assertThat(checked.err()).contains("the ledger was rewritten or damaged", "cores-ledger-");
    history.lay(LEDGER, copies -> copies.subList(0, place));
    CommandLine cut = notary("--once");
    assertThat(cut.exit()).isEqualTo(1);
    assertThat(cut.err()).contains("ends at offset");
    assertThat(verify(truth, policy).exit()).isZero();
  }
}

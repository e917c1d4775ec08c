package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TlogProof;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.VerifiedCosignature;
import dev.rota.readers.witness.Witness;
import dev.rota.readers.witness.WitnessServer;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Someone who can write every topic, and has the notary's key, rewrites a lane from turn k, seals
 * it anew and publishes everything again. The witnesses' keys are not his.
 */
class InsiderTest {
  private static final String NAME = "acme.example/prod";
  private static final String ORIGIN = NAME + "/bots-ledger/0";
  private static final int TURNS = 400;
  private static final int FROM = 200;
  private static final String LANE = "polkadot";

  private final SigningKey key = SigningKey.random(NAME, KeyKind.LOG);
  private final List<WitnessServer> servers = new ArrayList<>();
  private final SealedLedger truth = ledger("decision ");
  private final SealedLedger lie = ledger("a lie ");

  @TempDir private Path dir;
  private TrustPolicy policy;
  private PartitionLog log;

  /** Up to turn k both are the same. */
  private static SealedLedger ledger(String words) {
    SealedLedger ledger = new SealedLedger();
    for (int i = 0; i < TURNS; i++) {
      boolean lane = i % 3 != 0;
      ledger.turn(lane ? LANE : "kusama", (lane && i >= FROM ? words : "decision ") + i);
    }
    return ledger;
  }

  @BeforeEach
  void sign() throws Exception {
    StringBuilder lines = new StringBuilder("log " + key + "\n");
    for (int i = 1; i <= 3; i++) {
      SigningKey own = SigningKey.random("w.example/" + i, KeyKind.WITNESS);
      Witness witness =
          new Witness(
              DiskOperations.LOCAL,
              dir.resolve("w" + i),
              own,
              TrustPolicy.of(key.verifier()),
              () -> 1_700_000_000);
      WitnessServer server =
          WitnessServer.start(witness, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      servers.add(server);
      lines.append("witness W%d %s %s%n".formatted(i, own, server.url()));
    }
    lines.append("group two 2 W1 W2 W3\nquorum two\n");
    policy = TrustPolicy.parse(lines.toString().getBytes(UTF_8));
    log = open("log");
    take(log, truth, TURNS);
    new WitnessRounds(policy, Patience.MAX, System::nanoTime).round(log);
  }

  @AfterEach
  void stop() throws IOException {
    log.close();
    servers.forEach(WitnessServer::close);
  }

  private PartitionLog open(String name) throws IOException {
    return PartitionLog.open(
        DiskOperations.LOCAL, dir.resolve(name), key.as(ORIGIN), policy, new PageLeaves(0, true));
  }

  private static void take(PartitionLog log, SealedLedger ledger, int turns) {
    ledger.follow(log, turns, turns);
  }

  /** The proof of the record that a turn published. */
  private static byte[] proof(PartitionLog log, SealedLedger ledger, int at, String what) {
    SignedNote head =
        log.heads().witnessed() == null ? log.heads().signed() : log.heads().witnessed();
    return proof(log, head, ledger, at, what).toString().getBytes(UTF_8);
  }

  private static TlogProof proof(
      PartitionLog log, SignedNote head, SealedLedger ledger, int at, String what) {
    OutputEvidence evidence = new OutputEvidence(0, ledger.signed(at), SealedLedger.outputs(what));
    long size = LogCheckpoint.parse(head.text()).size();
    return new TlogProof(evidence.bytes(), at, log.reader().at(size).inclusion(at), head);
  }

  @Test
  void theTruthIsWitnessedAndItsProofVerifies() {
    assertThat(policy.judge(log.heads().witnessed()).cosigned()).hasSize(3);

    VerifiedOutput proved = VerifiedOutput.of(proof(log, truth, FROM, "decision " + FROM), policy);
    assertThat(proved.domain()).isEqualTo("bots");
    assertThat(proved.topic()).isEqualTo("bots-outcomes");
    assertThat(proved.id()).isEqualTo(LANE + "/134/0");
    assertThat(proved.output().payload()).isEqualTo(("decision " + FROM).getBytes(UTF_8));
    assertThat(proved.verdict().cosigned()).hasSize(3);
    assertThat(proved.head().size()).isEqualTo(TURNS);
    assertThat(proved.leaf()).isEqualTo(FROM);
  }

  @Test
  void aNewLogOfTheLieIsSignedButNoWitnessCosignsIt() throws Exception {
    try (PartitionLog forged = open("forged")) {
      take(forged, lie, TURNS);
      new WitnessRounds(policy, Patience.MAX, System::nanoTime).round(forged);

      assertThat(forged.heads().signed()).isNotNull();
      assertThat(forged.heads().witnessed()).isNull();
      byte[] proof = proof(forged, lie, FROM, "a lie " + FROM);
      assertThatThrownBy(() -> VerifiedOutput.of(proof, policy))
          .isInstanceOf(BadProof.class)
          .hasMessage(
              "too few witnesses have cosigned: 0 of those known, the policy needs 2 of W1, W2,"
                  + " W3");
      // Who asks for no witness believes whoever has the notary's key.
      assertThat(VerifiedOutput.of(proof, TrustPolicy.of(key.verifier())).id())
          .isEqualTo(LANE + "/134/0");
    }
  }

  @Test
  void aForgedTurnIsNotInTheWitnessedLog() throws Exception {
    SignedNote head = log.heads().witnessed();
    TlogProof forged = proof(log, head, lie, FROM, "a lie " + FROM);
    assertThatThrownBy(() -> VerifiedOutput.of(forged.toString().getBytes(UTF_8), policy))
        .hasMessage("the turn is not in the signed log");

    try (PartitionLog other = open("forged")) {
      take(other, lie, TURNS);
      TlogProof spliced =
          new TlogProof(forged.extra(), FROM, other.reader().at(TURNS).inclusion(FROM), head);
      assertThatThrownBy(() -> VerifiedOutput.of(spliced.toString().getBytes(UTF_8), policy))
          .hasMessage("the turn is not in the signed log");
      SignedNote swapped = new SignedNote(other.heads().signed().text(), head.lines());
      TlogProof dressed = proof(other, swapped, lie, FROM, "a lie " + FROM);
      assertThatThrownBy(() -> VerifiedOutput.of(dressed.toString().getBytes(UTF_8), policy))
          .hasMessageContaining("does not verify");
    }
  }

  @Test
  void eachOutputOfATurnIsProvedByItself() throws Exception {
    SealedLedger two = new SealedLedger();
    two.turn("kusama", "decision");
    two.turn(LANE, "first", "second");
    try (PartitionLog other = open("two")) {
      take(other, two, 2);
      OutputEvidence evidence =
          new OutputEvidence(1, two.signed(1), SealedLedger.outputs("first", "second"));
      TlogProof proof =
          new TlogProof(
              evidence.bytes(), 1, other.reader().at(2).inclusion(1), other.heads().signed());
      VerifiedOutput proved =
          VerifiedOutput.of(proof.toString().getBytes(UTF_8), TrustPolicy.of(key.verifier()));
      assertThat(proved.output().payload()).isEqualTo("second".getBytes(UTF_8));
      assertThat(proved.id()).isEqualTo(LANE + "/1/1");
    }
  }

  @Test
  void oneWitnessIsNotTwo() {
    SignedNote head = log.heads().witnessed();
    SignedNote one = new SignedNote(head.text(), head.lines().subList(0, 2)); // the log's, and W1's
    assertThat(policy.judge(one).cosigned()).hasSize(1);
    String proof = proof(log, one, truth, FROM, "decision " + FROM).toString();
    refused(proof.getBytes(UTF_8), "too few witnesses have cosigned: 1 of");
  }

  @Test
  void aLogThatIsNoLedgersProvesNothing() throws Exception {
    TrustPolicy alone = TrustPolicy.of(key.verifier());
    SigningKey other = key.as(NAME + "/bots-outcomes/0");
    try (PartitionLog named =
        PartitionLog.open(
            DiskOperations.LOCAL, dir.resolve("other"), other, alone, new PageLeaves(0, true))) {
      take(named, truth, TURNS);
      byte[] proof = proof(named, truth, FROM, "decision " + FROM);
      assertThatThrownBy(() -> VerifiedOutput.of(proof, alone))
          .isInstanceOf(BadProof.class)
          .hasMessageContaining("is not that of a ledger");
    }
  }

  /** With the notary's key he signs the turns of a ledger under the name of another one. */
  @Test
  void aTurnOfAnotherPartitionProvesNothing() throws Exception {
    TrustPolicy alone = TrustPolicy.of(key.verifier());
    SigningKey other = key.as(NAME + "/bots-ledger/3");
    try (PartitionLog named =
        PartitionLog.open(
            DiskOperations.LOCAL, dir.resolve("3"), other, alone, new PageLeaves(0, true))) {
      take(named, truth, TURNS);
      byte[] proof = proof(named, truth, FROM, "decision " + FROM);
      assertThatThrownBy(() -> VerifiedOutput.of(proof, alone))
          .isInstanceOf(BadProof.class)
          .hasMessage("the turn is of partition 0, the log is that of partition 3");
    }
  }

  @Test
  void theNotaryRefusesTheRewrittenLedger() {
    int last = lie.records().size() - 1;
    byte[] rewritten = lie.records().get(last);
    assertThatThrownBy(() -> log.meet(log.lastOffset(), rewritten))
        .isInstanceOf(LedgerRewritten.class);
    lie.turn(LANE, "more");
    assertThatThrownBy(() -> log.take(1_000, lie.records().get(last + 1)))
        .isInstanceOf(LedgerRewritten.class)
        .hasMessageContaining("does not continue the");
  }

  @Test
  void everythingInAProofIsBound() {
    byte[] truthful = proof(log, truth, FROM, "decision " + FROM);
    refused(proof(log, truth, FROM, "a lie " + FROM), "the outputs are not those of the turn");
    TlogProof parsed = TlogProof.parse(truthful);
    OutputEvidence evidence = OutputEvidence.parse(parsed.extra());
    SignedPage signed = evidence.signed();
    for (SignedPage other : others(signed)) {
      refused(parsed, new OutputEvidence(0, other, evidence.outputs()));
    }
    refused(parsed, new OutputEvidence(1, signed, evidence.outputs()));
    refused(parsed, new OutputEvidence(-1, signed, evidence.outputs()));
    refused(parsed, new OutputEvidence(0, signed, List.of()));
    refused(
        new TlogProof(null, parsed.index(), parsed.inclusion(), parsed.checkpoint())
            .toString()
            .getBytes(UTF_8),
        "no extra line");
    for (int length = 0; length < truthful.length; length += 7) {
      byte[] cut = Arrays.copyOf(truthful, length);
      assertThatThrownBy(() -> VerifiedOutput.of(cut, policy)).isInstanceOf(BadProof.class);
    }
  }

  /** Each with one thing changed. */
  private List<SignedPage> others(SignedPage signed) {
    List<SignedPage> others = new ArrayList<>(List.of(truth.signed(FROM + 1), lie.signed(FROM)));
    changed(signed.page()).forEach(bytes -> others.add(new SignedPage(bytes)));
    others.add(new SignedPage(lastPage()));
    return others;
  }

  private byte[] lastPage() {
    return truth.records().get(truth.records().size() - 1);
  }

  private static List<byte[]> changed(byte[] bytes) {
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= 1;
      all.add(changed);
      all.add(Arrays.copyOf(bytes, i));
    }
    all.add(Arrays.copyOf(bytes, bytes.length + 1));
    return all;
  }

  private void refused(TlogProof proof, OutputEvidence evidence) {
    refused(
        new TlogProof(evidence.bytes(), proof.index(), proof.inclusion(), proof.checkpoint())
            .toString()
            .getBytes(UTF_8),
        "");
  }

  private void refused(byte[] proof, String why) {
    assertThatThrownBy(() -> VerifiedOutput.of(proof, policy))
        .isInstanceOf(BadProof.class)
        .hasMessageContaining(why);
  }

  @Test
  void aWitnessThatIsAwayIsMissedAndTheOthersSuffice() throws Exception {
    servers.get(0).close();
    truth.turn(LANE, "one more");
    take(log, truth, TURNS + 1);
    new WitnessRounds(policy, Patience.MAX, System::nanoTime).round(log);

    assertThat(LogHeads.size(log.heads().witnessed())).isEqualTo(TURNS + 1);
    assertThat(policy.judge(log.heads().witnessed()).cosigned())
        .extracting(VerifiedCosignature::witness)
        .containsExactly("W2", "W3");
  }
}

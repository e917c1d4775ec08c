package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.kernel.domain.Output.Channel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of all checkpoints that have a turn, the prover takes the one that is worth most. */
class OutputProverTest {
  private static final String NAME = "acme.example/prod";
  private static final OutputId FIRST = OutputId.parse("kusama/1/0");
  private static final OutputId LAST = OutputId.parse("kusama/134/0"); // of the 400 turns

  private final SigningKey key = SigningKey.random(NAME, KeyKind.LOG);
  private final SigningKey witness = SigningKey.random("w.example/1", KeyKind.WITNESS);
  private final SigningKey auditor = SigningKey.random("auditor.example/1", KeyKind.WITNESS);
  private final SealedLedger ledger = SealedLedger.of(400);

  @TempDir private Path dir;
  private PartitionLog log;

  @BeforeEach
  void open() throws IOException {
    TrustPolicy alone = TrustPolicy.of(key.verifier());
    SigningKey own = key.as(NAME + "/bots-ledger/0");
    log = PartitionLog.open(DiskOperations.LOCAL, dir, own, alone, new PageLeaves(0, true));
  }

  @AfterEach
  void close() throws IOException {
    log.close();
  }

  private SignedNote signed(int turns) {
    ledger.follow(log, turns, turns);
    return log.heads().signed();
  }

  private static SignedNote by(SigningKey cosigner, SignedNote note) {
    return note.with(List.of(cosigner.cosign(note.text(), 1_700_000_000)));
  }

  private void write(String name, SignedNote note) throws IOException {
    Files.writeString(dir.resolve(name), note.toString());
  }

  private SignedNote best(OutputId output, TrustPolicy policy) {
    return OutputProver.best(
        OutputProver.heads(log.reader(), log.reader()), log.reader(), output, policy);
  }

  private TrustPolicy policy(String end) {
    String lines = "log %s%nwitness w1 %s%nwitness auditor %s%n".formatted(key, witness, auditor);
    return TrustPolicy.parse((lines + end).getBytes(UTF_8));
  }

  @Test
  void cosignaturesOfTheSameTextAreTakenTogether() throws IOException {
    SignedNote note = signed(300);
    write(LogReader.AUDITED, by(auditor, note));
    write(LogReader.WITNESSED, by(witness, note));
    TrustPolicy both = policy("group both all w1 auditor\nquorum both\n");

    assertThat(both.judge(best(FIRST, null)).suffices()).isTrue();
    assertThat(both.judge(best(FIRST, both)).suffices()).isTrue();
  }

  @Test
  void theOneThatSufficesIsTaken() throws IOException {
    SignedNote older = signed(200);
    write(LogReader.AUDITED, by(auditor, older));
    SignedNote middle = signed(300);
    write(LogReader.WITNESSED, by(witness, middle));
    SignedNote newest = signed(400);

    assertThat(best(FIRST, null).text()).isEqualTo(older.text());
    assertThat(best(FIRST, policy("quorum auditor\n")).text()).isEqualTo(older.text());
    assertThat(best(FIRST, policy("quorum w1\n")).text()).isEqualTo(middle.text());
    assertThat(best(LAST, null).text()).isEqualTo(newest.text());
    assertThat(best(LAST, policy("quorum none\n")).text()).isEqualTo(newest.text());
    assertThatThrownBy(() -> best(LAST, policy("quorum w1\n")))
        .isInstanceOf(BadProof.class)
        .hasMessageEndingWith("has the cosignatures that the policy needs: w1");
    OutputId never = OutputId.parse("kusama/999/0");
    assertThat(best(never, null).text()).as("the newest says so").isEqualTo(newest.text());
  }

  @Test
  void whatIsWitnessedIsTakenBeforeWhatIsOnlySigned() throws IOException {
    SignedNote older = signed(300);
    write(LogReader.WITNESSED, by(witness, older));
    signed(400);
    assertThat(best(FIRST, null).text()).isEqualTo(older.text());
  }

  @Test
  void keysAndTombstonesAreReadAsTheyWere() {
    byte[] payload = {1};
    List<PublishedOutput> outputs =
        List.of(
            new PublishedOutput(Channel.SNAPSHOTS, "test 1", "", payload),
            new PublishedOutput(Channel.SNAPSHOTS, "test 2", "key", null),
            new PublishedOutput(Channel.OUTCOMES, "test 3", null, new byte[0]));
    OutputEvidence evidence = new OutputEvidence(2, ledger.signed(0), outputs);
    OutputEvidence read = OutputEvidence.parse(evidence.bytes());
    assertThat(read).usingRecursiveComparison().isEqualTo(evidence);
    assertThat(OutputEvidence.digest(read.outputs())).isEqualTo(OutputEvidence.digest(outputs));
  }

  @Test
  void theDigestOfATurnsOutputsHasTheirKeys() {
    PublishedOutput one = new PublishedOutput(Channel.SNAPSHOTS, "test 1", "one", null);
    PublishedOutput other = new PublishedOutput(Channel.SNAPSHOTS, "test 1", "other", null);
    assertThat(OutputEvidence.digest(List.of(one)))
        .isNotEqualTo(OutputEvidence.digest(List.of(other)));
  }

  /** Its digest is that of another list, in which the key is a record. */
  @Test
  void onlyRecordsOfACompactedTopicHaveKeysOfTheirOwn() {
    byte[] name = Channel.OUTCOMES.name().getBytes(UTF_8);
    byte[] record = {1};
    List<PublishedOutput> published =
        List.of(
            new PublishedOutput(Channel.SNAPSHOTS, "test 1", "key", name),
            new PublishedOutput(Channel.OUTCOMES, "test 2", null, record));
    List<PublishedOutput> forged =
        List.of(
            new PublishedOutput(Channel.SNAPSHOTS, "test 1", null, "key".getBytes(UTF_8)),
            new PublishedOutput(Channel.OUTCOMES, "OUTCOMES", "test 2", record));
    assertThat(OutputEvidence.digest(forged)).isEqualTo(OutputEvidence.digest(published));
    byte[] evidence = new OutputEvidence(1, ledger.signed(0), forged).bytes();
    assertThatThrownBy(() -> OutputEvidence.parse(evidence))
        .isInstanceOf(BadProof.class)
        .hasMessageContaining("a key of OUTCOMES");
  }

  @ParameterizedTest
  @ValueSource(strings = {"index", "page", "outputs", "channel", "rule"})
  void evidenceThatLacksAFieldIsDamaged(String field) {
    OutputEvidence evidence =
        new OutputEvidence(0, ledger.signed(0), SealedLedger.outputs("decision 0"));
    String json = new String(evidence.bytes(), UTF_8);
    byte[] lacking = json.replace("\"" + field + "\"", "\"x\"").getBytes(UTF_8);
    assertThatThrownBy(() -> OutputEvidence.parse(lacking))
        .isInstanceOf(BadProof.class)
        .hasMessage("the extra line is damaged");
  }

  /** An output may be as large as a record. */
  @Test
  void theProofOfALargeOutputIsRead() {
    byte[] large = new byte[16_000_000];
    large[large.length - 1] = 1;
    List<PublishedOutput> outputs =
        List.of(new PublishedOutput(Channel.OUTCOMES, "test 1", null, large));
    OutputEvidence evidence = new OutputEvidence(0, ledger.signed(0), outputs);
    assertThat(OutputEvidence.parse(evidence.bytes()).outputs().get(0).payload()).isEqualTo(large);
  }
}

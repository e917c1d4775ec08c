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

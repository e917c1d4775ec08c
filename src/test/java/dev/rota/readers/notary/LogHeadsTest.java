package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.VerifiedCosignature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which checkpoints a log has, and who has cosigned them. */
class LogHeadsTest {
  private static final String ORIGIN = "acme.example/prod/bots-ledger/0";

  private final SigningKey key = SigningKey.random(ORIGIN, KeyKind.LOG);
  private final SigningKey first = SigningKey.random("w.example/1", KeyKind.WITNESS);
  private final SigningKey second = SigningKey.random("w.example/2", KeyKind.WITNESS);
  private final TrustPolicy one = policy("quorum w1\n");
  private final TrustPolicy both = policy("group both all w1 w2\nquorum both\n");

  @TempDir private Path dir;

  private TrustPolicy policy(String end) {
    String lines = "log %s%nwitness w1 %s%nwitness w2 %s%n".formatted(key, first, second);
    return TrustPolicy.parse((lines + end).getBytes(UTF_8));
  }

  private LogHeads heads(TrustPolicy policy) {
    return new LogHeads(DiskOperations.LOCAL, dir, key, policy);
  }

  private static SignedNote signed(LogHeads heads, long size) {
    heads.sign(new LogCheckpoint(ORIGIN, size, new byte[32]));
    return heads.signed();
  }

  private static void cosign(LogHeads heads, SignedNote asked, SigningKey witness) {
    heads.cosigned(asked, List.of(witness.cosign(asked.text(), 1_700_000_000)));
  }

  private List<String> cosigners(SignedNote note) {
    return both.judge(note).cosigned().stream().map(VerifiedCosignature::witness).toList();
  }

  @Test
  void cosignaturesAreAddedToThoseThatThereAre() {
    LogHeads heads = heads(one);
    SignedNote asked = signed(heads, 10);
    cosign(heads, asked, first);
    cosign(heads, asked, second);
    for (LogHeads same : List.of(heads, heads(one))) { // in memory, and in the files
      assertThat(cosigners(same.signed())).containsExactly("w1", "w2");
      assertThat(cosigners(same.witnessed())).containsExactly("w1", "w2");
    }
  }

  @Test
  void whatDoesNotSufficeIsNotWitnessed() {
    LogHeads heads = heads(both);
    SignedNote asked = signed(heads, 10);
    cosign(heads, asked, first);
    assertThat(heads.witnessed()).isNull();
    cosign(heads, asked, second);
    assertThat(heads.witnessed()).isEqualTo(heads.signed());
  }

  @Test
  void anAnswerThatComesLateIsOfTheCheckpointThatWasAskedAbout() {
    LogHeads heads = heads(one);
    SignedNote older = signed(heads, 10);
    SignedNote newer = signed(heads, 20);
    cosign(heads, older, first);
    assertThat(heads.signed()).isEqualTo(newer);
    assertThat(heads.witnessed().text()).isEqualTo(older.text());
    assertThat(cosigners(heads.witnessed())).containsExactly("w1");
  }

  @Test
  void anOlderCheckpointDoesNotReplaceAWitnessedOne() {
    LogHeads heads = heads(one);
    SignedNote older = signed(heads, 10);
    SignedNote newer = signed(heads, 20);
    cosign(heads, newer, first);
    cosign(heads, older, first);
    assertThat(heads.witnessed().text()).isEqualTo(newer.text());
  }

  @Test
  void aWitnessedCheckpointOfAnotherKeyIsRefused() throws IOException {
    SignedNote own = signed(heads(one), 10);
    SigningKey other = SigningKey.random(ORIGIN, KeyKind.LOG);
    SignedNote foreign = new SignedNote(own.text(), List.of(other.sign(own.text())));
    Files.writeString(dir.resolve(LogReader.WITNESSED), foreign.toString());
    assertThatThrownBy(() -> heads(one))
        .isInstanceOf(NotaryTerms.Unfit.class)
        .hasMessage("the log's checkpoint is signed by another key");
  }
}

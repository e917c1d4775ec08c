package dev.rota.base.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignedNoteTest {
  private static final String ORIGIN = "acme.example/prod/bots-ledger/0";

  private final SigningKey log = SigningKey.random(ORIGIN, KeyKind.LOG);
  private final SigningKey witness = SigningKey.random("witness.example/w1", KeyKind.WITNESS);
  private final String text = new LogCheckpoint(ORIGIN, 3, MerkleTree.EMPTY).text();

  /** The example of the specification, with its key. */
  @Test
  void theSpecificationsExampleVerifies() {
    VerifierKey key =
        VerifierKey.parse("example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k");
    SignedNote note =
        SignedNote.parse(
            "This is an example message.\n\n"
                + "— example.com/foo"
                + " Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n");

    assertThat(note.by(key)).isNotNull();
    assertThat(key.toString())
        .isEqualTo("example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k");
  }

  @Test
  void aSignedNoteReadsBackAndVerifies() {
    SignedNote note =
        new SignedNote(text, List.of(log.sign(text), witness.cosign(text, 1_700_000_000)));
    SignedNote read = SignedNote.parse(note.toString());

    assertThat(read.by(log.verifier())).isNotNull();
    assertThat(read.by(witness.verifier()).seconds()).isEqualTo(1_700_000_000);
    assertThat(LogCheckpoint.parse(read.text()).size()).isEqualTo(3);
  }

  @Test
  void aStrangersSignatureIsIgnoredAndAFalseOneOfAKnownKeyIsNot() {
    SignedNote note = new SignedNote(text, List.of(log.sign(text)));
    SigningKey stranger = SigningKey.random(ORIGIN, KeyKind.LOG);
    assertThat(note.by(stranger.verifier())).isNull();

    SignedNote changed = new SignedNote(text.replace("\n3\n", "\n4\n"), note.lines());
    assertThatThrownBy(() -> changed.by(log.verifier())).hasMessageContaining("does not verify");
  }

  @Test
  void aCosignatureIsBoundToItsTimeAndIsNoSignatureOfALog() {
    NoteLine line = witness.cosign(text, 1_700_000_000);
    byte[] later = line.signature().clone();
    later[7]++;
    SignedNote note = new SignedNote(text, List.of(new NoteLine(line.name(), line.id(), later)));

    assertThatThrownBy(() -> note.by(witness.verifier())).hasMessageContaining("does not verify");
    assertThatThrownBy(() -> witness.sign(text)).hasMessageContaining("no key of a log");
    assertThatThrownBy(() -> log.cosign(text, 1)).hasMessageContaining("no key of a witness");
  }

  @Test
  void aLineThatIsTooShortForATimeHasNone() {
    NoteLine line = SignedNote.lines("— x AAAAAAA=\n").get(0);
    assertThatThrownBy(line::seconds).isInstanceOf(BadProof.class).hasMessageContaining("time");
  }

  @Test
  void aNoteIsNoLongerThanItMayBe() {
    String text = "a".repeat(SignedNote.BYTES_MAX) + "\n\n— name AAAAAAAA\n";
    assertThatThrownBy(() -> SignedNote.parse(text)).hasMessageContaining("longer than");
  }

  @Test
  void keysReadBackAndDamagedOnesAreRefused() {
    String secret = log.secret();
    assertThat(SigningKey.parse(secret).toString()).isEqualTo(log.toString());
    assertThat(log.toString()).doesNotContain("PRIVATE");
    assertThat(log.as("other").verifier().hexId()).isNotEqualTo(log.verifier().hexId());

    assertThatThrownBy(() -> SigningKey.parse(secret.replace(ORIGIN, "other")))
        .hasMessageContaining("id")
        .hasMessageNotContaining(secret.substring(secret.length() - 40));
    assertThatThrownBy(() -> VerifierKey.parse(log.toString().replace(ORIGIN, "other")))
        .hasMessageContaining("id");
    assertThatThrownBy(() -> SigningKey.random("a b", KeyKind.LOG)).hasMessageContaining("name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text\n",
        "text\n\n",
        "text\n\n— name AAAAAAAA",
        "text\n\nname AAAAAAAA\n",
        "text\n\n— name  AAAAAAAA\n",
        "text\n\n— name AAAA\n",
        "text\n\n— name AAAAAAA\n",
        "te\u0001xt\n\n— name AAAAAAAA\n"
      })
  void whatIsNoNoteIsRefused(String all) {
    assertThatThrownBy(() -> SignedNote.parse(all)).isInstanceOf(BadProof.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "o\n3\n",
        "o\n03\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "o\n-3\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "o\n3\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU\n",
        "o\n3\nAAAA\n",
        "o\n3\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n",
        "o\n3\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
      })
  void whatIsNoCheckpointIsRefused(String all) {
    assertThatThrownBy(() -> LogCheckpoint.parse(all)).isInstanceOf(BadProof.class);
  }
}

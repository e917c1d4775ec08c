package dev.rota.base.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TlogProofTest {
  private static final String ORIGIN = "acme.example/prod/bots-ledger/0";

  private final SigningKey log = SigningKey.random(ORIGIN, KeyKind.LOG);
  private final TurnLeaf leaf = new TurnLeaf("builds", 3, MerkleTree.sha256(new byte[] {3}));
  private final TlogProof proof = proof();

  private TlogProof proof() {
    Map<TilePosition, byte[]> tiles = new HashMap<>();
    TreeHead head = new TreeHead(tiles::put);
    for (int i = 1; i <= 5; i++) {
      head.append(new TurnLeaf("builds", i, MerkleTree.sha256(new byte[] {(byte) i})).bytes());
    }
    head.partial(tiles::put);
    String text = new LogCheckpoint(ORIGIN, 5, head.root()).text();
    return new TlogProof(
        "more".getBytes(UTF_8),
        2,
        new TreeProofs(5, tiles::get).inclusion(2),
        new SignedNote(text, List.of(log.sign(text))));
  }

  @Test
  void aProofReadsBackAndVerifies() {
    TlogProof read = TlogProof.parse(proof.toString().getBytes(UTF_8));

    assertThat(read.toString()).isEqualTo(proof.toString());
    assertThat(read.extra()).isEqualTo("more".getBytes(UTF_8));
    assertThat(read.checkpoint().by(log.verifier())).isNotNull();
    read.verify(leaf);
  }

  @Test
  void aProofOfAnotherTurnDoesNotVerify() {
    assertThatThrownBy(() -> proof.verify(new TurnLeaf("builds", 3, MerkleTree.EMPTY)))
        .hasMessage("the turn is not in the signed log");
    assertThatThrownBy(() -> proof.verify(new TurnLeaf("builds", 4, leaf.digest())))
        .hasMessage("the turn is not in the signed log");
    assertThatThrownBy(() -> proof.verify(new TurnLeaf("other", 3, leaf.digest())))
        .hasMessage("the turn is not in the signed log");
  }

  @Test
  void everyCutOfAProofIsRefused() {
    byte[] whole = proof.toString().getBytes(UTF_8);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(
              () -> {
                TlogProof read = TlogProof.parse(cut);
                read.verify(leaf);
                TrustPolicy.of(log.verifier()).judge(read.checkpoint());
              })
          .as("cut to %d bytes", length)
          .isInstanceOf(BadProof.class);
    }
  }

  @Test
  void everyFlippedBitOfWhatIsProvedIsNoticed() {
    byte[] whole = proof.toString().getBytes(UTF_8);
    String text = proof.toString();
    int extra = text.indexOf("extra");
    int end = text.indexOf('\n', extra);
    for (int at = 0; at < whole.length; at++) {
      if (at >= extra && at < end) {
        continue; // what is in it is checked by who put it there
      }
      byte[] flipped = whole.clone();
      flipped[at] ^= 1;
      assertThatThrownBy(
              () -> {
                TlogProof read = TlogProof.parse(flipped);
                read.verify(leaf);
                TrustPolicy.of(log.verifier()).judge(read.checkpoint());
              })
          .as("byte %d", at)
          .isInstanceOf(BadProof.class);
    }
  }

  @Test
  void aProofWhoseNoteIsTooLongIsRefused() {
    String lines = ("\u2014 name " + "A".repeat(1 << 16) + "\n");
    byte[] grown = (proof.toString() + lines).getBytes(UTF_8);
    assertThatThrownBy(() -> TlogProof.parse(grown))
        .isInstanceOf(BadProof.class)
        .hasMessageContaining("longer than");
  }

  @Test
  void aLeafReadsBackAndNothingElseIsOne() {
    TurnLeaf read = TurnLeaf.parse(leaf.bytes());
    assertThat(read.lane()).isEqualTo("builds");
    assertThat(read.turn()).isEqualTo(3);
    assertThat(read.digest()).isEqualTo(leaf.digest());

    byte[] bytes = leaf.bytes();
    assertThatThrownBy(() -> TurnLeaf.parse(Arrays.copyOf(bytes, bytes.length - 1)))
        .isInstanceOf(BadProof.class);
    assertThatThrownBy(() -> TurnLeaf.parse(Arrays.copyOf(bytes, bytes.length + 1)))
        .isInstanceOf(BadProof.class);
    bytes[0] = 2;
    assertThatThrownBy(() -> TurnLeaf.parse(bytes)).hasMessageContaining("version 2");
  }
}

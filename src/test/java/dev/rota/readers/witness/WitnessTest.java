package dev.rota.readers.witness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.MerkleTree;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TilePosition;
import dev.rota.base.proof.TreeHead;
import dev.rota.base.proof.TreeProofs;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.TurnLeaf;
import dev.rota.kernel.table.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The witness answers as {@code tlog-witness} says. */
class WitnessTest {
  private static final String ORIGIN = "acme.example/prod/bots-ledger/0";
  private static final long NOW = 1_700_000_000;

  private final SigningKey log = SigningKey.random("acme.example/prod", KeyKind.LOG);
  private final SigningKey key = SigningKey.random("witness.example/w1", KeyKind.WITNESS);

  @TempDir private Path dir;

  private Witness witness() {
    return new Witness(DiskOperations.LOCAL, dir, key, TrustPolicy.of(log.verifier()), () -> NOW);
  }

  private static Map<TilePosition, byte[]> tiles(int size, String lane) {
    Map<TilePosition, byte[]> tiles = new HashMap<>();
    TreeHead head = new TreeHead(tiles::put);
    for (int i = 1; i <= size; i++) {
      head.append(new TurnLeaf(lane, i, Sha256.of(new byte[] {(byte) i})).bytes());
    }
    head.partial(tiles::put);
    return tiles;
  }

  private static TreeProofs tree(int size) {
    return new TreeProofs(size, tiles(size, "builds")::get);
  }

  private SignedNote note(int size, byte[] root) {
    String text = new LogCheckpoint(ORIGIN, size, root).text();
    return new SignedNote(text, List.of(log.as(ORIGIN).sign(text)));
  }

  private SignedNote note(int size) {
    return note(size, tree(size).root());
  }

  private static byte[] body(long old, List<byte[]> proof, SignedNote note) {
    StringBuilder body = new StringBuilder("old " + old + "\n");
    proof.forEach(hash -> body.append(Base64.getEncoder().encodeToString(hash)).append('\n'));
    return body.append('\n').append(note).toString().getBytes(UTF_8);
  }

  private static byte[] body(int old, int size, SignedNote note) {
    return body(old, tree(size).consistency(old), note);
  }

  @Test
  void aGrowingLogIsCosigned() {
    Witness witness = witness();
    for (int[] step : new int[][] {{0, 3}, {3, 3}, {3, 8}, {8, 300}, {300, 301}}) {
      SignedNote note = note(step[1]);
      WitnessAnswer answer = witness.add(body(step[0], step[1], note));

      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      SignedNote cosigned = note.with(SignedNote.lines(answer.body()));
      assertThat(cosigned.by(key.verifier()).seconds()).isEqualTo(NOW);
    }
  }

  @Test
  void anOlderOrUnknownSizeIsAConflictWithTheSizeThatIsKnown() {
    Witness witness = witness();
    assertThat(witness.add(body(2, 5, note(5))).status()).isEqualTo(409);
    witness.add(body(0, 5, note(5)));

    WitnessAnswer answer = witness.add(body(0, 8, note(8)));
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.type()).isEqualTo("text/x.tlog.size");
    assertThat(answer.body()).isEqualTo("5\n");
    assertThat(witness.add(body(3, 8, note(8))).status()).isEqualTo(409);
    assertThat(witness.add(body(3, 3, note(3))).status()).isEqualTo(409);
  }

  /** Whoever owns a log of the cluster's name could have kept checkpoints cosigned. */
  @Test
  void whatLooksLikeAKeptCheckpointIsNotCosigned() {
    String origin = "acme.example/prod/bots-checkpoints/0";
    String text = new LogCheckpoint(origin, 3, tree(3).root()).text();
    SignedNote note = new SignedNote(text, List.of(log.as(origin).sign(text)));
    WitnessAnswer answer = witness().add(body(0, 3, note));
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body()).contains("a name of kept checkpoints");
  }

  @Test
  void aHistoryThatWasRewrittenIsNotCosigned() {
    Witness witness = witness();
    witness.add(body(0, 5, note(5)));

    TreeProofs other = new TreeProofs(8, tiles(8, "other")::get);
    WitnessAnswer answer = witness.add(body(5, other.consistency(5), note(8, other.root())));
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body()).contains("does not continue");
    WitnessAnswer same = witness.add(body(5, List.of(), note(5, MerkleTree.EMPTY)));
    assertThat(same.status()).isEqualTo(422);
    assertThat(same.body()).contains("two logs of 5 leaves");
    assertThat(witness.add(body(5, 8, note(8))).status()).isEqualTo(200);
  }

  @Test
  void proofsThatDoNotHoldAreRefused() {
    Witness witness = witness();
    assertThat(witness.add(body(0, List.of(MerkleTree.EMPTY), note(5))).status()).isEqualTo(422);
    assertThat(witness.add(body(0, List.of(), note(0, log.verifier().key()))).status())
        .isEqualTo(422);
    witness.add(body(0, 5, note(5)));
    assertThat(witness.add(body(5, List.of(), note(8))).status()).isEqualTo(422);
  }

  @Test
  void anUnknownLogIsNotFoundAndAStrangersSignatureForbidden() {
    Witness witness = witness();
    String text = new LogCheckpoint("other.example/x-ledger/0", 0, MerkleTree.EMPTY).text();
    SignedNote unknown =
        new SignedNote(text, List.of(log.as("other.example/x-ledger/0").sign(text)));
    assertThat(witness.add(body(0, List.of(), unknown)).status()).isEqualTo(404);

    SignedNote good = note(5);
    SigningKey stranger = SigningKey.random(ORIGIN, KeyKind.LOG);
    SignedNote foreign = new SignedNote(good.text(), List.of(stranger.sign(good.text())));
    assertThat(witness.add(body(0, 5, foreign)).status()).isEqualTo(403);
    SignedNote changed = new SignedNote(note(6).text(), good.lines());
    assertThat(witness.add(body(0, 6, changed)).status()).isEqualTo(403);
    assertThat(witness.add(body(0, 5, good.with(foreign.lines()))).status()).isEqualTo(200);
  }

  @Test
  void whatIsNoSubmissionIsABadRequest() {
    Witness witness = witness();
    String good = new String(body(0, 5, note(5)), UTF_8);
    for (String bad :
        List.of(
            "",
            "old 0",
            good.replace("old 0", "old 00"),
            good.replace("old 0", "new 0"),
            good.replace("old 0\n", "old 0\nAAAA\n"),
            good.replace("old 0\n", "old 9\n"),
            good.replace("old 0\n", "old 0\n" + (hash() + "\n").repeat(64)),
            good.substring(0, good.length() - 1),
            good.replace("\n5\n", "\n05\n"))) {
      assertThat(witness.add(bad.getBytes(UTF_8)).status()).as(bad).isEqualTo(400);
    }
  }

  private static String hash() {
    return Base64.getEncoder().encodeToString(MerkleTree.EMPTY);
  }

  @Test
  void aRestartForgetsNothingAndNoOneElseMayWriteItsMemory() throws Exception {
    witness().add(body(0, 5, note(5)));
    Witness again = witness();
    again.check();
    assertThat(again.add(body(0, 8, note(8))).body()).isEqualTo("5\n");
    String file = Witness.hash(ORIGIN);
    assertThat(again.latest(file).body()).contains("\n5\n", "witness.example/w1", ORIGIN + " ");
    assertThat(again.latest("0".repeat(64)).status()).isEqualTo(404);
    assertThat(again.latest("../x").status()).isEqualTo(404);

    Files.writeString(dir.resolve(file), note(3).toString());
    assertThatThrownBy(() -> witness().check())
        .hasMessageContaining("not cosigned by this witness");
    assertThatThrownBy(() -> witness().add(body(3, 8, note(8)))).hasMessageContaining("is damaged");
  }

  @Test
  void whatCannotBeReadIsNotForgotten() throws IOException {
    Path memory = dir.resolve(Witness.hash(ORIGIN));
    Files.createSymbolicLink(memory, dir.resolve("nowhere"));
    assertThatThrownBy(() -> witness().add(body(0, 5, note(5))))
        .isInstanceOf(UncheckedIOException.class);
    assertThatThrownBy(() -> witness().check()).isInstanceOf(UncheckedIOException.class);
    assertThat(Files.isSymbolicLink(memory)).isTrue();

    Files.delete(memory);
    Files.createDirectory(memory);
    assertThatThrownBy(() -> witness().add(body(0, 5, note(5))))
        .isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void whatCannotBeWrittenIsNotAnswered() throws IOException {
    Path file = dir.resolve("file");
    Files.writeString(file, "no directory");
    Witness witness =
        new Witness(DiskOperations.LOCAL, file, key, TrustPolicy.of(log.verifier()), () -> NOW);

    assertThatThrownBy(() -> witness.add(body(0, 5, note(5))))
        .isInstanceOf(UncheckedIOException.class);
  }
}

package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.MerkleTree;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TreeProofs;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.VerifierKey;
import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rota's notes, tiles and proofs, and those of Go's {@code sumdb}, each verified by the other. */
@Tag("interop")
class GoTest {
  private static final Path MODULES = Path.of("/usr/share/gocode");
  private static final String ORIGIN = "acme.example/prod/bots-ledger/0";
  private static final int TURNS = 700;

  @TempDir private static Path dir;

  @BeforeAll
  static void build() throws Exception {
    boolean there = Files.isDirectory(MODULES.resolve("src/golang.org/x/mod/sumdb"));
    NotRun.unless(there && isInstalled(), "Go and golang.org/x/mod are not on this machine");
    run("go", "build", "-o", dir.resolve("main").toString(), "src/test/go/main.go");
  }

  private static boolean isInstalled() throws Exception {
    try {
      return new ProcessBuilder("go", "version").start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  private static String run(String... command) throws Exception {
    Path errors = Files.createTempFile(dir, "stderr", ".txt");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().put("GO111MODULE", "off");
    builder.environment().put("GOPATH", MODULES.toString());
    builder.environment().put("GOCACHE", Path.of("target/go").toAbsolutePath().toString());
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor())
        .as("%s: %s", Arrays.toString(command), Files.readString(errors))
        .isZero();
    return out;
  }

  private static String program(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(dir.resolve("main").toString()));
    command.addAll(List.of(words));
    return run(command.toArray(String[]::new));
  }

  @Test
  void goVerifiesOurLogAndItsProofs() throws Exception {
    SigningKey key = SigningKey.random(ORIGIN, KeyKind.LOG);
    Path where = dir.resolve("log");
    SealedLedger ledger = SealedLedger.of(TURNS, 1);
    StringBuilder proofs = new StringBuilder();
    try (PartitionLog log =
        PartitionLog.open(
            DiskOperations.LOCAL,
            where,
            key,
            TrustPolicy.of(key.verifier()),
            new PageLeaves(0, true))) {
      for (int size : new int[] {1, 2, 255, 256, 257, 300, 511, 512, 513, TURNS}) {
        for (int i = (int) log.size(); i < size; i++) {
          log.take(SealedLedger.offset(i), ledger.records().get(i));
        }
        log.sign();
        assertThat(program("check", where.toString(), key.toString()))
            .isEqualTo("log of " + size + " entries\n");
        append(proofs, log, size);
      }
    }
    Files.writeString(where.resolve("proofs"), proofs);
    assertThat(program("prove", where.toString()))
        .isEqualTo(proofs.toString().lines().count() + " proofs\n");
  }

  private static void append(StringBuilder proofs, PartitionLog log, int size) {
    TreeProofs tree = log.reader().at(size);
    String root = base64(LogCheckpoint.parse(log.heads().signed().text()).root());
    TurnSearch search = new TurnSearch(log.reader(), size);
    for (int turn = 1; search.find("kusama", turn, size) != null; turn += 7) {
      TurnSearch.Place place = search.find("kusama", turn);
      String hash = base64(MerkleTree.leaf(place.leaf().bytes()));
      line(proofs, "record", place.index(), size, hash, root, tree.inclusion(place.index()));
    }
    for (int older = 1; older < size; older += 13) {
      String was = base64(log.reader().at(size).rootOf(older));
      line(proofs, "tree", older, size, was, root, tree.consistency(older));
    }
  }

  private static void line(
      StringBuilder to, String kind, long n, long m, String hash, String root, List<byte[]> proof) {
    to.append("%s %d %d %s %s".formatted(kind, n, m, hash, root));
    proof.forEach(one -> to.append(' ').append(base64(one)));
    to.append('\n');
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Test
  void weVerifyGosNotesAndProofs() throws Exception {
    for (int size : new int[] {1, 5, 256, 300}) {
      Path where = Files.createDirectories(dir.resolve("go" + size));
      program("make", where.toString(), Integer.toString(size));
      VerifierKey key = VerifierKey.parse(Files.readString(where.resolve("vkey")).strip());
      SignedNote note = SignedNote.parse(Files.readAllBytes(where.resolve("checkpoint")));
      assertThat(note.by(key)).isNotNull();
      assertThat(LogCheckpoint.parse(note.text()).size()).isEqualTo(size);
      SigningKey secret = SigningKey.parse(Files.readString(where.resolve("skey")).strip());
      assertThat(secret.toString()).isEqualTo(key.toString());
      assertThat(new SignedNote(note.text(), List.of(secret.sign(note.text()))).toString())
          .isEqualTo(note.toString());
      List<String> proofs = Files.readAllLines(where.resolve("proofs"));
      assertThat(proofs).isNotEmpty();
      proofs.forEach(GoTest::verify);
    }
  }

  private static void verify(String line) {
    String[] words = line.split(" ");
    long n = Long.parseLong(words[1]);
    long m = Long.parseLong(words[2]);
    byte[] hash = Base64.getDecoder().decode(words[3]);
    byte[] root = Base64.getDecoder().decode(words[4]);
    List<byte[]> proof =
        Arrays.stream(words).skip(5).map(word -> Base64.getDecoder().decode(word)).toList();
    if (words[0].equals("record")) {
      MerkleTree.verifyInclusion(hash, n, proof, m, root);
    } else {
      MerkleTree.verifyConsistency(n, hash, m, root, proof);
    }
  }
}

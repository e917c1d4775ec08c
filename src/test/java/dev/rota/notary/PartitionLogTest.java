package dev.rota.notary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.files.Disk;
import dev.rota.proof.BadProof;
import dev.rota.proof.Checkpoint;
import dev.rota.proof.KeyKind;
import dev.rota.proof.Policy;
import dev.rota.proof.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of a partition: its files, restarts, crashes, and what it refuses. */
class PartitionLogTest {
  private static final int TURNS = 700;
  private static final int SIGNED_EVERY = 130;

  private final SigningKey key = SigningKey.random("acme.example/prod/bots-ledger/0", KeyKind.LOG);
  private final SealedLedger ledger = SealedLedger.of(TURNS);

  @TempDir private Path dir;

  private PartitionLog open(Disk disk, Path where) throws IOException {
    return PartitionLog.open(disk, where, key, Policy.of(key.verifier()), true);
  }

  /** Takes what the log does not have yet, as a notary does. */
  private void follow(PartitionLog log, int turns) {
    List<byte[]> records = ledger.records();
    for (int i = (int) log.size(); i < turns; i++) {
      log.take(SealedLedger.offset(i), records.get(i));
      if ((i + 1) % SIGNED_EVERY == 0) {
        log.sign();
      }
    }
    log.sign();
  }

  private static Checkpoint head(PartitionLog log) {
    return Checkpoint.parse(log.heads().signed().text());
  }

  @Test
  void aLogGoesOnAfterARestartAndIsTheSameLog() throws Exception {
    for (int turns : new int[] {1, 255, 256, 257, 300, 512, TURNS}) {
      try (PartitionLog log = open(Disk.LOCAL, dir.resolve("stopped"))) {
        if (log.size() > 0) {
          int last = (int) log.size() - 1;
          log.meet(SealedLedger.offset(last), ledger.records().get(last));
        }
        follow(log, turns);
        assertThat(log.lastOffset()).isEqualTo(SealedLedger.offset(turns - 1));
        assertThat(log.sign()).isFalse();
      }
    }
    try (PartitionLog stopped = open(Disk.LOCAL, dir.resolve("stopped"));
        PartitionLog straight = open(Disk.LOCAL, dir.resolve("straight"))) {
      follow(straight, TURNS);
      assertThat(head(stopped).text()).isEqualTo(head(straight).text());
      assertThat(straight.reader().at(TURNS).root()).isEqualTo(head(straight).root());
    }
  }

  @Test
  void everyTurnIsFoundWithItsOffset() throws Exception {
    try (PartitionLog log = open(Disk.LOCAL, dir)) {
      follow(log, TURNS);
      TurnSearch search = new TurnSearch(log.reader(), TURNS);
      for (int i = 0; i < TURNS; i++) {
        var leaf = new EntryLeaves(true).last(ledger.records().get(i));
        TurnSearch.Place place = search.find(leaf.lane(), leaf.turn());
        assertThat(place.index()).isEqualTo(i);
        assertThat(place.offset()).isEqualTo(SealedLedger.offset(i));
      }
      assertThatThrownBy(() -> search.find("polkadot", TURNS))
          .hasMessageContaining("not turn 700 of lane polkadot yet");
      assertThatThrownBy(() -> search.find("westend", 1)).isInstanceOf(BadProof.class);
    }
  }

  @Test
  void aCrashBetweenAnyTwoFileOperationsLeavesALogThatGoesOn() throws Exception {
    Checkpoint whole;
    try (PartitionLog straight = open(Disk.LOCAL, dir.resolve("straight"))) {
      follow(straight, TURNS);
      whole = head(straight);
    }
    boolean died = true;
    int crashes = 0;
    for (int operations = 0; died; operations++) {
      Path where = dir.resolve("crash" + operations);
      died = diesAfter(operations, where);
      Checkpoint before = signed(where);
      try (PartitionLog log = open(new FailingDisk(Integer.MAX_VALUE), where)) {
        if (before != null) {
          assertThat(log.size()).isEqualTo(before.size());
        }
        follow(log, TURNS);
        assertThat(head(log).text()).as("after %d operations", operations).isEqualTo(whole.text());
      }
      crashes += died ? 1 : 0;
    }
    assertThat(crashes).isGreaterThan(100);
  }

  private boolean diesAfter(int operations, Path where) throws IOException {
    try (PartitionLog log = open(new FailingDisk(operations), where)) {
      follow(log, TURNS);
      return false;
    } catch (FailingDisk.Died e) {
      return true;
    }
  }

  private static Checkpoint signed(Path where) {
    var note = new LogReader(LogSource.of(where)).note(LogReader.SIGNED);
    return note == null ? null : Checkpoint.parse(note.text());
  }

  @Test
  void partialTilesGiveWayToFullOnesAndOlderCheckpointsStillHaveTheirProofs() throws Exception {
    try (PartitionLog log = open(Disk.LOCAL, dir)) {
      follow(log, TURNS);
      assertThat(dir.resolve("tile/0/001.p")).doesNotExist();
      assertThat(dir.resolve("tile/0/001")).hasSize(8192);
      assertThat(dir.resolve("tile/0/002.p/188")).exists();
      assertThat(dir.resolve("tile/1/000.p/2")).hasSize(64);
      assertThat(log.reader().at(390).consistency(130)).isNotEmpty();
    }
  }

  @Test
  void everyChangedCutOrMissingFileIsNoticedAtTheStart() throws Exception {
    try (PartitionLog log = open(Disk.LOCAL, dir)) {
      follow(log, TURNS);
    }
    for (String name :
        List.of("tile/0/000", "tile/0/002.p/188", "tile/1/000.p/2", "tile/entries/001")) {
      Path file = dir.resolve(name);
      byte[] was = Files.readAllBytes(file);
      byte[] changed = was.clone();
      changed[was.length / 2] ^= 1;
      Files.write(file, changed);
      assertThatThrownBy(() -> open(Disk.LOCAL, dir)).as(name).isInstanceOf(BadProof.class);
      Files.write(file, Arrays.copyOf(was, was.length - 1));
      assertThatThrownBy(() -> open(Disk.LOCAL, dir)).as(name).hasMessageContaining("cut");
      Files.delete(file);
      assertThatThrownBy(() -> open(Disk.LOCAL, dir)).as(name).hasMessageContaining("missing");
      Files.write(file, was);
    }
    open(Disk.LOCAL, dir).close();
  }

  @Test
  void aCheckpointOfAnotherKeyOrLogIsRefused() throws Exception {
    try (PartitionLog log = open(Disk.LOCAL, dir)) {
      follow(log, 3);
    }
    SigningKey other = SigningKey.random(key.verifier().name(), KeyKind.LOG);
    assertThatThrownBy(
            () -> PartitionLog.open(Disk.LOCAL, dir, other, Policy.of(key.verifier()), true))
        .hasMessage("the log's checkpoint is signed by another key");
    assertThatThrownBy(
            () -> PartitionLog.open(Disk.LOCAL, dir, key.as("x"), Policy.of(key.verifier()), true))
        .hasMessageContaining("is that of acme.example/prod/bots-ledger/0");
    Path file = dir.resolve(LogReader.SIGNED);
    Files.writeString(file, Files.readString(file, UTF_8).replace("\n3\n", "\n2\n"));
    assertThatThrownBy(() -> open(Disk.LOCAL, dir)).hasMessageContaining("does not verify");
  }

  @Test
  void twoNotariesDoNotWriteOneLog() throws Exception {
    try (PartitionLog log = open(Disk.LOCAL, dir)) {
      assertThat(log.size()).isZero();
      assertThatThrownBy(() -> open(Disk.LOCAL, dir)).hasMessageContaining("another notary");
    }
  }

  @Test
  void aLedgerThatDoesNotContinueItselfIsRefused() throws Exception {
    try (PartitionLog log = open(Disk.LOCAL, dir)) {
      follow(log, 5);
      List<byte[]> records = ledger.records();
      assertThatThrownBy(() -> log.take(99, records.get(7)))
          .isInstanceOf(Rewritten.class)
          .hasMessage("lane polkadot has turn 5 where turn 4 is due");
      byte[] edited = records.get(5).clone();
      edited[edited.length - 50] ^= 1;
      assertThatThrownBy(() -> log.take(99, edited))
          .isInstanceOf(Rewritten.class)
          .hasMessageContaining("does not continue the turn before");
      assertThatThrownBy(() -> log.take(99, new byte[] {1, 2, 3})).isInstanceOf(Rewritten.class);
      follow(log, 6);
    }
  }

  @Test
  void aLedgerThatWasWrittenAnewIsRefusedAfterARestart() throws Exception {
    try (PartitionLog log = open(Disk.LOCAL, dir)) {
      follow(log, 5);
    }
    SealedLedger forged = new SealedLedger();
    for (int i = 0; i < 6; i++) {
      forged.turn(i % 3 == 0 ? "kusama" : "polkadot", i == 2 ? "a lie" : "decision " + i);
    }
    try (PartitionLog log = open(Disk.LOCAL, dir)) {
      assertThatThrownBy(() -> log.meet(log.lastOffset(), forged.records().get(4)))
          .isInstanceOf(Rewritten.class)
          .hasMessageContaining("is not the one that the log has there: lane polkadot, turn 3");
      assertThatThrownBy(() -> log.meet(log.lastOffset() + 1, ledger.records().get(4)))
          .isInstanceOf(Rewritten.class);
      assertThatThrownBy(() -> log.take(99, forged.records().get(5))).isInstanceOf(Rewritten.class);
    }
  }
}

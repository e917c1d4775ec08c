package dev.rota.readers.notary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of a partition whose ledger has pages: their order, and crashes. */
final class PagesLogTest {
  private static final int TURNS = 700;
  private static final int SIGNED_EVERY = 130;

  private final SigningKey key = SigningKey.random("acme.example/prod/bots-ledger/0", KeyKind.LOG);

  @TempDir private Path dir;

  private PartitionLog open(DiskOperations disk, Path where) throws IOException {
    return PartitionLog.open(
        disk, where, key, TrustPolicy.of(key.verifier()), new PageLeaves(0, true));
  }

  private static LogCheckpoint head(PartitionLog log) {
    return LogCheckpoint.parse(log.heads().signed().text());
  }

  @Test
  void aCrashBetweenAnyTwoFileOperationsLeavesALogThatGoesOn() throws Exception {
    SealedLedger ledger = SealedLedger.of(TURNS);
    LogCheckpoint whole;
    try (PartitionLog straight = open(DiskOperations.LOCAL, dir.resolve("straight"))) {
      ledger.follow(straight, TURNS, SIGNED_EVERY);
      whole = head(straight);
    }
    boolean died = true;
    int crashes = 0;
    for (int operations = 0; died; operations++) {
      Path where = dir.resolve("crash" + operations);
      died = diesAfter(operations, where, ledger);
      LogCheckpoint before = signed(where);
      try (PartitionLog log = open(new FailingDisk(Integer.MAX_VALUE), where)) {
        if (before != null) {
          assertThat(log.size()).isEqualTo(before.size());
        }
        ledger.meet(log);
        ledger.follow(log, TURNS, SIGNED_EVERY);
        assertThat(head(log).text()).as("after %d operations", operations).isEqualTo(whole.text());
      }
      crashes += died ? 1 : 0;
    }
    assertThat(crashes).isGreaterThan(100);
  }

  private boolean diesAfter(int operations, Path where, SealedLedger ledger) throws IOException {
    try (PartitionLog log = open(new FailingDisk(operations), where)) {
      ledger.follow(log, TURNS, SIGNED_EVERY);
      return false;
    } catch (FailingDisk.Died _) {
      return true;
    }
  }

  private static LogCheckpoint signed(Path where) {
    var note = new LogReader(LogSource.of(where)).note(LogReader.SIGNED);
    return note == null ? null : LogCheckpoint.parse(note.text());
  }

  @Test
  void pagesHaveTheirOrderAndTheirPlace() throws Exception {
    SealedLedger ledger = SealedLedger.of(TURNS);
    List<byte[]> records = ledger.records();
    try (PartitionLog log =
        PartitionLog.open(
            DiskOperations.LOCAL,
            dir,
            key,
            TrustPolicy.of(key.verifier()),
            new PageLeaves(1, true))) {
      SealedLedger.refused(log, records.get(0), "page 1 is one of partition 0");
    }
    byte[] alone = SealedLedger.of(1).records().get(0);
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      ledger.follow(log, TURNS, SIGNED_EVERY);
      SealedLedger.refused(log, alone, "there is page 1 where page");
    }
  }

  @Test
  void thePageAfterOneThatIsTrimmedStillContinuesIt() throws Exception {
    SealedLedger ledger = SealedLedger.of(TURNS);
    List<byte[]> records = ledger.records();
    SealedLedger forged = new SealedLedger();
    for (int i = 0; i < TURNS; i++) {
      forged.turn(i % 3 == 0 ? "kusama" : "polkadot", i == 250 ? "a lie" : "decision " + i);
    }
    int taken = ledger.recordsUpTo(300);
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      ledger.follow(log, 300, SIGNED_EVERY);
    }
    try (PartitionLog log = openTrimmed()) {
      assertThat(log.pass()).isTrue();
      SealedLedger.refused(log, records.get(taken + 1), "where page");
      SealedLedger.refused(log, forged.records().get(taken), "does not continue the page before");
      ledger.follow(log, TURNS, SIGNED_EVERY);
      assertThat(log.size()).isEqualTo(TURNS);
    }
  }

  @Test
  void whatThePageBeforeWasIsNotKnownAfterACrash() throws Exception {
    SealedLedger ledger = SealedLedger.of(TURNS);
    TroubledDisk disk = new TroubledDisk();
    try (PartitionLog log = open(disk, dir)) {
      ledger.follow(log, 300, SIGNED_EVERY);
      disk.failOnce("write", LogReader.SIGNED);
      assertThatThrownBy(() -> ledger.follow(log, TURNS, SIGNED_EVERY))
          .isInstanceOf(UncheckedIOException.class);
    }
    Path end = dir.resolve(LogReader.END);
    try (PartitionLog log = openTrimmed()) {
      assertThat(log.pass()).isFalse(); // it is of a larger log
      ledger.follow(log, 400, SIGNED_EVERY);
    }
    Files.write(end, Arrays.copyOf(Files.readAllBytes(end), 20));
    try (PartitionLog log = openTrimmed()) {
      assertThat(log.pass()).isFalse();
    }
    Files.delete(end);
    try (PartitionLog log = openTrimmed()) {
      assertThat(log.pass()).isFalse();
    }
  }

  /** As where the ledger's beginning is gone. */
  private PartitionLog openTrimmed() throws IOException {
    return PartitionLog.open(
        DiskOperations.LOCAL, dir, key, TrustPolicy.of(key.verifier()), new PageLeaves(0, false));
  }

  @Test
  void aPageWithTurnsThatNobodySignedIsFound() throws Exception {
    SealedLedger shorter = SealedLedger.of(2);
    SealedLedger longer = SealedLedger.of(4);
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      shorter.follow(log, 2, 2);
      LogCheck check =
          new LogCheck(
                  log.reader(), LogHeads.head(log.heads().signed()), new PageLeaves(0, true), true)
              .withOffsets();
      check.take(0, longer.records().get(0));
      assertThatThrownBy(() -> check.take(1, longer.records().get(1)))
          .isInstanceOf(LedgerRewritten.class)
          .hasMessageContaining("offset 1 has lane polkadot, turn 2; no more of it is signed");
    }
  }
}

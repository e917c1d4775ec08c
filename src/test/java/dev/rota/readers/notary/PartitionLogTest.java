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
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.TurnLeaf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The log of a partition: its files, restarts, crashes, and what it refuses. */
class PartitionLogTest {
  private static final int TURNS = 700;
  private static final int SIGNED_EVERY = 130;

  private final SigningKey key = SigningKey.random("acme.example/prod/bots-ledger/0", KeyKind.LOG);
  private final SealedLedger ledger = SealedLedger.of(TURNS);

  @TempDir private Path dir;

  private PartitionLog open(DiskOperations disk, Path where) throws IOException {
    return PartitionLog.open(
        disk, where, key, TrustPolicy.of(key.verifier()), new PageLeaves(0, true));
  }

  /** Takes what the log does not have yet, as a notary does. */
  private void follow(PartitionLog log, int turns) {
    ledger.follow(log, turns, SIGNED_EVERY);
  }

  private static LogCheckpoint head(PartitionLog log) {
    return LogCheckpoint.parse(log.heads().signed().text());
  }

  @Test
  void aLogGoesOnAfterARestartAndIsTheSameLog() throws Exception {
    for (int turns : new int[] {1, 255, 256, 257, 300, 512, TURNS}) {
      try (PartitionLog log = open(DiskOperations.LOCAL, dir.resolve("stopped"))) {
        ledger.meet(log);
        follow(log, turns);
        assertThat(log.lastOffset()).isEqualTo(SealedLedger.offset(ledger.recordsUpTo(turns) - 1));
        assertThat(log.sign()).isFalse();
      }
    }
    try (PartitionLog stopped = open(DiskOperations.LOCAL, dir.resolve("stopped"));
        PartitionLog straight = open(DiskOperations.LOCAL, dir.resolve("straight"))) {
      follow(straight, TURNS);
      assertThat(head(stopped).text()).isEqualTo(head(straight).text());
      assertThat(straight.reader().at(TURNS).root()).isEqualTo(head(straight).root());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "write, tile/0/000.new",
    "move, tile/entries/000",
    "write, tile/offsets/000.new",
    "force, tile/0/",
    "force, tile",
    "write, checkpoint",
    "delete, tile/0/000.p/"
  })
  void afterAFailedWriteNothingIsSigned(String operation, String part) throws Exception {
    TroubledDisk disk = new TroubledDisk();
    try (PartitionLog log = open(disk, dir)) {
      follow(log, 200);
      disk.failOnce(operation, part);
      assertThatThrownBy(() -> follow(log, TURNS)).isInstanceOf(UncheckedIOException.class);
      assertThat(disk.hasFailed()).isTrue();
      String signed = log.heads().signed().text();
      assertThat(log.isSound()).isFalse();
      assertThatThrownBy(log::sign).hasMessageContaining("nothing more is signed");
      assertThat(log.heads().signed().text()).isEqualTo(signed);
    }
    try (PartitionLog log = open(DiskOperations.LOCAL, dir);
        PartitionLog straight = open(DiskOperations.LOCAL, dir.resolve("straight"))) {
      ledger.meet(log);
      follow(log, TURNS);
      follow(straight, TURNS);
      assertThat(head(log).text()).isEqualTo(head(straight).text());
    }
  }

  @Test
  void everyTurnIsFoundWithItsOffset() throws Exception {
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      follow(log, TURNS);
      TurnSearch search = new TurnSearch(log.reader(), TURNS);
      int index = 0;
      for (int i = 0; i < ledger.records().size(); i++) {
        for (TurnLeaf leaf : new PageLeaves(0, true).of(ledger.records().get(i))) {
          TurnSearch.Place place = search.find(leaf.lane(), leaf.turn());
          assertThat(place.index()).isEqualTo(index);
          assertThat(place.offset()).isEqualTo(SealedLedger.offset(i));
          assertThat(ledger.signed(index).leaf().bytes()).isEqualTo(leaf.bytes());
          index++;
        }
      }
      assertThat(index).isEqualTo(TURNS);
      assertThatThrownBy(() -> search.find("polkadot", TURNS))
          .hasMessageContaining("not turn 700 of lane polkadot yet");
      assertThatThrownBy(() -> search.find("westend", 1)).isInstanceOf(BadProof.class);
    }
  }

  @Test
  void partialTilesGiveWayToFullOnesAndOlderCheckpointsStillHaveTheirProofs() throws Exception {
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      follow(log, TURNS);
      assertThat(dir.resolve("tile/0/001.p")).doesNotExist();
      assertThat(dir.resolve("tile/0/001")).hasSize(8192);
      assertThat(dir.resolve("tile/0/002.p/188")).exists();
      assertThat(dir.resolve("tile/1/000.p/2")).hasSize(64);
      assertThat(log.reader().at(390).consistency(130)).isNotEmpty();
      TurnSearch.Place place = new TurnSearch(log.reader(), 390).find("kusama", 100);
      assertThat(place.offset()).isEqualTo(SealedLedger.offset(ledger.recordsUpTo(297)));
    }
  }

  @Test
  void everyChangedCutOrMissingFileIsNoticedAtTheStart() throws Exception {
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      follow(log, TURNS);
    }
    for (String name :
        List.of(
            "tile/0/000",
            "tile/0/002.p/188",
            "tile/1/000.p/2",
            "tile/entries/001",
            "tile/offsets/001")) {
      Path file = dir.resolve(name);
      byte[] was = Files.readAllBytes(file);
      byte[] changed = was.clone();
      changed[was.length / 2] ^= 1;
      Files.write(file, changed);
      assertThatThrownBy(() -> open(DiskOperations.LOCAL, dir))
          .as(name)
          .isInstanceOf(BadProof.class);
      Files.write(file, Arrays.copyOf(was, was.length - 1));
      assertThatThrownBy(() -> open(DiskOperations.LOCAL, dir))
          .as(name)
          .hasMessageContaining("cut");
      Files.delete(file);
      assertThatThrownBy(() -> open(DiskOperations.LOCAL, dir))
          .as(name)
          .hasMessageContaining("missing");
      Files.write(file, was);
    }
    open(DiskOperations.LOCAL, dir).close();
  }

  @Test
  void offsetsThatFallAreRefused() throws Exception {
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      follow(log, TURNS);
    }
    Path file = dir.resolve("tile/offsets/001");
    byte[] offsets = Files.readAllBytes(file);
    Arrays.fill(offsets, 100 * Long.BYTES, 101 * Long.BYTES, (byte) 0);
    Files.write(file, offsets);
    assertThatThrownBy(() -> open(DiskOperations.LOCAL, dir))
        .isInstanceOf(BadProof.class)
        .hasMessage("tile/offsets falls at leaf 356");
  }

  @Test
  void aCheckpointOfAnotherKeyOrLogIsRefused() throws Exception {
    long size;
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      follow(log, 20);
      size = log.size();
    }
    SigningKey other = SigningKey.random(key.verifier().name(), KeyKind.LOG);
    assertThatThrownBy(
            () ->
                PartitionLog.open(
                    DiskOperations.LOCAL,
                    dir,
                    other,
                    TrustPolicy.of(key.verifier()),
                    new PageLeaves(0, true)))
        .isInstanceOf(NotaryTerms.Unfit.class)
        .hasMessage("the log's checkpoint is signed by another key");
    assertThatThrownBy(
            () ->
                PartitionLog.open(
                    DiskOperations.LOCAL,
                    dir,
                    key.as("x"),
                    TrustPolicy.of(key.verifier()),
                    new PageLeaves(0, true)))
        .isInstanceOf(NotaryTerms.Unfit.class)
        .hasMessageContaining("is that of acme.example/prod/bots-ledger/0");
    Path file = dir.resolve(LogReader.SIGNED);
    Files.writeString(file, Files.readString(file, UTF_8).replace("\n" + size + "\n", "\n2\n"));
    assertThatThrownBy(() -> open(DiskOperations.LOCAL, dir))
        .hasMessageContaining("does not verify");
  }

  @Test
  void aCheckpointOfAnotherTreeIsRefused() throws Exception {
    String text;
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      follow(log, 20);
      text = new LogCheckpoint(log.origin(), log.size(), new byte[32]).text();
    }
    SignedNote other = new SignedNote(text, List.of(key.sign(text)));
    Files.writeString(dir.resolve(LogReader.SIGNED), other.toString());
    assertThatThrownBy(() -> open(DiskOperations.LOCAL, dir))
        .isInstanceOf(BadProof.class)
        .hasMessage("the entries are not those of the log's checkpoint");
  }

  /** A lane that was away has a gap in its turns. */
  @Test
  void aTurnFromBeforeALaneWasAwayIsFound() throws Exception {
    SealedLedger moved = new SealedLedger();
    moved.turn("westend", "one");
    moved.turn("westend", "two");
    for (int i = 0; i < 300; i++) {
      moved.turn("kusama", "decision " + i);
    }
    moved.arrival("westend", 1_000);
    int size = moved.turnsOf(moved.records().size());
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      moved.follow(log, size, size);
      TurnSearch search = new TurnSearch(log.reader(), size);
      assertThat(search.find("westend", 2).index()).isEqualTo(1);
      assertThat(search.find("westend", 1_001).index()).isEqualTo(size - 1);
      assertThatThrownBy(() -> search.find("westend", 500)).isInstanceOf(BadProof.class);
    }
  }

  @Test
  void twoNotariesDoNotWriteOneLog() throws Exception {
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      assertThat(log.size()).isZero();
      assertThatThrownBy(() -> open(DiskOperations.LOCAL, dir))
          .isInstanceOf(NotaryTerms.Unfit.class)
          .hasMessageContaining("another notary");
    }
  }

  @Test
  void aLedgerThatDoesNotContinueItselfIsRefused() throws Exception {
    int taken = ledger.recordsUpTo(200);
    List<byte[]> records = ledger.records();
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      follow(log, 200);
      SealedLedger.refused(log, records.get(taken + 2), "where page");
      SealedLedger.refused(log, records.get(taken - 1), "where page");
      byte[] right = records.get(taken);
      for (int i = 1; i < right.length; i += 5) {
        byte[] edited = right.clone();
        edited[i] ^= 1;
        SealedLedger.refused(log, edited, "");
      }
      byte[] edited = right.clone();
      edited[edited.length - 40] ^= 1;
      SealedLedger.refused(log, edited, "does not continue the");
      SealedLedger.refused(log, new byte[] {1, 2, 3}, "no ledger");
      SealedLedger.refused(log, new byte[0], "no ledger");
      follow(log, TURNS);
      assertThat(log.size()).isEqualTo(TURNS);
    }
  }

  @Test
  void aLedgerThatWasWrittenAnewIsRefusedAfterARestart() throws Exception {
    int signed = 300;
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      follow(log, signed);
    }
    int last = ledger.recordsUpTo(signed) - 1;
    int turns = turnsWith(last);
    SealedLedger forged = new SealedLedger();
    for (int i = 0; i < TURNS; i++) {
      // In a page, all but its last turn may be lies.
      boolean lie = i == turns - 2;
      forged.turn(i % 3 == 0 ? "kusama" : "polkadot", lie ? "a lie" : "decision " + i);
    }
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      assertThatThrownBy(() -> log.meet(log.lastOffset(), forged.records().get(last)))
          .isInstanceOf(LedgerRewritten.class)
          .hasMessageContaining("is not the one that the log has there: lane ");
      assertThatThrownBy(() -> log.meet(log.lastOffset() + 1, ledger.records().get(last)))
          .isInstanceOf(LedgerRewritten.class);
      ledger.meet(log);
      SealedLedger.refused(log, forged.records().get(last + 1), "does not continue the");
    }
  }

  /** How many turns there are up to the end of this record. */
  private int turnsWith(int record) {
    return (int)
        ledger.records().subList(0, record + 1).stream()
            .mapToLong(one -> new PageLeaves(0, true).of(one).size())
            .sum();
  }

  @Test
  void aLedgerWhoseBeginningIsGoneIsFollowedFromWhereItBegins() throws Exception {
    List<byte[]> records = ledger.records();
    PageLeaves leaves = new PageLeaves(0, false);
    try (PartitionLog log =
        PartitionLog.open(DiskOperations.LOCAL, dir, key, TrustPolicy.of(key.verifier()), leaves)) {
      for (int i = 40; i < records.size(); i++) {
        log.take(SealedLedger.offset(i), records.get(i));
      }
      assertThat(log.size()).isEqualTo(TURNS - turnsWith(39));
      SealedLedger.refused(log, records.get(41), "where page");
    }
  }

  @Test
  void whatIsSignedIsComparedRecordByRecord() throws Exception {
    List<byte[]> records = ledger.records();
    try (PartitionLog log = open(DiskOperations.LOCAL, dir)) {
      follow(log, TURNS);
      LogCheck check =
          new LogCheck(
                  log.reader(), LogHeads.head(log.heads().signed()), new PageLeaves(0, true), true)
              .withOffsets();
      for (int i = 0; i < records.size(); i++) {
        check.take(SealedLedger.offset(i), records.get(i));
      }
      assertThat(check.same()).isEqualTo(TURNS);

      LogCheck later =
          new LogCheck(
                  log.reader(),
                  LogHeads.head(log.heads().signed()),
                  new PageLeaves(0, false),
                  false)
              .withOffsets();
      for (int i = 50; i < records.size(); i++) {
        later.take(SealedLedger.offset(i), records.get(i));
      }
      assertThat(later.same()).isEqualTo(TURNS - turnsWith(49));

      LogCheck moved =
          new LogCheck(
                  log.reader(), LogHeads.head(log.heads().signed()), new PageLeaves(0, true), true)
              .withOffsets();
      moved.take(0, records.get(0));
      assertThatThrownBy(() -> moved.take(SealedLedger.offset(1) + 1, records.get(1)))
          .isInstanceOf(LedgerRewritten.class)
          .hasMessageContaining("has offset 1; the ledger has this turn at offset 2");

      SealedLedger forged = new SealedLedger();
      for (int i = 0; i < TURNS; i++) {
        forged.turn(i % 3 == 0 ? "kusama" : "polkadot", i == 9 ? "a lie" : "decision " + i);
      }
      LogCheck lie =
          new LogCheck(
                  log.reader(), LogHeads.head(log.heads().signed()), new PageLeaves(0, true), true)
              .withOffsets();
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < records.size(); i++) {
                  lie.take(SealedLedger.offset(i), forged.records().get(i));
                }
              })
          .isInstanceOf(LedgerRewritten.class)
          .hasMessageContaining(
              "leaf 9 of the log is lane kusama, turn 4; the ledger's turn there, at offset");
      assertThatThrownBy(lie::same)
          .hasMessageContaining(
              "leaf 9 of the log is lane kusama, turn 4; the ledger has no such turn");
    }
  }
}

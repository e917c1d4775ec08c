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
import dev.rota.base.proof.TilePosition;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.kernel.ledger.PageWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an auditor takes from a notary's log, and cosigns. */
class AttestedLogTest {
  private static final String NAME = "acme.example/prod";
  private static final TopicPartition LEDGER = new TopicPartition("bots-ledger", 0);
  private static final String ORIGIN = NAME + "/bots-ledger/0";
  private static final long NOW = 1_700_000_000;

  private final SigningKey key = SigningKey.random(NAME, KeyKind.LOG);
  private final SigningKey witness = SigningKey.random("w.example/1", KeyKind.WITNESS);
  private final SigningKey auditor = SigningKey.random("auditor.example/1", KeyKind.WITNESS);
  private final SealedLedger ledger = SealedLedger.of(400);
  private final TrustPolicy both = policy("group both all w1 auditor\nquorum both\n");

  @TempDir private Path dir;
  private PartitionLog log;

  private TrustPolicy policy(String end) {
    String lines = "log %s%nwitness w1 %s%nwitness auditor %s%n".formatted(key, witness, auditor);
    return TrustPolicy.parse((lines + end).getBytes(UTF_8));
  }

  /** The notary itself asks for nobody's word. */
  private void open(String origin) throws IOException {
    log =
        PartitionLog.open(
            DiskOperations.LOCAL,
            dir,
            key.as(origin),
            TrustPolicy.of(key.verifier()),
            new PageLeaves(0, true));
  }

  @AfterEach
  void close() throws IOException {
    if (log != null) {
      log.close();
    }
  }

  private SignedNote signed(int turns) {
    ledger.follow(log, turns, turns);
    return log.heads().signed();
  }

  private SignedNote witnessed(SignedNote note) {
    return note.with(List.of(witness.cosign(note.text(), NOW)));
  }

  private void write(String name, SignedNote note) throws IOException {
    Files.writeString(dir.resolve(name), note.toString());
  }

  private SignedNote cosigned(TrustPolicy policy) {
    return new AttestedLog(LEDGER, log.reader(), policy).cosign(auditor, NOW);
  }

  @Test
  void theAuditorCosignsWhatTheWitnessHasCosigned() throws IOException {
    open(ORIGIN);
    SignedNote older = signed(300);
    write(LogReader.WITNESSED, witnessed(older));
    SignedNote newer = signed(400);

    SignedNote cosigned = cosigned(both);
    assertThat(both.judge(cosigned).suffices()).isTrue();
    assertThat(cosigned.text()).isEqualTo(older.text()).isNotEqualTo(newer.text());
  }

  @Test
  void ofTwoThatSufficeTheAuditorCosignsTheNewer() throws IOException {
    open(ORIGIN);
    write(LogReader.WITNESSED, witnessed(signed(300)));
    SignedNote newer = signed(400);
    write(LogReader.SIGNED, witnessed(newer));

    assertThat(cosigned(both).text()).isEqualTo(newer.text());
    write(LogReader.SIGNED, newer);
    assertThat(cosigned(policy("quorum auditor\n")).text()).isEqualTo(newer.text());
    assertThat(cosigned(policy("quorum none\n")).text()).isEqualTo(newer.text());
  }

  @Test
  void whatIsSignedAloneIsCosignedToo() throws IOException {
    open(ORIGIN);
    assertThat(cosigned(both)).isNull();
    SignedNote newest = signed(300);

    SignedNote cosigned = cosigned(both);
    assertThat(cosigned.text()).isEqualTo(newest.text());
    assertThat(cosigned.by(auditor.verifier())).isNotNull();
    assertThat(both.judge(cosigned).suffices()).isFalse();
  }

  @Test
  void ofTwoThatDoNotSufficeTheAuditorCosignsTheNewer() throws IOException {
    open(ORIGIN);
    write(LogReader.WITNESSED, signed(300));
    SignedNote newer = signed(400);
    assertThat(cosigned(policy("quorum w1\n")).text()).isEqualTo(newer.text());
  }

  /** What an audit from the beginning has verified, up to the end of so many turns. */
  private AuditedPages audited(long after, int turns) {
    int last = ledger.recordsUpTo(turns);
    return new AuditedPages(after, last, PageWire.seal(ledger.records().get(last - 1)));
  }

  private LogMatch match(AuditedPages audited, VouchedTurns word, int from) {
    return match(policy("quorum none\n"), audited, word, from);
  }

  private LogMatch match(TrustPolicy policy, AuditedPages audited, VouchedTurns word, int from) {
    AttestedLog attested = new AttestedLog(LEDGER, log.reader(), policy);
    LogMatch match = attested.match(audited, word, from == 0);
    for (int i = from; i < ledger.records().size(); i++) {
      match.take(SealedLedger.offset(i), ledger.records().get(i));
    }
    return match;
  }

  private VouchedTurns verified(AttestedLog.Agreed agreed) {
    return new VouchedTurns(null, agreed.end());
  }

  @Test
  void eachLeafIsATurnThatWasAudited() throws IOException {
    open(ORIGIN);
    signed(300);
    long size = log.size();
    AttestedLog.Agreed agreed = match(audited(0, 400), VouchedTurns.NONE, 0).agreed();
    assertThat(agreed.turns()).isEqualTo(ledger.turnsOf(ledger.recordsUpTo(400)));
    assertThat(agreed.signed()).isEqualTo(size);
    assertThat(agreed.before()).isZero();
    assertThat(agreed.lacking()).isNull();
    assertThat(agreed.end().size()).isEqualTo(agreed.turns());

    // What is signed and not audited is nobody's word.
    LogMatch fewer = match(audited(0, 100), VouchedTurns.NONE, 0);
    assertThatThrownBy(fewer::agreed)
        .isInstanceOf(LedgerRewritten.class)
        .hasMessageContaining("the ledger has no such turn");
  }

  @Test
  void anAuditThatBeganLaterNeedsTheKeysEarlierWord() throws IOException {
    open(ORIGIN);
    signed(300);
    VouchedTurns before = verified(match(audited(0, 300), VouchedTurns.NONE, 0).agreed());
    int after = ledger.recordsUpTo(200);
    AuditedPages later = audited(after, 400);
    for (int from : new int[] {0, after - 1}) { // the whole ledger; a trimmed one
      AttestedLog.Agreed alone = match(later, VouchedTurns.NONE, from).agreed();
      assertThat(alone.lacking()).contains("before page " + (after + 1), "vouched for 0");
      assertThat(alone.before()).isEqualTo(ledger.turnsOf(after));
      assertThat(alone.signed()).isEqualTo(log.size() - ledger.turnsOf(after));
      assertThat(alone.lacking()).contains(from == 0 ? "without --since" : "with --audited");
      assertThat(match(later, before, from).agreed().lacking()).isNull();
    }
    VouchedTurns less = verified(match(audited(0, 300), before, 0).agreed());
    assertThat(less.verified().size()).isEqualTo(before.verified().size());
  }

  @Test
  void aWordAboutAnotherHistoryIsNoWord() throws IOException {
    open(ORIGIN);
    signed(300);
    LogCheckpoint end = match(audited(0, 300), VouchedTurns.NONE, 0).agreed().end();
    VouchedTurns other =
        new VouchedTurns(null, new LogCheckpoint(ORIGIN, end.size(), new byte[32]));
    assertThatThrownBy(() -> match(audited(0, 400), other, 0).agreed())
        .isInstanceOf(LedgerRewritten.class)
        .hasMessageContaining("not those that this key has vouched for");
    long whole = match(audited(0, 400), VouchedTurns.NONE, 0).agreed().turns();
    VouchedTurns last = new VouchedTurns(null, new LogCheckpoint(ORIGIN, whole, new byte[32]));
    assertThatThrownBy(() -> match(audited(0, 400), last, 0).agreed())
        .isInstanceOf(LedgerRewritten.class)
        .hasMessageContaining("its first " + whole + " turns are not those");
    VouchedTurns more = new VouchedTurns(null, new LogCheckpoint(ORIGIN, 1_000, end.root()));
    assertThatThrownBy(() -> match(audited(0, 400), more, 0).agreed())
        .isInstanceOf(LedgerRewritten.class)
        .hasMessageContaining("this key has vouched for 1000");
    // One of another log says nothing of this one.
    VouchedTurns foreign =
        new VouchedTurns(null, new LogCheckpoint("acme.example/x", end.size(), new byte[32]));
    assertThat(match(audited(0, 400), foreign, 0).agreed().lacking()).isNull();
  }

  @Test
  void whatChangesBehindTheAuditsBackIsFound() throws IOException {
    open(ORIGIN);
    signed(300);
    AuditedPages truth = audited(0, 400);
    AuditedPages other = new AuditedPages(0, truth.last(), new byte[32]);
    assertThatThrownBy(() -> match(other, VouchedTurns.NONE, 0))
        .isInstanceOf(LedgerRewritten.class)
        .hasMessageContaining("is not the one that was audited");
    AuditedPages more = new AuditedPages(0, truth.last() + 1, truth.seal());
    assertThatThrownBy(() -> match(more, VouchedTurns.NONE, 0).agreed())
        .isInstanceOf(LedgerRewritten.class)
        .hasMessageContaining("no longer has all pages");
    int after = ledger.recordsUpTo(200);
    AuditedPages later = audited(after, 400);
    assertThatThrownBy(() -> match(later, VouchedTurns.NONE, after).agreed())
        .isInstanceOf(LedgerRewritten.class)
        .hasMessageContaining("no longer has all pages");
  }

  @Test
  void onlyWhatSufficesCountsAsWitnessed() throws IOException {
    open(ORIGIN);
    SignedNote older = signed(200);
    write(LogReader.WITNESSED, witnessed(older));
    signed(400);
    AuditedPages all = audited(0, 400);
    AttestedLog.Agreed enough = match(policy("quorum w1\n"), all, VouchedTurns.NONE, 0).agreed();
    assertThat(enough.witnessed()).isEqualTo(LogHeads.size(older));
    assertThat(match(both, all, VouchedTurns.NONE, 0).agreed().witnessed()).isZero();
  }

  @Test
  void aPolicyThatAsksNobodyReadsNothingWitnessed() throws IOException {
    open(ORIGIN);
    signed(300);
    Files.writeString(dir.resolve(LogReader.WITNESSED), "damaged");
    AttestedLog.Agreed agreed = match(audited(0, 400), VouchedTurns.NONE, 0).agreed();
    assertThat(agreed.signed()).isEqualTo(log.size());
    assertThat(agreed.witnessed()).isZero();
  }

  @Test
  void noMoreIsWitnessedThanSigned() throws IOException {
    open(ORIGIN);
    SignedNote older = signed(200);
    write(LogReader.WITNESSED, witnessed(signed(300)));
    write(LogReader.SIGNED, older);
    assertThatThrownBy(() -> match(both, audited(0, 400), VouchedTurns.NONE, 0))
        .isInstanceOf(BadProof.class)
        .hasMessage("more of the log is witnessed than signed");
  }

  @Test
  void aCheckpointByAnotherKeyIsRefused() throws IOException {
    open(ORIGIN);
    SignedNote own = signed(300);
    SigningKey other = SigningKey.random(NAME, KeyKind.LOG).as(ORIGIN);
    write(LogReader.SIGNED, new SignedNote(own.text(), List.of(other.sign(own.text()))));
    assertThatThrownBy(() -> new AttestedLog(LEDGER, log.reader(), both))
        .isInstanceOf(BadProof.class)
        .hasMessageContaining("is not signed by a known key");
  }

  @Test
  void aLedgerThatBeginsBehindItsLogHasNothingInCommonWithIt() throws IOException {
    open(ORIGIN);
    signed(100);
    for (int first : List.of(100, 200)) {
      int from = ledger.recordsUpTo(first);
      AttestedLog.Agreed agreed =
          match(both, audited(from + 1, 400), VouchedTurns.NONE, from).agreed();
      assertThat(agreed.signed()).isZero();
      assertThat(agreed.before()).isEqualTo(log.size());
      assertThat(agreed.end()).isNull();
      assertThat(agreed.lacking()).startsWith("the log ends before the first turn");
    }
  }

  /** As where the ledger is trimmed up to its end. */
  @Test
  void aLogWhoseLedgerHasNothingLeftIsHeldToItsCheckpoint() throws IOException {
    open(ORIGIN);
    signed(300);
    AuditedPages nothing = new AuditedPages(0, 0, null);
    int end = ledger.records().size();
    assertThat(match(nothing, VouchedTurns.NONE, end).agreed().turns()).isZero();
    damage(log.size() - 1);
    assertThatThrownBy(() -> match(nothing, VouchedTurns.NONE, end).agreed())
        .isInstanceOf(BadProof.class)
        .hasMessageContaining("turns that are signed");
  }

  @Test
  void anEmptyLedgerAndAnEmptyLogAgree() throws IOException {
    open(ORIGIN);
    AttestedLog attested = new AttestedLog(LEDGER, log.reader(), both);
    AuditedPages nothing = new AuditedPages(0, 0, null);
    LogMatch match = attested.match(nothing, VouchedTurns.NONE, true);
    assertThat(match.isEnded()).isTrue();
    assertThat(match.agreed()).isEqualTo(new AttestedLog.Agreed(0, 0, 0, 0, null, null));
  }

  @Test
  void whatIsBehindTheAuditIsNotLookedAt() throws IOException {
    open(ORIGIN);
    signed(100);
    AttestedLog attested = new AttestedLog(LEDGER, log.reader(), both);
    AuditedPages audited = audited(0, 200);
    LogMatch match = attested.match(audited, VouchedTurns.NONE, true);
    for (int i = 0; i < audited.last(); i++) {
      match.take(SealedLedger.offset(i), ledger.records().get(i));
    }
    match.take(SealedLedger.offset((int) audited.last()), new byte[0]);
    assertThat(match.agreed().turns()).isEqualTo(ledger.turnsOf((int) audited.last()));
  }

  /** An audit that begins later does not look at it. */
  @Test
  void everyByteOfTheFirstPageIsHeld() throws IOException {
    open(ORIGIN);
    signed(300);
    byte[] first = ledger.records().get(0);
    AttestedLog attested = new AttestedLog(LEDGER, log.reader(), both);
    AuditedPages later = audited(ledger.recordsUpTo(200), 400);
    for (int i = 0; i < first.length; i++) {
      byte[] edited = first.clone();
      edited[i] ^= 1;
      LogMatch match = attested.match(later, VouchedTurns.NONE, true);
      assertThatThrownBy(() -> match.take(0, edited))
          .as("byte %d", i)
          .isInstanceOf(LedgerRewritten.class);
    }
  }

  /** Nobody has rewritten the ledger then. */
  @Test
  void aDamagedEntryIsTheLogsFault() throws IOException {
    open(ORIGIN);
    signed(300);
    int without = ledger.turnsOf(ledger.recordsUpTo((int) log.size() - 1));
    damage(without);
    for (int turns : new int[] {400, without}) {
      assertThatThrownBy(() -> match(audited(0, turns), VouchedTurns.NONE, 0).agreed())
          .isInstanceOf(BadProof.class)
          .hasMessageContaining("does not have the digest that is signed");
    }
  }

  @Test
  void aLogThatIsShorterThanTheKeysOwnCosignatureWasCut() throws IOException {
    open(ORIGIN);
    signed(300);
    AuditedPages all = audited(0, 400);
    LogCheckpoint end = match(all, VouchedTurns.NONE, 0).agreed().end();
    VouchedTurns own = new VouchedTurns(end, null);
    assertThat(match(all, own, 0).agreed().lacking())
        .startsWith("the log has " + log.size() + " leaves")
        .contains("has cosigned " + end.size() + ": it was cut");
    LogCheckpoint foreign = new LogCheckpoint("acme.example/x", 10_000, end.root());
    assertThat(match(all, new VouchedTurns(foreign, null), 0).agreed().lacking()).isNull();
    // What it has verified may be more than the notary has signed.
    assertThat(match(all, new VouchedTurns(null, end), 0).agreed().lacking()).isNull();
  }

  @Test
  void bothWordsOfAKeyAreHeld() throws IOException {
    open(ORIGIN);
    LogCheckpoint early = LogHeads.head(signed(100));
    signed(300);
    LogCheckpoint less = match(audited(0, 300), VouchedTurns.NONE, 0).agreed().end();
    AuditedPages all = audited(0, 400);
    LogCheckpoint other = new LogCheckpoint(ORIGIN, less.size() - 1, new byte[32]);
    for (VouchedTurns own : List.of(new VouchedTurns(less, other), new VouchedTurns(other, less))) {
      assertThatThrownBy(() -> match(all, own, 0).agreed())
          .isInstanceOf(LedgerRewritten.class)
          .hasMessageContaining("not those that this key has vouched for");
    }
    int after = ledger.recordsUpTo(200);
    for (VouchedTurns own : List.of(new VouchedTurns(less, early), new VouchedTurns(early, less))) {
      assertThat(match(audited(after, 400), own, 0).agreed().lacking()).isNull();
    }
  }

  @Test
  void onlyWhatTheOwnKeyHasWrittenIsItsWord() throws IOException {
    open(ORIGIN);
    SignedNote older = signed(200);
    SignedNote newer = signed(300);
    write(LogReader.AUDITED, older.with(List.of(auditor.cosign(older.text(), NOW))));
    write(LogReader.VERIFIED, newer.with(List.of(auditor.cosign(newer.text(), NOW))));
    VouchedTurns own = VouchedTurns.read(log.reader(), auditor.verifier());
    assertThat(own.cosigned().text()).isEqualTo(older.text());
    assertThat(own.verified().text()).isEqualTo(newer.text());
    assertThat(VouchedTurns.read(log.reader(), witness.verifier())).isEqualTo(VouchedTurns.NONE);
  }

  @Test
  void theWitnessedHeadIsHeldToTheLedgersTree() throws IOException {
    open(ORIGIN);
    signed(200);
    String text = new LogCheckpoint(ORIGIN, 100, new byte[32]).text();
    SignedNote forged =
        new SignedNote(text, List.of(key.as(ORIGIN).sign(text), witness.cosign(text, NOW)));
    write(LogReader.WITNESSED, forged);
    AttestedLog attested = new AttestedLog(LEDGER, log.reader(), both);
    LogMatch match = attested.match(audited(0, 400), VouchedTurns.NONE, true);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < ledger.records().size(); i++) {
                match.take(SealedLedger.offset(i), ledger.records().get(i));
              }
              match.agreed();
            })
        .isInstanceOf(BadProof.class)
        .hasMessageContaining("does not have the 100 turns that are witnessed");
  }

  @Test
  void theOffsetOfWhatIsSignedIsHeldToTheLedger() throws IOException {
    open(ORIGIN);
    AttestedLog nothing = new AttestedLog(LEDGER, log.reader(), both);
    assertThat(nothing.signedTo(_ -> null)).isZero();
    signed(300);
    AttestedLog attested = new AttestedLog(LEDGER, log.reader(), both);
    int last = ledger.recordsUpTo(300) - 1;
    long to = SealedLedger.offset(last) + 1;

    assertThat(attested.signedTo(offset -> offset == to - 1 ? ledger.records().get(last) : null))
        .isEqualTo(to);
    assertThat(attested.signedTo(_ -> null)).as("no longer retained").isEqualTo(to);
    assertThatThrownBy(() -> attested.signedTo(_ -> ledger.records().get(last + 1)))
        .isInstanceOf(LedgerRewritten.class)
        .hasMessageContaining("not the last one that is signed");
  }

  /** The digest of a leaf changes. */
  private void damage(long leaf) throws IOException {
    TilePosition tile = TilePosition.of(0, leaf / TilePosition.FULL, log.size());
    int within = (int) (leaf % TilePosition.FULL);
    int end =
        log.reader().leaves(tile).subList(0, within + 1).stream()
            .mapToInt(one -> Short.BYTES + one.bytes().length)
            .sum();
    Path entries = dir.resolve(tile.entries());
    byte[] bytes = Files.readAllBytes(entries);
    bytes[end - 1] ^= 1;
    Files.write(entries, bytes);
  }

  /** Whoever can write the files, and has no key, says that more is signed. */
  @Test
  void theLastEntryIsHeldToTheSignature() throws IOException {
    open(ORIGIN);
    signed(300);
    damage(log.size() - 1);
    AttestedLog attested = new AttestedLog(LEDGER, log.reader(), both);
    assertThatThrownBy(() -> attested.signedTo(_ -> null)).isInstanceOf(BadProof.class);
  }

  @Test
  void aLogOfALedgerWhoseNameOnlyEndsAlikeIsRefused() throws IOException {
    open(NAME + "/autobots-ledger/0");
    signed(300);
    assertThatThrownBy(() -> new AttestedLog(LEDGER, log.reader(), both))
        .isInstanceOf(BadProof.class)
        .hasMessageEndingWith("/autobots-ledger/0, not of bots-ledger-0");
  }

  @Test
  void aLogOfAnotherPartitionIsRefused() throws IOException {
    open(NAME + "/bots-ledger/1");
    SignedNote other = signed(300);
    assertThatThrownBy(() -> new AttestedLog(LEDGER, log.reader(), both))
        .isInstanceOf(BadProof.class)
        .hasMessage("the log is that of " + NAME + "/bots-ledger/1, not of bots-ledger-0");
    log.close();

    Files.delete(dir.resolve(LogReader.SIGNED));
    write(LogReader.WITNESSED, witnessed(other));
    LogReader reader = new LogReader(LogSource.of(dir));
    assertThatThrownBy(() -> new AttestedLog(LEDGER, reader, both)).isInstanceOf(BadProof.class);
  }
}

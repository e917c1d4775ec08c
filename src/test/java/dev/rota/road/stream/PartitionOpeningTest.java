package dev.rota.road.stream;

import static dev.rota.testing.AlarmRecords.breaksTheRules;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.wire.AlarmWire;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.stream.rows.UnsavedTail;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.testing.OldEntry;
import dev.rota.testing.likeness.Likeness;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows that are those of the ledger's end, of an earlier page, or none of it. */
class PartitionOpeningTest {
  private static final List<String> LANES = List.of("home", "work");

  private final AlarmDomain domain = new AlarmDomain();
  private final LedgerInMemory ledger = new LedgerInMemory();
  private final TreeRows rows = new TreeRows();
  private final InputCodec codec = new InputCodec(domain);
  private LaneStore live = store(rows);
  private PageWriter pages = new PageWriter(0, PageEnd.START);
  private long offset;

  @Test
  void aNewTaskBeginsWithNothing() {
    ledger.empty();
    assertThat(open(rows).turns()).isZero();
  }

  @Test
  void rowsOfTheLastPageNeedNothingOfTheLedger() {
    write(10);
    assertThat(open(rows).pages()).isEqualTo(10);
    assertThat(ledger.read()).isZero();
  }

  @Test
  void turnsSinceTheCheckpointAreDecidedAgainToTheSame() {
    write(7);
    TreeRows checkpoint = copy(rows);
    write(20);

    UnsavedTail unsaved = tail();
    var opening =
        new PartitionOpening(
            domain,
            0,
            ledger,
            new KeptInMemory(checkpoint, () -> store(checkpoint)),
            checkpoint,
            unsaved);
    opening.open(false);
    assertThat(opening.end()).usingRecursiveComparison().isEqualTo(live.end());
    assertThat(ledger.read()).isEqualTo(20);
    assertThat(unsaved.turns()).as("the next checkpoint has them").isEqualTo(20);
    isAsLive(checkpoint);
  }

  @Test
  void fiftyThousandTurnsAreDecidedAgain() {
    write(10);
    TreeRows checkpoint = copy(rows);
    for (int i = 0; i < 50; i++) {
      writePage(1_000);
    }
    assertThat(open(checkpoint).turns()).isEqualTo(live.end().turns());
    isAsLive(checkpoint);
  }

  @Test
  void rowsThatAreLostAreRebuiltFromTheWholeLedger() {
    write(30);
    TreeRows lost = new TreeRows();

    assertThat(open(lost)).usingRecursiveComparison().isEqualTo(live.end());
    assertThat(ledger.read()).isEqualTo(30);
    isAsLive(lost);
  }

  @Test
  void rowsThatAreLostInPartAreRebuilt() {
    write(30);
    for (int kind : new int[] {0, 1, 2, 4}) {
      TreeRows partly = copy(rows);
      for (Row row : partly.page(KeySpan.startingWith(new byte[] {(byte) kind}), 1)) {
        partly.remove(row.key());
      }
      if (partly.size() < rows.size() && kind != 1) {
        assertThat(open(partly)).usingRecursiveComparison().isEqualTo(live.end());
        isAsLive(partly);
      }
    }
  }

  @Test
  void rowsThatAreDamagedAreRebuiltOnceTheLedgerGoesOn() {
    write(10);
    TreeRows damaged = copy(rows);
    damage(damaged, 1);
    write(10);

    assertThat(open(damaged)).usingRecursiveComparison().isEqualTo(live.end());
    isAsLive(damaged);
  }

  @Test
  void damageThatTheTailDoesNotTouchIsFoundWhereThereIsDoubt() {
    write(10);
    TreeRows damaged = copy(rows);
    damage(damaged, 1);

    opening(damaged, ledger).open(false);
    assertThat(ledger.read()).as("nobody has looked at them").isZero();
    var opening = opening(damaged, ledger);
    opening.open(true);
    assertThat(opening.decided()).isEqualTo(10);
    isAsLive(damaged);
  }

  @Test
  void cursorsUnderKeysThatNameNoLaneAreRebuilt() {
    write(10);
    for (String key :
        new String[] {"00", "00686f6d65", "0000ff", "00c3280000", "00686f6d65000001"}) {
      TreeRows damaged = copy(rows);
      byte[] cursor = rows.page(KeySpan.startingWith(new byte[] {0}), 1).get(0).value();
      damaged.put(HexFormat.of().parseHex(key), cursor);

      assertThat(open(damaged)).usingRecursiveComparison().isEqualTo(live.end());
      isAsLive(damaged);
    }
  }

  @Test
  void rowsThatCannotBeReadAreRebuilt() {
    write(10);
    for (int kind : new int[] {0, 4}) {
      TreeRows cut = copy(rows);
      for (Row row : cut.page(KeySpan.startingWith(new byte[] {(byte) kind}), 1)) {
        cut.put(row.key(), new byte[] {-1});
      }
      assertThat(open(cut)).usingRecursiveComparison().isEqualTo(live.end());
      isAsLive(cut);
    }
  }

  @Test
  void rowsThatKnowAnotherSealAreRebuilt() {
    write(10);
    TreeRows other = copy(rows);
    store(other).save(new PageEnd(10, 10, new Sha256().number(1).finish()));

    assertThat(open(other)).usingRecursiveComparison().isEqualTo(live.end());
    isAsLive(other);
  }

  /** What no turn proves: when a lane was last asked, when it is next due, which page it was. */
  @Test
  void aBitThatChangesInACursorOrInTheEndOfTheLedgerIsFound() {
    write(10);
    for (int kind : new int[] {0, 4}) {
      Row row = rows.page(KeySpan.startingWith(new byte[] {(byte) kind}), 1).get(0);
      for (int bit = 0; bit < row.value().length * Byte.SIZE; bit++) {
        TreeRows other = copy(rows);
        byte[] value = row.value().clone();
        value[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        other.put(row.key(), value);

        assertThat(open(other)).usingRecursiveComparison().isEqualTo(live.end());
        isAsLive(other);
      }
    }
  }

  @Test
  void aRebuildThatWasBrokenOffAnywhereBeginsAgain() {
    write(40);
    TreeRows whole = copy(rows);
    damage(whole, 1);
    for (int stop = 0; stop < 60; stop += 3) {
      TreeRows half = copy(whole);
      var breaking = new Breaking(half, stop);
      assertThatThrownBy(
              () -> new PartitionOpening(domain, 0, ledger, breaking, half, tail()).open(true))
          .hasMessage("broken off");

      assertThat(open(half).turns()).isEqualTo(40);
      assertThat(ofLanes(half)).isEqualTo(ofLanes(rows));
      for (String lane : LANES) {
        assertThat(store(half).lastTurn(lane)).isEqualTo(20);
      }
    }
  }

  @Test
  void rowsThatAreLostWithTheLedgerAreNotANewBeginning() {
    write(10);
    TreeRows unreadable = copy(rows);
    unreadable.put(new byte[] {4}, new byte[] {-1});
    TreeRows partly = copy(rows);
    partly.page(KeySpan.startingWith(new byte[] {0}), 9).forEach(row -> partly.remove(row.key()));
    ledger.empty();
    assertThatThrownBy(() -> open(partly))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("the ledger was cut");
    assertThatThrownBy(() -> open(unreadable))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContainingAll("cannot be read", "the ledger was deleted and recreated");
  }

  @Test
  void aLedgerThatExpiredIsNoNewBeginning() {
    write(10);
    TreeRows damaged = copy(rows);
    damage(damaged, 1);
    ledger.remove(10);
    for (TreeRows lost : List.of(new TreeRows(), incomplete())) {
      assertThatThrownBy(() -> open(lost))
          .isInstanceOf(UnfitCluster.class)
          .hasMessageContainingAll("partition 0 are lost", "none of its pages is retained");
      assertThatThrownBy(() -> open(lost))
          .as("and it stays so")
          .isInstanceOf(UnfitCluster.class)
          .hasMessageContaining("none of its pages is retained");
    }
    for (TreeRows known : List.of(rows, damaged)) {
      assertThatThrownBy(() -> open(known))
          .isInstanceOf(UnfitCluster.class)
          .hasMessageContainingAll(
              "retains no page", "rows know page 10", "rota ledger trim alarms");
    }
  }

  private TreeRows incomplete() {
    TreeRows half = new TreeRows();
    store(half).save(PageEnd.INCOMPLETE);
    return half;
  }

  @Test
  void rowsThatKnowALaterPageOutliveTheFirstOnes() {
    write(10);
    ledger.remove(9);
    assertThat(open(rows).pages()).isEqualTo(10);
    assertThatThrownBy(() -> open(new TreeRows()))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContainingAll("partition 0 are lost", "expected page 1, found page 10");
  }

  @Test
  void aLedgerThatWasMadeAnewWhileItWasWrittenIsRefused() {
    write(10);
    ledger.behead(4);
    for (TreeRows any : List.of(rows, new TreeRows())) {
      assertThatThrownBy(() -> open(any))
          .isInstanceOf(UnfitCluster.class)
          .hasMessageContainingAll("begins with page 5", "deleted and recreated");
    }
  }

  private static void damage(TreeRows these, int kind) {
    Row row = these.page(KeySpan.startingWith(new byte[] {(byte) kind}), 1).get(0);
    byte[] value = row.value().clone();
    value[value.length - 1] ^= 1;
    these.put(row.key(), value);
  }

  @Test
  void aLedgerThatBeginsWithTurnsOfRelease01IsRefused() {
    ledger.other(OldEntry.bytes());
    write(2);
    assertThatThrownBy(() -> open(new TreeRows()))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContainingAll(
            "cannot be rebuilt from the ledger: alarms-ledger/0/0: the page cannot be read",
            "turn 11 of lane 'builds' in a record of its own, as Rota 0.1 wrote it",
            "Nothing is decided");
  }

  @Test
  void aLedgerThatWasMadeAnewOrCutIsRefused() {
    write(3);
    LedgerInMemory shorter = new LedgerInMemory();
    shorter.page(1, new byte[0]);
    assertThatThrownBy(() -> opening(rows, shorter).open(false))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("ends with page 1, but its rows know page 3: the ledger was cut");
    ledger.empty();
    assertThatThrownBy(() -> open(rows))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContainingAll("hold 3 turns", "the ledger was deleted and recreated");
  }

  @Test
  void aLedgerThatIsNotDecidedAgainToTheSameIsRefused() {
    write(5);
    byte[] page = ledger.records().get(2).value();
    page[page.length - 1] ^= 1;
    assertThatThrownBy(() -> open(new TreeRows()))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContainingAll(
            "the rows of alarms, partition 0 are lost", "cannot be rebuilt", "seal differs");
  }

  /** So many pages of one turn. */
  private void write(int count) {
    for (int i = 0; i < count; i++) {
      writePage(1);
    }
  }

  private void writePage(int turns) {
    for (int i = 0; i < turns; i++) {
      pages.add(take(offset).entry());
    }
    PageWriter.Closed closed = pages.close(live::stateDigest);
    live.save(pages.end());
    ledger.page(closed.page().number(), closed.bytes());
  }

  /** Alarms that are set and ring, and now and then one on which the rules fail. */
  private DecidedTurn take(long at) {
    String lane = LANES.get((int) (at % 2));
    var record = at % 9 == 8 ? breaksTheRules(lane) : set(lane, "a" + at % 7, 40);
    byte[] digest = new Sha256().number((int) offset).finish();
    var source = new InputPosition(AlarmWire.SETTINGS, 0, offset++, 10 * at, digest);
    TurnArrival arrival = codec.take(source, record);
    return live.lane(lane).take(arrival);
  }

  private PageEnd open(TreeRows those) {
    var opening = opening(those, ledger);
    opening.open(false);
    return opening.end();
  }

  private PartitionOpening opening(TreeRows those, LedgerInMemory past) {
    return new PartitionOpening(
        domain, 0, past, new KeptInMemory(those, () -> store(those)), those, tail());
  }

  private static UnsavedTail tail() {
    return new UnsavedTail(() -> 0);
  }

  /** The program ends as the rows are removed, or as they are made anew. */
  private final class Breaking implements PartitionOpening.Kept {
    private final TreeRows those;
    private int left;

    Breaking(TreeRows those, int left) {
      this.those = those;
      this.left = left;
    }

    @Override
    public LaneStore lanes() {
      return store(those);
    }

    @Override
    public void beginAnew() {
      store(those).save(PageEnd.INCOMPLETE);
      for (Row row : those.page(new KeySpan(new byte[0], new byte[] {3}), Integer.MAX_VALUE)) {
        those.remove(row.key());
        between();
      }
    }

    @Override
    public void between() {
      if (left-- == 0) {
        throw new IllegalStateException("broken off");
      }
    }

    @Override
    public void madeAnew() {
      throw new IllegalStateException("broken off");
    }
  }

  private LaneStore store(Rows those) {
    LaneStore lanes = new LaneStore(domain, those);
    lanes.checkCursors();
    return lanes;
  }

  /** Every row and everything derived is what it is without a restart. */
  private void isAsLive(TreeRows reopened) {
    assertThat(told(reopened)).isEqualTo(told(rows));
    var lanes = store(reopened);
    for (String lane : LANES) {
      assertThat(new Likeness().difference(live.lane(lane).state(), lanes.lane(lane).state()))
          .isEmpty();
    }
  }

  private static List<String> told(TreeRows all) {
    return told(all, new KeySpan(new byte[0], null));
  }

  private static List<String> ofLanes(TreeRows all) {
    return told(all, KeySpan.startingWith(new byte[] {1}));
  }

  private static List<String> told(TreeRows all, KeySpan span) {
    return all.page(span, Integer.MAX_VALUE).stream()
        .map(
            row ->
                java.util.HexFormat.of().formatHex(row.key())
                    + "="
                    + java.util.HexFormat.of().formatHex(row.value()))
        .toList();
  }

  private static TreeRows copy(TreeRows from) {
    TreeRows copy = new TreeRows();
    from.page(new KeySpan(new byte[0], null), Integer.MAX_VALUE)
        .forEach(row -> copy.put(row.key(), row.value()));
    return copy;
  }
}

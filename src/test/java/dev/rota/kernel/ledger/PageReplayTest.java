package dev.rota.kernel.ledger;

import static dev.rota.alarms.wire.AlarmWire.CANCELS;
import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.breaksTheRules;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.kernel.ledger.TurnPage.Touched;
import dev.rota.testing.Book;
import dev.rota.testing.OldEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages are replayed, and whoever edits one is found, even if they seal it anew. */
final class PageReplayTest {
  private final AlarmDomain domain = new AlarmDomain();
  private final Book book = new Book(domain);
  private final PageWire wire = new PageWire();

  /** Two lanes and every kind of turn: inputs, ticks, a dead letter, a fault. */
  @BeforeEach
  void write() {
    book.take(SETTINGS, "home", 1_000, set("home", "tea", 300));
    book.take(SETTINGS, "work", 1_050, set("work", "tea", 700));
    book.take(SETTINGS, "home", 1_100, set("home", "egg", 900));
    book.tick("home", 1_300);
    book.unreadable(CANCELS, "home", 1_400, new byte[] {9, 9, 9});
    book.take(SETTINGS, "home", 2_500, breaksTheRules("home"));
    book.take(CANCELS, "home", 1_200, cancel("home", "tea"));
    book.take(SETTINGS, "work", 2_600, set("work", "cake", 10));
    book.take(SETTINGS, "home", 2_600, set("home", "cake", 10));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9, 100})
  void pagesOfAnySizeAreDecidedAgainToTheSame(int turns) {
    var verdicts = replay(book.pages(turns));

    assertThat(verdicts).hasSize(9).allMatch(ReplayVerdict.Same.class::isInstance);
    for (int i = 0; i < 9; i++) {
      var decided = ((ReplayVerdict.Same) verdicts.get(i)).decided();
      var turn = book.turns().get(i);
      assertThat(decided.stateDigest()).isEqualTo(turn.stateDigest());
      assertThat(decided.entry().outputsDigest()).isEqualTo(turn.entry().outputsDigest());
      assertThat(decided.entry().number()).isEqualTo(turn.entry().number());
    }
  }

  @Test
  void aPageHoldsItsTurnsAndItsLanesOnce() {
    var page = wire.decode(book.pages(4).get(0));

    assertThat(page.number()).isOne();
    assertThat(page.rules()).isOne();
    assertThat(page.atMillis()).isEqualTo(1_300);
    assertThat(page.lanes()).extracting(Touched::lane).containsExactly("home", "work");
    assertThat(page.turns()).extracting(TurnEntry::number).containsExactly(1L, 1L, 2L, 3L);
    assertThat(page.turns().get(1).source().path()).isEqualTo("alarm-settings/0/1");
    assertThat(page.lanes().get(1).stateDigest()).isEqualTo(book.turns().get(1).stateDigest());
  }

  @Test
  void everySingleEditedByteOfEveryPageIsFound() {
    var pages = book.pages(3);
    int edits = 0;
    for (int at = 0; at < pages.size(); at++) {
      for (int i = 0; i < pages.get(at).length; i++) {
        for (int flip : new int[] {0x01, 0x02, 0x10, 0x80, 0xff}) {
          var edited = new ArrayList<>(pages);
          edited.set(at, edited.get(at).clone());
          edited.get(at)[i] ^= (byte) flip;
          edits++;

          assertThat(replay(edited))
              .as("byte %s of page %s with %s", i, at + 1, flip)
              .anyMatch(verdict -> !(verdict instanceof ReplayVerdict.Same));
        }
      }
    }
    assertThat(edits).isGreaterThan(3_000);
  }

  @Test
  void anEditedPageIsOneDifference() {
    var pages = book.pages(3);
    byte[] edited = pages.get(1).clone();
    edited[edited.length - 1] ^= 1;
    pages.set(1, edited);

    var verdicts = replay(pages);
    assertThat(verdicts).filteredOn(ReplayVerdict.Differs.class::isInstance).hasSize(1);
    assertThat(difference(pages).orElseThrow().what()).isEqualTo("seal");
    assertThat(verdicts).filteredOn(ReplayVerdict.Same.class::isInstance).hasSize(9);
  }

  @Test
  void aRemovedRepeatedOrSwappedPageIsFound() {
    for (int at = 0; at < 4; at++) {
      var removed = book.pages(2);
      removed.remove(at);
      assertThat(differences(removed))
          .extracting(ReplayVerdict.Divergence::what)
          .containsExactly("pages are missing before this one");

      var repeated = book.pages(2);
      repeated.add(at + 1, repeated.get(at));
      assertThat(differences(repeated))
          .extracting(ReplayVerdict.Divergence::what)
          .containsExactly("a page is repeated or out of order");
      assertThat(replay(repeated)).filteredOn(ReplayVerdict.Same.class::isInstance).hasSize(9);

      var swapped = book.pages(2);
      Collections.swap(swapped, at, at + 1);
      assertThat(difference(swapped)).as("pages %s and %s", at + 1, at + 2).isPresent();
    }
  }

  @Test
  void behindAMissingPageLanesThatItHadNotTouchedAreStillDecidedAgain() {
    var pages = book.pages(2);
    pages.remove(2); // turns 5 and 6, of home alone

    assertThat(replay(pages))
        .extracting(verdict -> verdict.getClass().getSimpleName())
        .containsExactly("Same", "Same", "Same", "Same", "Differs", "Unproved", "Same", "Unproved");
  }

  @Test
  void aFalseDigestOfTheStateThatIsSealedAnewNamesItsLane() {
    var difference =
        difference(
                resealed(
                    1,
                    page -> {
                      var lanes = new ArrayList<>(page.lanes());
                      Touched first = lanes.get(0);
                      lanes.set(
                          0, new Touched(first.lane(), first.first(), 1, first.stateDigest() + 1));
                      return with(page, lanes, page.turns());
                    }))
            .orElseThrow();
    assertThat(difference.what()).isEqualTo("digest of the state");
    assertThat(difference.lane()).isEqualTo("home");
  }

  @Test
  void falseTurnsThatAreSealedAnewAreFoundAndNamed() {
    assertThat(told(turn -> with(turn, turn.atMillis() - 1_000, turn.outputs())))
        .contains("turn 4 of home: time");
    assertThat(told(turn -> with(turn, turn.atMillis(), turn.outputs() + 1)))
        .contains("turn 4 of home: number of outputs");
    assertThat(told(turn -> with(turn, turn.atMillis(), 0)))
        .contains("turn 4 of home: number of outputs");
  }

  @Test
  void anUnreadableTurnWithoutAReasonIsADifferenceAndNoAccident() {
    assertThat(
            told(
                turn -> new TestTurn(turn).kind(TurnEntry.Kind.UNREADABLE).withoutReason().entry()))
        .containsExactly("turn 4 of home: input");
  }

  @Test
  void aTurnThatIsLeftOutRepeatedOrMovedIsFound() {
    assertThat(
            difference(
                resealed(
                    1,
                    page -> {
                      var lanes = new ArrayList<>(page.lanes());
                      lanes.set(0, new Touched("home", 5, 1, lanes.get(0).stateDigest()));
                      return with(page, lanes, page.turns());
                    })))
        .map(ReplayVerdict.Divergence::what)
        .contains("turns are missing before this one");
    assertThat(
            difference(
                resealed(
                    1,
                    page -> {
                      var lanes = new ArrayList<>(page.lanes());
                      lanes.set(0, new Touched("home", 2, 1, lanes.get(0).stateDigest()));
                      return with(page, lanes, page.turns());
                    })))
        .map(ReplayVerdict.Divergence::what)
        .contains("a turn is repeated or out of order");
  }

  @Test
  void anotherNumberOrPartitionThatIsSealedAnewIsFound() {
    assertThat(difference(resealed(1, page -> new TurnPage(7, 0, page.lanes(), page.turns()))))
        .map(ReplayVerdict.Divergence::what)
        .contains("pages are missing before this one");
    var elsewhere = new PartitionReplay(domain, 1, true);
    var verdicts = new ArrayList<ReplayVerdict>();
    book.pages(9).forEach(page -> elsewhere.page(page, verdicts::add));
    assertThat(verdicts)
        .singleElement()
        .extracting(verdict -> ((ReplayVerdict.Differs) verdict).divergence().what())
        .isEqualTo("the page belongs on partition 0");
  }

  @Test
  void aTickThatNothingIsDueForIsNoTurn() {
    book.tick("home", 2_605);
    var idle = difference(book.pages(3)).orElseThrow();
    assertThat(idle.number()).isEqualTo(8);
    assertThat(idle.what()).isEqualTo("a tick without a deadline");
  }

  @Test
  void withoutItsBeginningALedgerIsUnprovedButNewLanesAreDecidedAgain() {
    book.take(SETTINGS, "new", 3_000, set("new", "tea", 300));
    var tail = book.pages(2).subList(2, 5);
    var replay = new PartitionReplay(domain, 0, false);
    var verdicts = new ArrayList<ReplayVerdict>();
    tail.forEach(page -> replay.page(page, verdicts::add));

    assertThat(verdicts)
        .extracting(verdict -> verdict.getClass().getSimpleName())
        .containsExactly("Unproved", "Unproved", "Unproved", "Unproved", "Unproved", "Same");
  }

  @Test
  void bytesThatAreNoPageAreADifferenceAndNoAccident() {
    for (byte[] bytes :
        List.of(new byte[0], new byte[] {1, 2, 3}, Arrays.copyOf(book.pages(3).get(0), 2_000))) {
      assertThat(difference(List.of(bytes)))
          .map(ReplayVerdict.Divergence::what)
          .contains("the page cannot be read");
    }
    var behind = book.pages(3);
    behind.set(1, new byte[] {1});
    assertThat(differences(behind)).hasSize(1);
  }

  @Test
  void aTurnOfRelease01IsNoPageAndSaysWhatItIs() {
    for (byte[] entry : OldEntry.all()) {
      isToldToBeOld(entry);
    }
  }

  private void isToldToBeOld(byte[] entry) {
    var difference = difference(List.of(entry)).orElseThrow();
    assertThat(difference.what()).isEqualTo("the page cannot be read");
    assertThat(difference.found())
        .contains("of lane 'builds' in a record of its own, as Rota 0.1 wrote it")
        .contains("Ledgers are readable from 0.2 on: read this one with Rota 0.1");
    for (byte[] other :
        List.of(
            Arrays.copyOf(entry, entry.length - 1),
            Arrays.copyOf(entry, entry.length + 1),
            book.pages(3).get(0))) {
      assertThat(PageWire.older(other)).isEmpty();
    }
  }

  /**
   * What is found if the second page of three turns has its first turn edited, and all is sealed.
   */
  private List<String> told(UnaryOperator<TurnEntry> edit) {
    return differences(
            resealed(
                1,
                page -> {
                  var turns = new ArrayList<>(page.turns());
                  turns.set(1, edit.apply(turns.get(1)));
                  return with(page, page.lanes(), turns);
                }))
        .stream()
        .map(one -> "turn %d of %s: %s".formatted(one.number(), one.lane(), one.what()))
        .toList();
  }

  /** Pages of three turns, of which one is edited, and all from there on are sealed anew. */
  private List<byte[]> resealed(int at, UnaryOperator<TurnPage> edit) {
    List<byte[]> forged = new ArrayList<>();
    byte[] seal = PageEnd.START.seal();
    for (byte[] bytes : book.pages(3)) {
      TurnPage page = wire.decode(bytes);
      byte[] again = wire.encode(forged.size() == at ? edit.apply(page) : page);
      seal = wire.seal(again, seal);
      forged.add(again);
    }
    return forged;
  }

  private static TurnPage with(TurnPage page, List<Touched> lanes, List<TurnEntry> turns) {
    return new TurnPage(page.number(), page.partition(), lanes, turns);
  }

  private static TurnEntry with(TurnEntry entry, long atMillis, int outputs) {
    return new TestTurn(entry).atMillis(atMillis).outputs(outputs).entry();
  }

  private Optional<ReplayVerdict.Divergence> difference(List<byte[]> pages) {
    return differences(pages).stream().findFirst();
  }

  private List<ReplayVerdict.Divergence> differences(List<byte[]> pages) {
    return replay(pages).stream()
        .filter(ReplayVerdict.Differs.class::isInstance)
        .map(verdict -> ((ReplayVerdict.Differs) verdict).divergence())
        .toList();
  }

  private List<ReplayVerdict> replay(List<byte[]> pages) {
    var replay = new PartitionReplay(domain);
    List<ReplayVerdict> verdicts = new ArrayList<>();
    pages.forEach(page -> replay.page(page, verdicts::add));
    return verdicts;
  }
}

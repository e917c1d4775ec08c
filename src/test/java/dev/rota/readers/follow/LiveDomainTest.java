package dev.rota.readers.follow;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.readers.follow.held.RecentTurn;
import dev.rota.readers.follow.held.TrendPoint;
import dev.rota.readers.follow.held.TrendSeries;
import dev.rota.readers.follow.held.TurnFilter;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A ledger is followed as it grows, whatever becomes of it. */
final class LiveDomainTest {

  private final AlarmDomain domain = new AlarmDomain();
  private final Book book = new Book(domain);
  private List<byte[]> pages;
  private LedgerLogs logs;
  private LiveDomain live;

  @BeforeEach
  void follow() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 100));
    book.take(SETTINGS, "work", 5, set("work", "egg", 5_000));
    book.take(SETTINGS, "home", 10, set("home", "cake", 50));
    book.tick("home", 60); // the cake's bell
    book.unreadable(SETTINGS, "~0", 70, new byte[] {1});
    book.take(SETTINGS, "home", 110, set("home", "bread", 900)); // the tea's bell
    pages = book.pages(1);
    logs = new LedgerLogs(domain.name(), pages.subList(0, 3));
    live = LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of());
    awaitTurns(3);
  }

  @AfterEach
  void end() {
    live.close();
  }

  private FollowProgress followed() {
    return live.standings().get(0);
  }

  private void awaitTurns(long turns) {
    await().until(() -> followed().turns() == turns && followed().caughtUp());
  }

  private String awaitDifference() {
    await().until(() -> followed().difference() != null);
    assertThat(followed().isProved()).isFalse();
    return followed().difference();
  }

  private <T> T home(BiFunction<AlarmState, LaneStanding, T> reader) {
    return live.ask("home", (state, standing) -> reader.apply((AlarmState) state, standing));
  }

  private LaneStanding home() {
    return home((_, standing) -> standing);
  }

  private boolean isSet(String alarm) {
    return home((state, _) -> state.alarm(alarm) != null);
  }

  @Test
  void whatIsReadIsBehindTheLastTurnAndGoesOnWithIt() {
    assertThat(home().turn()).isEqualTo(2);
    assertThat(home().isProved()).isTrue();
    assertThat(isSet("cake")).isTrue();
    pages.subList(3, 6).forEach(logs::append);
    awaitTurns(6);
    assertThat(home().turn()).isEqualTo(4);
    assertThat(isSet("cake")).isFalse();
    assertThat(live.lanes("", 10)).containsExactly("home", "work", "~0");
    assertThat(live.lanes("home", 1)).containsExactly("work");
    assertThat(followed().isProved()).isTrue();
    assertThat(followed().lanes()).isEqualTo(3);
    assertThat(followed().behind()).isZero();
  }

  @Test
  void aLaneThatLeavesIsGoneAndOneThatComesSaysSo() {
    pages.subList(3, 6).forEach(logs::append);
    List<byte[]> pieces = new ArrayList<>();
    TurnEntry left = book.add(book.lane("home").leave(3, 1, 5, pieces::add)).entry();
    assertThat(live.trend().lanes()).isEqualTo(2);
    logs.append(book.pages(1).get(6));
    awaitTurns(7);
    assertThat(live.lanes("", 10)).containsExactly("work", "~0");
    assertThat(live.trend().lanes()).isEqualTo(1);
    assertThat(followed().isProved()).isTrue();
    assertThatThrownBy(this::home)
        .isInstanceOf(NotInLedger.class)
        .hasMessageContaining("'home' is gone: it has left for partition 3. Start this process");

    LaneArrival piece = new LaneArrival(3, 9, 1, left.departure().state(), pieces.get(0));
    book.add(book.lane("home").arrive(piece, left.rules(), left.atMillis()));
    logs.append(book.pages(1).get(7));
    awaitTurns(8);
    assertThat(live.lanes("", 10)).containsExactly("home", "work", "~0");
    assertThat(live.trend().lanes()).isEqualTo(2);
    assertThat(home().turn()).isEqualTo(10);
    assertThat(home().proof())
        .isEqualTo(
            "verified from turn 10, with which it came from partition 3; its earlier turns are"
                + " there");
    assertThat(isSet("bread")).isTrue();
  }

  @Test
  void aLaneWhosePartitionIsElsewhereHasNoSeriesAnyMore() {
    assertThat(live.tallies().series("home")).isEqualTo("home");

    live.follow(Set.of());

    assertThat(live.tallies().counts().keySet())
        .extracting(FactTallies.Counter::series)
        .as("records that no lane has are counted from the start")
        .containsOnly(FactTallies.UNREADABLE);
  }

  @Test
  void aTrendGoesOnToNowAndEndsWhereTheLedgerDiffers() {
    TrendPoint now = last(live.trend());
    assertThat(now.waiting()).isNotNull();
    assertThat(now.turns()).as("they are long ago").isZero();
    assertThat(last(live.trend("work").orElseThrow()).waiting()).isNotNull();
    logs.append(new byte[] {1, 2, 3});
    assertThat(awaitDifference()).isNotEmpty();
    assertThat(last(live.trend())).isEqualTo(TrendPoint.UNKNOWN);
    assertThat(last(live.trend("work").orElseThrow())).isEqualTo(TrendPoint.UNKNOWN);
    live.follow(Set.of());
    assertThat(live.trend().points()).as("no partition is followed").isEmpty();
    assertThatThrownBy(() -> live.trend("work")).isInstanceOf(PartitionNotFollowed.class);
  }

  private static TrendPoint last(TrendSeries trend) {
    return trend.points().get(trend.points().size() - 1);
  }

  @Test
  void theLastTurnsAreHeld() {
    pages.subList(3, 6).forEach(logs::append);
    awaitTurns(6);
    await().until(() -> live.after("home", 3, 10).size() == 1);
    List<RecentTurn> home = live.before("home", Long.MAX_VALUE, 3);
    assertThat(home).extracting(RecentTurn::turn).containsExactly(4L, 3L, 2L);
    assertThat(home.get(0).input()).isEqualTo("AlarmSetting");
    assertThat(home.get(1).kind()).hasToString("TICK");
    assertThat(home.get(1).input()).isNull();
    assertThat(home.get(1).outputs()).isPositive();
    assertThat(live.before("home", 2, 3)).extracting(RecentTurn::turn).containsExactly(1L);
    assertThat(live.after("home", 1, 2)).extracting(RecentTurn::turn).containsExactly(2L, 3L);
    RecentTurn unreadable = live.before("~0", Long.MAX_VALUE, 3).get(0);
    assertThat(unreadable.reason()).isEqualTo("BAD_FRAMING");
    assertThat(unreadable.input()).as("what it was is not known").isNull();
    assertThat(live.after("nobody", 0, 2)).isEmpty();
  }

  @Test
  void aPageThatIsForgedIsFoundAndTheNextTurnsAreNotProved() {
    byte[] forged = pages.get(3).clone();
    forged[forged.length - 1] ^= 1; // its seal
    logs.append(forged);
    assertThat(awaitDifference()).contains("seal");
    assertThat(home().isProved()).isFalse();
    assertThat(home().proof()).startsWith("not verified: ");
  }

  @Test
  void aLaneWhoseFirstTurnDiffersIsKnownAndNotProved() {
    DecidedTurn first = book.take(SETTINGS, "late", 120, set("late", "pie", 5));
    TurnEntry forged = new TestTurn(first.entry()).outputs(first.entry().outputs() + 1).entry();
    book.turns().removeLast();
    book.add(new DecidedTurn(forged, first.stateDigest(), first.published(), first.faults()));
    book.pages(1).subList(3, 7).forEach(logs::append);
    assertThat(awaitDifference()).startsWith("late: turn 1, ");
    assertThat(live.lanes("", 10)).containsExactly("home", "late", "work", "~0");
    LaneStanding late = live.ask("late", (_, standing) -> standing);
    assertThat(late.isProved()).isFalse();
    assertThat(home().isProved()).isTrue();
  }

  @Test
  void aDeadLetterThatComesNowIsNewsWhateverItsTime() {
    long began = System.currentTimeMillis();
    assertThat(live.health().get(0).letters().isNone()).isTrue();
    pages.subList(3, 6).forEach(logs::append);
    awaitTurns(6);
    assertThat(live.health().get(0).letters().byReason()).containsEntry("BAD_FRAMING", 1L);
    assertThat(live.health().get(0).letters().lastMillis()).isGreaterThanOrEqualTo(began);
  }

  @Test
  void aRecordThatIsNoPageIsFound() {
    logs.append(new byte[] {1, 2, 3});
    assertThat(awaitDifference()).isNotEmpty();
    assertThat(live.ask("work", (_, standing) -> standing).isProved()).isFalse();
  }

  @Test
  void aPageThatComesAgainIsToldAndChangesNoLane() {
    logs.append(pages.get(1));
    assertThat(awaitDifference()).contains("a page is repeated or out of order");
    assertThat(home().isProved()).isTrue();
    pages.subList(3, 6).forEach(logs::append);
    awaitTurns(6);
    assertThat(home().isProved()).isTrue();
    assertThat(followed().isProved()).isFalse();
  }

  @Test
  void pagesThatAreMissingAreFound() {
    logs.append(pages.get(5));
    assertThat(awaitDifference()).contains("pages are missing before this one");
  }

  @Test
  void anEndThatIsCutIsFoundAndWhatWasReadIsStillAnswered() {
    logs.cut(1);
    assertThat(awaitDifference()).contains("ends at offset 2, and was read up to 3", "cut");
    assertThat(home().turn()).isEqualTo(2);
    assertThat(home().isProved()).isFalse();
  }

  @Test
  void aLedgerThatIsMadeAnewOrDeletedIsFound() {
    logs.remake("other");
    assertThat(awaitDifference()).contains("was deleted and recreated");
    logs.remake(null);
    try (var gone = LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of())) {
      await().until(() -> gone.standings().get(0).difference() != null);
      assertThat(gone.standings().get(0).difference()).contains("was deleted");
    }
  }

  @Test
  void aBrokerThatIsAwayIsWaitedFor() {
    logs.away(true);
    await().until(() -> followed().trouble() != null);
    assertThat(followed().trouble()).contains("nobody answers");
    assertThat(home().turn()).isEqualTo(2);
    logs.away(false);
    pages.subList(3, 6).forEach(logs::append);
    awaitTurns(6);
    await().until(() -> followed().trouble() == null);
    assertThat(followed().isProved()).isTrue();
  }

  @Test
  void aFollowerThatEndsDoesNotPassForOneThatHasCaughtUp() {
    logs.fail(new StackOverflowError("deep"));
    awaitBesideAnError().until(() -> followed().difference() != null);
    assertThat(followed().difference()).contains("its follower ended, restart the process", "deep");
    assertThat(home().isProved()).isFalse();
    try (var never = LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of())) {
      awaitBesideAnError().until(() -> never.standings().get(0).trouble() != null);
      assertThat(never.standings().get(0).isProved()).isFalse();
      assertThat(never.standings().get(0).trouble()).contains("its follower ended");
    }
  }

  private static ConditionFactory awaitBesideAnError() {
    return await().dontCatchUncaughtExceptions();
  }

  @Test
  void turnsOfAPartitionThatIsElsewhereNowAreNotAnswered() {
    assertThat(live.before("home", 9, 9)).isNotEmpty();
    live.follow(Set.of());
    assertThatThrownBy(() -> live.before("home", 9, 9)).isInstanceOf(PartitionNotFollowed.class);
    assertThatThrownBy(() -> live.after("home", 0, 9)).isInstanceOf(PartitionNotFollowed.class);
    assertThatThrownBy(() -> live.between("home", 0, 9, 9, TurnFilter.ALL))
        .isInstanceOf(PartitionNotFollowed.class);
    assertThatThrownBy(() -> live.stretches("home", 0, 9, 1, 9))
        .isInstanceOf(PartitionNotFollowed.class);
    logs.away(true);
    live.follow(Set.of(0));
    assertThat(live.before("home", 9, 9)).as("they were let go").isEmpty();
  }

  @Test
  void aLongQuestionHoldsNothingButItsPartitionsNextTurn() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    Thread asks =
        new Thread(
            () ->
                home(
                    (_, _) -> {
                      asked.countDown();
                      return isOver(answer);
                    }));
    asks.start();
    asked.await();
    pages.subList(3, 6).forEach(logs::append);
    assertThat(followed().turns()).isEqualTo(3);
    assertThat(live.before("home", Long.MAX_VALUE, 1).get(0).turn()).isEqualTo(2);
    answer.countDown();
    asks.join();
    awaitTurns(6);
  }

  private static boolean isOver(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatIsNotFollowedIsSaid() {
    assertThatThrownBy(() -> live.ask("nobody", (_, standing) -> standing))
        .isInstanceOf(NotInLedger.class)
        .hasMessageStartingWith("the ledger has no turn of a lane 'nobody'; there are home, work");
    assertThatThrownBy(
            () -> LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of(0, 7)))
        .isInstanceOf(NotInLedger.class)
        .hasMessage("alarms-ledger has 1 partitions, and none with the number [7]");
  }

  @Test
  void thePastIsDecidedBesideIt() {
    assertThat(
            live.past(
                    "home",
                    Patience.MAX,
                    answers -> answers.at(new HistoryMoment.Turn(1), (_, standing) -> standing))
                .turn())
        .isOne();
    assertThatThrownBy(
            () ->
                live.past(
                    "home",
                    Duration.ZERO,
                    answers -> answers.at(new HistoryMoment.Turn(1), (_, standing) -> standing)))
        .isInstanceOf(ReplayTooLong.class);
  }
}

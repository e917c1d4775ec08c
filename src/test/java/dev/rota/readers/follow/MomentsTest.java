package dev.rota.readers.follow;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmState;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lane is read where it stood, however its turns lie in pages. */
final class MomentsTest {
  private final AlarmDomain domain = new AlarmDomain();
  private final Book book = new Book(domain);

  @BeforeEach
  void write() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 100));
    book.take(SETTINGS, "work", 5, set("work", "egg", 5_000));
    book.take(SETTINGS, "home", 10, set("home", "cake", 50));
    book.tick("home", 60); // the cake's bell
    book.take(SETTINGS, "home", 60, set("home", "rice", 400));
    book.take(SETTINGS, "home", 110, set("home", "bread", 900)); // the tea's bell
  }

  private LedgerLogs logs(int turnsOfPage) {
    return new LedgerLogs(domain.name(), book.pages(turnsOfPage));
  }

  private LaneAnswers answers(LedgerLogs logs, String lane) {
    return new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, lane);
  }

  /** Which of the alarms are set, after how many turns. */
  private String alarms(int turnsOfPage, HistoryMoment moment) {
    return answers(logs(turnsOfPage), "home")
        .at(
            moment,
            (state, standing) -> {
              assertThat(standing.isProved()).as(standing.proof()).isTrue();
              assertThat(standing.proof()).isEqualTo("verified from turn 1");
              return standing.turn() + alarms((AlarmState) state) + " at " + standing.atMillis();
            });
  }

  private static String alarms(AlarmState state) {
    List<String> set = new ArrayList<>();
    for (String id : List.of("tea", "cake", "rice", "bread")) {
      if (state.alarm(id) != null) {
        set.add(id);
      }
    }
    return set.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void behindATurn(int turnsOfPage) {
    assertThat(alarms(turnsOfPage, new HistoryMoment.Turn(1))).isEqualTo("1[tea] at 0");
    assertThat(alarms(turnsOfPage, new HistoryMoment.Turn(2))).isEqualTo("2[tea, cake] at 10");
    assertThat(alarms(turnsOfPage, new HistoryMoment.Turn(3))).isEqualTo("3[tea] at 60");
    assertThat(alarms(turnsOfPage, new HistoryMoment.Turn(4))).isEqualTo("4[tea, rice] at 60");
    assertThat(alarms(turnsOfPage, new HistoryMoment.Turn(5))).isEqualTo("5[rice, bread] at 110");
    assertThat(alarms(turnsOfPage, HistoryMoment.END)).isEqualTo("5[rice, bread] at 110");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void atATimeBehindItsLastTurnOfThatInstant(int turnsOfPage) {
    assertThat(alarms(turnsOfPage, new HistoryMoment.Time(0))).isEqualTo("1[tea] at 0");
    assertThat(alarms(turnsOfPage, new HistoryMoment.Time(59))).isEqualTo("2[tea, cake] at 10");
    assertThat(alarms(turnsOfPage, new HistoryMoment.Time(60))).isEqualTo("4[tea, rice] at 60");
    assertThat(alarms(turnsOfPage, new HistoryMoment.Time(109))).isEqualTo("4[tea, rice] at 60");
    assertThat(alarms(turnsOfPage, new HistoryMoment.Time(1_000_000)))
        .isEqualTo("5[rice, bread] at 110");
  }

  @Test
  void aQuestionForALaterTimeIsAskedThenAndNoneBeforeTheLastTurn() {
    LaneStanding at = new LaneStanding("home", 5, 110, 0, null, null, null);
    assertThat(LaneAnswers.present(at, new HistoryMoment.Time(150))).isEqualTo(150);
    assertThat(LaneAnswers.present(at, new HistoryMoment.Time(50))).isEqualTo(110);
    assertThat(LaneAnswers.present(at, HistoryMoment.END)).isEqualTo(110);
    assertThat(LaneAnswers.present(at, new HistoryMoment.Turn(200))).isEqualTo(110);
  }

  @Test
  void whatTheLedgerDoesNotHoldIsSaid() {
    assertThatThrownBy(() -> alarms(2, new HistoryMoment.Turn(6)))
        .isInstanceOf(NotInLedger.class)
        .hasMessage("the lane 'home' has only 5 turns");
    assertThatThrownBy(() -> alarms(2, new HistoryMoment.Time(-1)))
        .isInstanceOf(NotInLedger.class)
        .hasMessage("the lane 'home' has no turn up to that time");
    LaneAnswers nobody = answers(logs(2), "nobody");
    assertThatThrownBy(() -> nobody.at(HistoryMoment.END, (_, standing) -> standing))
        .isInstanceOf(NotInLedger.class)
        .hasMessage("the ledger has no turn of a lane 'nobody'");
    assertThatThrownBy(() -> alarms(2, new HistoryMoment.Turn(0)))
        .isInstanceOf(NotInLedger.class)
        .hasMessage("turns begin with 1");
  }

  @Test
  void whoMistakesALaneIsToldWhichThereAre() {
    Collection<String> names = LaneNames.of(logs(2), domain.name());
    assertThat(names).containsExactly("home", "work");
    assertThat(NoSuchLane.of("hom", "").among(names))
        .hasMessage(
            "the ledger has no turn of a lane 'hom'; did you mean 'home'? There are home, work");
    assertThat(NoSuchLane.of("elsewhere", "").among(names))
        .hasMessage("the ledger has no turn of a lane 'elsewhere'; there are home, work");
    assertThat(NoSuchLane.of("home", "").among(List.of()))
        .hasMessage("the ledger has no turn of a lane 'home'");
  }

  @Test
  void onlyTheTurnsOfItsLaneAreDecided() {
    LaneAnswers home = answers(logs(2), "home");
    home.at(HistoryMoment.END, (_, standing) -> standing);
    assertThat(home.done()).isEqualTo(5);
    LaneAnswers work = answers(logs(2), "work");
    assertThat(work.<Long>at(HistoryMoment.END, (_, standing) -> standing.turn())).isOne();
    assertThat(work.done()).isOne();
  }

  @Test
  void whatDiffersIsAnAnswerThatIsNotProved() {
    List<byte[]> pages = new ArrayList<>(book.pages(2));
    byte[] edited = pages.get(1).clone();
    edited[edited.length - 1] ^= 1; // the seal
    pages.set(1, edited);
    LaneStanding standing =
        answers(new LedgerLogs(domain.name(), pages), "home")
            .at(HistoryMoment.END, (_, where) -> where);

    assertThat(standing.isProved()).isFalse();
    assertThat(standing.proof()).startsWith("not verified: alarms-ledger/0/1, seal: ");
  }

  @Test
  void aRecordThatIsMissingIsSaid() {
    List<byte[]> pages = new ArrayList<>(book.pages(1));
    pages.remove(2);
    LaneStanding standing =
        answers(new LedgerLogs(domain.name(), pages), "home")
            .at(HistoryMoment.END, (_, where) -> where);

    assertThat(standing.isProved()).isFalse();
    assertThat(standing.proof()).contains("pages are missing before this one");
  }

  @Test
  void aFollowerGoesOnAsTheLedgerGrows() {
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(1).subList(0, 3));
    try (PartitionFollower follower =
        new PartitionFollower(domain, logs, 0, OpenedCheckpoint.first(domain), _ -> true, null)) {
      List<Long> seen = new ArrayList<>();
      while (follower.next(turn -> seen.add(turn.number()))) {
        // It takes what there is.
      }
      assertThat(seen).containsExactly(1L, 1L, 2L);
      assertThat(follower.left()).isZero();
      book.pages(1).subList(3, 6).forEach(logs::append);
      assertThat(follower.next(_ -> {})).as("the end is where it was").isFalse();
      follower.extend();
      assertThat(follower.left()).isEqualTo(3);
      assertThat(
              follower.<String>at(
                  "home",
                  HistoryMoment.END,
                  _ -> {},
                  (state, where) -> where.turn() + alarms((AlarmState) state)))
          .isEqualTo("5[rice, bread]");
      assertThat(follower.standing("work").turn()).isOne();
    }
  }
}

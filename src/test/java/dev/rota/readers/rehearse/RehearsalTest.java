package dev.rota.readers.rehearse;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.road.topics.LaneKey;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.laws.Later;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A history whose differences are counted by hand. */
final class RehearsalTest {
  private static final long ALWAYS = Long.MIN_VALUE;

  private final AlarmDomain domain = new AlarmDomain();

  /** Rules 2 refuse alarms of an even length of their name. */
  private final DomainCard<AlarmState, AlarmInput, AlarmFact> later =
      Later.of(
          domain,
          fact ->
              fact instanceof AlarmFact.AlarmSet set && set.id().length() % 2 == 0
                  ? new AlarmFact.Refused(set.id(), AlarmFact.Because.IN_THE_PAST)
                  : fact);

  private final Book book = new Book(domain);

  @BeforeEach
  void write() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 100));
    book.take(SETTINGS, "home", 10, set("home", "cake", 50)); // refused by rules 2
    book.take(SETTINGS, "work", 20, set("work", "egg", 5_000));
    book.tick("home", 60); // the cake's bell
    book.take(SETTINGS, "home", 110, set("home", "egg", 900)); // the tea's bell
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void whatDiffersFirstAndWhatItWouldHaveMeant(int turnsOfPage) {
    RehearsalReport report = rehearse(turnsOfPage, ALWAYS, 2);

    assertThat(report.turns()).isEqualTo(5);
    assertThat(report.differences()).isEqualTo(2);
    assertThat(report.lanes()).isEqualTo(2);
    assertThat(report.differingLanes()).isOne();
    assertThat(report.recordedRules()).containsExactly(1);
    RehearsalDifference first = report.first().orElseThrow();
    assertThat(first.lane()).isEqualTo("home");
    assertThat(first.number()).isEqualTo(2);
    assertThat(first.what()).isEqualTo("outputs");
    assertThat(first.source()).isEqualTo("alarm-settings/0/1");
    assertThat(first.recorded()).singleElement().asString().contains("AlarmOutcome SET");
    assertThat(first.rehearsed()).singleElement().asString().contains("REFUSED");
    assertThat(report.kinds())
        .containsEntry("OUTCOMES AlarmOutcome SET", new BothHistories(4, 3))
        .containsEntry("OUTCOMES AlarmOutcome REFUSED", new BothHistories(0, 1))
        .containsEntry("ASSIGNMENTS AlarmRing", new BothHistories(2, 1));
  }

  @Test
  void howManyWaitIsCountedAtTheEndOfEachPage() {
    RehearsalReport report = rehearse(1, ALWAYS, 2);

    assertThat(report.waits()).isEqualTo("alarms");
    assertThat(report.waited().samples()).isEqualTo(5);
    assertThat(report.waited().percentile(50)).isOne();
    assertThat(report.waited().percentile(100)).isEqualTo(2);
    assertThat(report.waiting().percentile(100)).isOne();
  }

  @Test
  void nothingWaitsForNobody() {
    book.unreadable(SETTINGS, LaneKey.nobody(0), 120, new byte[] {9});
    RehearsalReport report = rehearse(1, ALWAYS, 2);

    assertThat(report.waited().samples()).isEqualTo(5);
    assertThat(report.turns()).isEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(longs = {20, 60, 110})
  void fromATimeOnLanesStandWhereTheyStoodThen(long since) {
    RehearsalReport report = rehearse(1, since, 2);

    assertThat(report.isSame()).as("the cake is set, and rings").isTrue();
    assertThat(report.turns()).isBetween(1L, 3L);
  }

  @Test
  void aLaneThatMovesGoesOnFromItsRecordedState() {
    List<byte[]> pieces = new ArrayList<>();
    TurnEntry left = book.add(book.lane("home").leave(3, 1, 5, pieces::add)).entry();
    LaneArrival back = new LaneArrival(3, 9, 1, left.departure().state(), pieces.get(0));
    book.add(book.lane("home").arrive(back, left.rules(), left.atMillis()));
    book.take(SETTINGS, "home", 120, set("home", "bread", 900));

    RehearsalReport report = rehearse(1, ALWAYS, 2);

    assertThat(report.turns()).as("a move is none").isEqualTo(6);
    assertThat(report.differences()).isEqualTo(2);
    assertThat(report.leftOut()).isEmpty();
    assertThat(rehearse(1, ALWAYS, 1).isSame()).isTrue();
  }

  @Test
  void equalRulesDecideTheSame() {
    RehearsalReport report = rehearse(2, ALWAYS, 1);

    assertThat(report.isSame()).isTrue();
    assertThat(report.first()).isEmpty();
    assertThat(report.turns()).isEqualTo(5);
  }

  @Test
  void whatItsOwnRulesDoNotDecideAgainIsToldAndNotCompared() {
    LedgerLogs ledger = new LedgerLogs("alarms", book.pages(1).subList(0, 2));
    ledger.append(new byte[] {1});
    PartitionRehearsal one = new PartitionRehearsal(later, 0, ALWAYS, 2);
    ledger.records().subList(1, 3).forEach(one::take);

    assertThat(one.report().turnsNotDecided()).isPositive();
    assertThat(one.report().leftOut())
        .anyMatch(why -> why.startsWith("alarms-ledger/0/2 cannot be"));
  }

  private RehearsalReport rehearse(int turnsOfPage, long sinceMillis, int rules) {
    PartitionRehearsal one = new PartitionRehearsal(later, 0, sinceMillis, rules);
    new LedgerLogs("alarms", book.pages(turnsOfPage)).records().forEach(one::take);
    RehearsalReport all = new RehearsalReport();
    all.merge(one.report());
    return all;
  }
}

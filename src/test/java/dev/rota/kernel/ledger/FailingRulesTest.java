package dev.rota.kernel.ledger;

import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.engine.Engine;
import dev.rota.testing.Book;
import dev.rota.testing.FragileAlarms;
import dev.rota.testing.TestAlarms;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that fail cost a turn, or set their lane aside. They never stop another lane. */
final class FailingRulesTest {
  private static final String SETTINGS = "alarm-settings";
  private static final String CANCELS = "alarm-cancels";

  private final FragileAlarms fragile = new FragileAlarms();
  private final DomainCard<AlarmState, AlarmInput, AlarmFact> domain = fragile.domain();
  private final Book book = new Book(domain);

  @ParameterizedTest
  @ValueSource(strings = {FragileAlarms.ASSERTION, FragileAlarms.RECURSION})
  void anErrorOfTheRulesCostsItsTurn(String bug) {
    book.take(SETTINGS, "home", 0, set("home", "tea", 300));
    long before = book.lane("home").cursor().stateDigest();

    var failed = book.take(SETTINGS, "home", 100, set("home", bug, 5));

    assertThat(failed.entry().reason()).isEqualTo("ENGINE_FAULT");
    assertThat(failed.stateDigest()).isEqualTo(before);
    assertThat(failed.faults())
        .singleElement()
        .extracting(RulesFault::cause)
        .isInstanceOf(Error.class);
    assertThat(book.tick("home", 400).published()).hasSize(1);
    assertThat(replay()).hasSize(3).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @ParameterizedTest
  @ValueSource(strings = {FragileAlarms.ASSERTION, FragileAlarms.RECURSION})
  void anErrorOfADeadlineSetsItAside(String bug) {
    book.take(SETTINGS, "home", 0, set("home", "late-" + bug, 300));

    var tick = book.tick("home", 400);

    assertThat(tick.entry().reason()).isEqualTo("DEADLINE_FAULT");
    assertThat(book.lane("home").nextDeadline()).isEqualTo(Engine.NEVER);
    assertThat(replay()).hasSize(2).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @ParameterizedTest
  @ValueSource(strings = {FragileAlarms.MEMORY, FragileAlarms.LINKAGE})
  void whatIsWrongWithTheMachineIsNoFaultOfTheInput(String bug) {
    assertThatThrownBy(() -> book.take(SETTINGS, "home", 0, set("home", bug, 5)))
        .isInstanceOf(Error.class);
    assertThat(book.lane("home").cursor().number()).as("no turn was taken").isZero();
  }

  @Test
  void aLaneThatCannotBeOpenedIsSetAsideAndTheOthersGoOn() {
    book.take(SETTINGS, "home", 0, set("home", FragileAlarms.POISON, 300));
    book.take(SETTINGS, "work", 0, set("work", "tea", 300));
    long before = book.lane("home").cursor().stateDigest();
    book.restart();

    var aside = book.take(SETTINGS, "home", 100, set("home", "egg", 5));
    var fine = book.take(SETTINGS, "work", 100, set("work", "egg", 5));

    assertThat(aside.entry().reason()).isEqualTo("LANE_SET_ASIDE");
    assertThat(aside.entry().number()).isEqualTo(2);
    assertThat(aside.stateDigest()).isEqualTo(before);
    assertThat(aside.published()).singleElement().matches(letter -> letter.isInput());
    assertThat(aside.fault(0)).hasMessage("there is poison in the rows");
    assertThat(book.lane("home").nextDeadline()).as("no ticks").isEqualTo(Long.MAX_VALUE);
    assertThat(fine.entry().reason()).isNull();
  }

  @Test
  void aTurnAfterWhichALaneCannotBeOpenedSetsItAside() {
    book.take(SETTINGS, "home", 0, set("home", FragileAlarms.POISON, 300));
    var failed = book.take(SETTINGS, "home", 10, set("home", FragileAlarms.ASSERTION, 300));
    var aside = book.take(CANCELS, "home", 20, cancel("home", FragileAlarms.POISON));

    assertThat(failed.entry().reason()).isEqualTo("ENGINE_FAULT");
    assertThat(aside.entry().reason()).isEqualTo("LANE_SET_ASIDE");
    assertThat(replay()).hasSize(3).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void aReplayProvesThatALaneWasSetAside() {
    poisoned();

    assertThat(replay()).hasSize(5).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void aLaneThatCouldBeOpenedWasNotSetAside() {
    poisoned();

    var verdicts = book.replayed(new AlarmDomain()); // the same rules without the bug

    assertThat(verdicts.subList(0, 2)).allMatch(ReplayVerdict.Same.class::isInstance);
    var divergence = ((ReplayVerdict.Differs) verdicts.get(2)).divergence();
    assertThat(divergence.what()).isEqualTo("reason");
    assertThat(divergence.found()).isEqualTo("LANE_SET_ASIDE");
  }

  @Test
  void itStaysAsideHoweverOftenItIsOpenedAgain() {
    poisoned();
    book.restart();

    assertThat(book.take(SETTINGS, "home", 500, set("home", "late", 5)).entry().reason())
        .isEqualTo("LANE_SET_ASIDE");
    assertThat(replay()).hasSize(6).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void otherRulesThatCanOpenItBringItBack() {
    poisoned();

    var mended =
        new LaneStore(new FragileAlarms(TestAlarms.MENDED).domain(), book.rows()).lane("home");
    assertThat(mended.nextDeadline()).isEqualTo(300);
    assertThat(mended.take(new TurnArrival.Tick(600)).entry().kind())
        .isEqualTo(TurnEntry.Kind.ADOPT);
    var tick = mended.take(new TurnArrival.Tick(600));

    assertThat(tick.entry().reason()).isNull();
    assertThat(tick.published()).hasSize(2);
  }

  @Test
  void anUnreadableRecordOpensNoLane() {
    book.unreadable(SETTINGS, "~0", 10, "garbage".getBytes(UTF_8));
    book.restart();
    book.unreadable(SETTINGS, "~0", 20, "more".getBytes(UTF_8));

    assertThat(fragile.opened()).isZero();
    assertThat(replay()).hasSize(2).allMatch(ReplayVerdict.Same.class::isInstance);
    assertThat(fragile.opened()).isZero();
  }

  /** Two good turns, a restart, and three more that find the lane set aside. */
  private void poisoned() {
    book.take(SETTINGS, "home", 0, set("home", FragileAlarms.POISON, 300));
    book.take(SETTINGS, "home", 0, set("home", "tea", 300));
    book.restart();
    book.take(SETTINGS, "home", 100, set("home", "egg", 5));
    book.take(CANCELS, "home", 200, cancel("home", FragileAlarms.POISON));
    book.unreadable(SETTINGS, "home", 300, new byte[] {9});
  }

  private List<ReplayVerdict> replay() {
    return book.replayed(domain);
  }
}

package dev.rota.kernel.ledger;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.breaksTheRules;
import static dev.rota.testing.AlarmRecords.jammed;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.testing.Book;
import dev.rota.testing.FragileAlarms;
import dev.rota.testing.TestAlarms;
import dev.rota.testing.laws.Mutant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Lanes that are saved at the end of a page, and what becomes of a turn on which the rules fail.
 */
final class SavedPerPageTest {
  private final Map<Long, Integer> decided = new HashMap<>();
  private final Domain domain = counting(new TestAlarms());
  private final Book book = new Book(domain);

  /** Counts how often each turn is decided. */
  private Domain counting(TestAlarms sound) {
    var rules =
        new Mutant.Rules<AlarmState, AlarmInput, AlarmFact>(sound) {
          @Override
          public List<Step<AlarmState, AlarmFact>> decide(AlarmState view, Turn<AlarmInput> turn) {
            decided.merge(turn.number(), 1, Integer::sum);
            return super.decide(view, turn);
          }
        };
    return new Mutant<>(sound) {
      @Override
      public Engine<? super AlarmState, AlarmInput, AlarmFact> engine() {
        return rules;
      }
    };
  }

  @BeforeEach
  void open() {
    book.store().savePerPage();
  }

  @Test
  void nothingIsSavedBeforeThePageEnds() {
    for (int i = 0; i < 3; i++) {
      book.take(SETTINGS, "home", i, set("home", "tea" + i, 900));
    }
    assertThat(book.lane("home").cursor().number()).isEqualTo(3);
    assertThat(book.store().lastTurn("home")).isZero();

    long digest = book.store().stateDigest("home");
    assertThat(digest).isNotZero().isEqualTo(book.lane("home").cursor().stateDigest());
    book.restart();
    assertThat(book.lane("home").cursor().number()).isEqualTo(3);
    assertThat(((AlarmState) book.lane("home").state()).alarm("tea2")).isNotNull();
    assertThat(book.store().stateDigest("home")).isEqualTo(digest);
  }

  @Test
  void eachTurnIsDecidedAgainAtMostOnceHoweverManyFail() {
    for (int i = 0; i < 200; i++) {
      book.take(
          SETTINGS, "home", i, i % 2 == 1 ? breaksTheRules("home") : set("home", "a" + i, 1_000));
    }
    assertThat(decided.values()).hasSize(200).allMatch(times -> times <= 2);
    assertThat(decided.values().stream().filter(times -> times == 2)).as("careful").hasSize(2);

    book.store().stateDigest("home");
    book.take(SETTINGS, "home", 300, set("home", "b", 1_000));
    book.take(SETTINGS, "home", 300, breaksTheRules("home"));
    assertThat(decided).containsEntry(201L, 2).containsEntry(202L, 2);
  }

  @Test
  void aDeadlineThatFailsIsSetAsideAndTheTurnsBeforeItStay() {
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    book.take(SETTINGS, "home", 0, set("home", "tea", 300));

    DecidedTurn tick = book.tick("home", 300);

    assertThat(tick.entry().reason()).isEqualTo("DEADLINE_FAULT");
    assertThat(tick.published()).hasSize(2);
    assertThat(book.lane("home").nextDeadline()).isEqualTo(Engine.NEVER);
    book.store().stateDigest("home");
    book.restart();
    assertThat(((AlarmState) book.lane("home").state()).alarm("bell")).isNotNull();
    assertThat(((AlarmState) book.lane("home").state()).alarm("tea")).isNull();
  }

  @Test
  void anIdleLaneIsNotClosedBeforeItIsSaved() {
    var store =
        new LaneStore(
            new DomainVersions(domain, RulesAdoption.NEWEST),
            new TreeRows(),
            new LaneLimits(1, Duration.ZERO),
            LaneStore.Listener.NONE,
            () -> 0);
    store.savePerPage();
    var lane = store.lane("home");
    var source = new InputPosition(SETTINGS, 0, 0, 10, new byte[16]);
    lane.take(new TurnArrival.Unreadable(source, "EMPTY_VALUE", null, null));
    store.closeIdle(1_000);
    assertThat(store.lane("home")).isSameAs(lane);

    store.stateDigest("home");
    store.closeIdle(2_000);
    assertThat(store.lane("home")).isNotSameAs(lane);
  }

  @Test
  void turnsThatCannotBeSavedTogetherAreSavedOneByOne() {
    int[] since = {0};
    var pairs =
        new Mutant<>(new TestAlarms()) {
          @Override
          public AlarmState open(Tables tables) {
            since[0] = 0;
            return new AlarmState(tables) {
              @Override
              public void save() {
                if (since[0] > 1) {
                  throw new IllegalStateException("one at a time");
                }
                since[0] = 0;
              }
            };
          }

          @Override
          public Engine<? super AlarmState, AlarmInput, AlarmFact> engine() {
            return new Mutant.Rules<AlarmState, AlarmInput, AlarmFact>(new TestAlarms()) {
              @Override
              public List<Step<AlarmState, AlarmFact>> decide(
                  AlarmState view, Turn<AlarmInput> turn) {
                since[0]++;
                return super.decide(view, turn);
              }
            };
          }
        };
    var together = new Book(pairs);
    together.store().savePerPage();
    for (int i = 0; i < 3; i++) {
      together.take(SETTINGS, "home", i, set("home", "tea" + i, 900));
      book.take(SETTINGS, "home", i, set("home", "tea" + i, 900));
    }
    assertThat(together.store().stateDigest("home")).isEqualTo(book.store().stateDigest("home"));
    assertThat(together.store().lastTurn("home")).isEqualTo(3);
  }

  @Test
  void aTurnThatCannotBeSavedIsNamedAndFailsAloneWhereEachTurnIsSaved() {
    var fragile = new Book(new FragileAlarms().domain());
    fragile.store().savePerPage();
    fragile.take(SETTINGS, "home", 0, set("home", "tea", 900));
    fragile.take(SETTINGS, "home", 1, set("home", FragileAlarms.UNSAVABLE, 900));
    fragile.take(SETTINGS, "home", 2, set("home", "egg", 900));
    assertThatThrownBy(() -> fragile.store().stateDigest("home"))
        .isInstanceOf(RulesFault.UnsavedTurns.class)
        .hasMessage("turn 2 of lane home cannot be saved at the end of its page");

    var again = new Book(new FragileAlarms().domain());
    again.take(SETTINGS, "home", 0, set("home", "tea", 900));
    again.take(SETTINGS, "home", 1, set("home", FragileAlarms.UNSAVABLE, 900));
    again.take(SETTINGS, "home", 2, set("home", "egg", 900));
    assertThat(again.turns())
        .extracting(turn -> turn.entry().reason())
        .containsExactly(null, "ENGINE_FAULT", null);

    var replay = new PartitionReplay(new FragileAlarms().domain());
    var verdicts = new ArrayList<ReplayVerdict>();
    again.pages(3).forEach(page -> replay.page(page, verdicts::add));
    assertThat(verdicts).hasSize(3).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void aPageThatHidesATurnThatCannotBeSavedIsNotProved() {
    var sound = new Book(new TestAlarms());
    sound.take(SETTINGS, "home", 0, set("home", "tea", 900));
    sound.take(SETTINGS, "home", 1, set("home", FragileAlarms.UNSAVABLE, 900));

    var replay = new PartitionReplay(new FragileAlarms().domain());
    var verdicts = new ArrayList<ReplayVerdict>();
    sound.pages(2).forEach(page -> replay.page(page, verdicts::add));
    assertThat(verdicts).hasSize(3);
    assertThat(verdicts.get(2)).asString().contains("cannot be saved at the end of its page");
  }
}

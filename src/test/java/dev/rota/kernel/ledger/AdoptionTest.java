package dev.rota.kernel.ledger;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.jammed;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.testing.Book;
import dev.rota.testing.FragileAlarms;
import dev.rota.testing.Pages;
import dev.rota.testing.TestAlarms;
import dev.rota.testing.laws.Later;
import dev.rota.testing.laws.Mutant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A lane adopts later rules by a turn, and a false adoption is found even if all is sealed anew.
 */
final class AdoptionTest {
  private final TestAlarms first = new TestAlarms(1);
  private final TestAlarms second = new TestAlarms(2);
  private final Book book = new Book(first);

  /** Turns 1 to 3 by rules 1, of which turn 2 fails over a bell; then rules 2 go on. */
  private void upgrade() {
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    book.tick("home", 300);
    book.take(SETTINGS, "home", 400, set("home", "tea", 900));
    book.restart(second, RulesAdoption.NEWEST);
    book.takeAll(SETTINGS, "home", 500, set("home", "egg", 900));
  }

  @Test
  void itIsATurnOfItsOwnThatPublishesNothingAndTakesNoTime() {
    upgrade();

    TurnEntry adoption = book.turns().get(3).entry();
    assertThat(adoption.kind()).isEqualTo(TurnEntry.Kind.ADOPT);
    assertThat(adoption.number()).isEqualTo(4);
    assertThat(adoption.atMillis()).isEqualTo(400);
    assertThat(adoption.outputs()).isZero();
    assertThat(adoption.rules()).isOne();
    assertThat(adoption.rulesAfter()).isEqualTo(2);
    DecidedTurn next = book.turns().get(4);
    assertThat(next.entry().rules()).isEqualTo(2);
    assertThat(next.published()).as("the bell rings now, and the egg is set").hasSize(2);
    assertThat(replay(second, book.turns()))
        .hasSize(5)
        .allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void aPageSaysTheRulesOfEachLaneBeforeItsFirstTurn() {
    upgrade();
    book.takeAll(SETTINGS, "new", 500, set("new", "egg", 900));

    var pages = Pages.of(4, book.turns()).stream().map(new PageWire()::decode).toList();

    assertThat(pages.get(0).lanes()).extracting(TurnPage.Touched::rules).containsExactly(1);
    assertThat(pages.get(1).lanes())
        .extracting(TurnPage.Touched::lane, TurnPage.Touched::rules)
        .containsExactly(tuple("home", 2), tuple("new", 2));
    assertThat(pages).extracting(TurnPage::rules).containsExactly(2, 2);
  }

  @Test
  void whatCannotBeReadIsDecidedByNoRulesAndAdoptsNone() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 900));
    book.restart(second, RulesAdoption.NEWEST);

    var unreadable = book.unreadable(SETTINGS, "home", 10, new byte[] {9});

    assertThat(unreadable.entry().kind()).isEqualTo(TurnEntry.Kind.UNREADABLE);
    assertThat(unreadable.entry().rules()).isOne();
    assertThat(replay(second, book.turns())).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void rulesThatCannotOpenALaneAreNotAdoptedAndItGoesOnWithItsOwn() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 900));
    DomainCard<AlarmState, AlarmInput, AlarmFact> broken =
        program(
            _ -> {
              throw new IllegalStateException("what rows are these");
            });
    book.restart(broken, RulesAdoption.NEWEST);

    var turn = book.takeAll(SETTINGS, "home", 10, set("home", "egg", 900));

    assertThat(turn.entry().number()).isEqualTo(2);
    assertThat(turn.entry().rules()).isOne();
    assertThat(replay(first, book.turns()))
        .hasSize(2)
        .allMatch(ReplayVerdict.Same.class::isInstance);
    var adopted = new TurnArrival.Adopted(2, 10);
    var forged = new ArrayList<>(book.turns());
    forged.add(decided(3, 10, adopted.bytes(), 0, turn));
    assertThat(found(broken, forged)).contains("an adoption");
  }

  @Test
  void aLaneThatCannotAdoptTakesNoTickForNothing() {
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    book.tick("home", 300);
    book.restart(
        program(
            _ -> {
              throw new IllegalStateException("what rows are these");
            }),
        RulesAdoption.NEWEST);
    var lanes = book.store().due().at(400);
    assertThat(lanes).as("later rules might help").hasSize(1);

    lanes.get(0).take(new TurnArrival.Tick(400), 400, book::add);

    assertThat(book.turns()).hasSize(2);
    assertThat(book.store().due().at(500)).isEmpty();
  }

  @Test
  void newRulesMayMakeTheStateTheirs() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 900));
    DomainCard<AlarmState, AlarmInput, AlarmFact> renaming =
        program(
            before -> {
              assertThat(before).as("the rules that it had").isOne();
              return new AlarmFact.AlarmCancelled("tea", 900);
            });
    book.restart(renaming, RulesAdoption.NEWEST);

    book.takeAll(SETTINGS, "home", 10, set("home", "egg", 900));

    assertThat(((AlarmState) book.lane("home").state()).alarm("tea")).isNull();
    assertThat(((AlarmState) book.lane("home").state()).alarm("egg")).isNotNull();
    book.restart(renaming, RulesAdoption.NEWEST);
    assertThat(((AlarmState) book.lane("home").state()).alarm("tea")).isNull();
    assertThat(replay(renaming, book.turns())).allMatch(ReplayVerdict.Same.class::isInstance);
    assertThat(replay(second, book.turns())).anyMatch(ReplayVerdict.Differs.class::isInstance);
  }

  @Test
  void aLaneThatIsHeldKeepsItsRulesAndANewOneBeginsWithTheNewestBesideIt() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 900));
    book.restart(second, RulesAdoption.HOLD);

    assertThat(rules(book.takeAll(SETTINGS, "newer", 10, set("newer", "egg", 900))))
        .as("those beside it have taken no turn since the start")
        .isOne();
    assertThat(rules(book.takeAll(SETTINGS, "home", 10, set("home", "egg", 900)))).isOne();
    assertThat(rules(book.takeAll(SETTINGS, "new", 10, set("new", "egg", 900)))).isOne();

    book.restart(second, new RulesAdoption(2));
    assertThat(rules(book.takeAll(SETTINGS, "home", 20, set("home", "cake", 900)))).isEqualTo(2);
    book.restart(second, RulesAdoption.HOLD);
    assertThat(rules(book.takeAll(SETTINGS, "other", 20, set("other", "egg", 900)))).isEqualTo(2);
    assertThat(rules(book.takeAll(SETTINGS, "new", 20, set("new", "tea", 900)))).isOne();
    book.restart(second, new RulesAdoption(1));
    assertThat(rules(book.takeAll(SETTINGS, "home", 30, set("home", "pie", 900))))
        .as("no lane goes back")
        .isEqualTo(2);
    assertThat(replay(second, book.turns())).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void anOlderProgramDecidesNothingOfALaneOfLaterRulesAndSaysWhatToInstall() {
    upgrade();
    book.restart(first, RulesAdoption.NEWEST);

    assertThatThrownBy(() -> book.lane("home"))
        .isInstanceOf(UnknownRules.class)
        .hasMessageContaining(
            "lane 'home' of alarms is decided by rules 2, which are not known here")
        .hasMessageContaining("knows rules up to 1")
        .hasMessageContaining("Install the release that adopted them");
    assertThatThrownBy(() -> book.store().due().nextMillis()).isInstanceOf(UnknownRules.class);
    assertThat(replay(first, book.turns()).subList(3, 5))
        .allMatch(
            verdict ->
                verdict instanceof ReplayVerdict.Unproved unproved
                    && unproved.reason() == ReplayVerdict.Reason.UNKNOWN_RULES);
  }

  @Test
  void falseAdoptionsAreFound() {
    upgrade();
    var turns = book.turns();
    TurnEntry at = turns.get(3).entry();

    assertThat(found(turns, 3, e -> adoption(e, 400, 1, TurnEntry.adoption(1), 0)))
        .as("of the same rules")
        .contains("an adoption of rules that are not later");
    assertThat(found(turns, 3, e -> adoption(e, 400, 1, "two".getBytes(UTF_8), 0)))
        .as("of none")
        .contains("an adoption of rules that are not later");
    assertThat(found(turns, 3, e -> adoption(e, 450, 1, at.input(), 0)))
        .as("at another time")
        .contains("time");
    assertThat(found(turns, 3, e -> adoption(e, 400, 1, at.input(), 1)))
        .as("with an output")
        .contains("number of outputs");
    assertThat(unproved(turns, e -> adoption(e, 400, 1, TurnEntry.adoption(3), 0)))
        .as("of rules that nobody knows")
        .contains(ReplayVerdict.Reason.UNKNOWN_RULES);
  }

  /**
   * Its lane's beginning is no longer retained: what an adoption may be is checked all the same.
   */
  @Test
  void aFalseAdoptionIsFoundInAnUnprovedLaneToo() {
    upgrade();
    for (int rules : new int[] {1, 2}) {
      var turns = new ArrayList<>(book.turns());
      DecidedTurn turn = turns.get(3);
      TurnEntry edited = adoption(turn.entry(), 400, 1, TurnEntry.adoption(rules), 0);
      turns.set(3, new DecidedTurn(edited, turn.stateDigest(), List.of(), List.of()));
      var replay = new PartitionReplay(second, PartitionReplay.ANY, false);
      List<ReplayVerdict> verdicts = new ArrayList<>();
      List<byte[]> pages = Pages.of(2, turns);
      pages.subList(1, pages.size()).forEach(page -> replay.page(page, verdicts::add));
      assertThat(verdicts.get(0)).isInstanceOf(ReplayVerdict.Unproved.class);
      assertThat(verdicts.get(1))
          .as("rules %d", rules)
          .isInstanceOf(rules == 1 ? ReplayVerdict.Differs.class : ReplayVerdict.Unproved.class);
    }
  }

  @Test
  void anAdoptionThatIsMovedRepeatedOrLeftOutIsFound() {
    upgrade();
    var turns = book.turns();
    DecidedTurn adoption = turns.get(3);

    var early = new ArrayList<>(turns);
    early.remove(3);
    early.add(1, decided(2, 0, adoption.entry().input(), 0, turns.get(0)));
    assertThat(found(second, renumbered(early))).contains("reason");

    var twice = new ArrayList<>(turns);
    twice.add(4, adoption);
    assertThat(found(second, renumbered(twice)))
        .contains("an adoption of rules that are not later");

    var missing = new ArrayList<>(turns);
    missing.remove(3);
    assertThat(found(second, renumbered(missing))).isNotEmpty();

    var first = new ArrayList<>(turns);
    first.add(0, decided(1, 0, adoption.entry().input(), 0, turns.get(0)));
    assertThat(found(second, renumbered(first))).contains("an adoption by a lane without a turn");
  }

  /** What rules decided that cannot run here is not decided again, nor what follows in its lane. */
  @Test
  void turnsOfRulesThatCannotRunAreNotDecidedAgain() {
    book.unreadable(SETTINGS, "~0", 0, new byte[] {9});
    upgrade();
    DomainCard<AlarmState, AlarmInput, AlarmFact> alone =
        new Mutant<>(second) {
          @Override
          public List<DomainCard<AlarmState, AlarmInput, AlarmFact>> versions() {
            return List.of(second);
          }
        };

    var verdicts = replay(alone, book.turns());

    assertThat(verdicts.get(0)).as("decided by no rules").isInstanceOf(ReplayVerdict.Same.class);
    assertThat(verdicts.subList(1, 6))
        .extracting(verdict -> ((ReplayVerdict.Unproved) verdict).reason())
        .containsExactly(
            ReplayVerdict.Reason.OLD_RULES,
            ReplayVerdict.Reason.OLD_RULES,
            ReplayVerdict.Reason.OLD_RULES,
            ReplayVerdict.Reason.OLD_RULES,
            ReplayVerdict.Reason.AFTER_OLD_RULES);
  }

  @Test
  void aLaneThatIsSetAsideIsOpenedByRulesThatCan() {
    var fragile = new FragileAlarms(1);
    var own = new Book(fragile.domain());
    own.take(SETTINGS, "home", 0, set("home", FragileAlarms.POISON, 300));
    own.restart();
    own.take(SETTINGS, "home", 100, set("home", "egg", 5));
    var mended = new FragileAlarms(2).domain();
    own.restart(mended, RulesAdoption.NEWEST);
    assertThat(own.store().due().at(299)).isEmpty();

    var good = own.takeAll(SETTINGS, "home", 200, set("home", "egg", 5));

    assertThat(good.entry().reason()).isNull();
    assertThat(own.turns())
        .extracting(turn -> turn.entry().reason())
        .containsExactly(null, "LANE_SET_ASIDE", null, null);
    assertThat(replay(mended, own.turns()))
        .hasSize(4)
        .allMatch(ReplayVerdict.Same.class::isInstance);
  }

  /** Rules 2 that make this of a lane that adopts them. */
  private DomainCard<AlarmState, AlarmInput, AlarmFact> program(IntFunction<AlarmFact> made) {
    return new Mutant<>(Later.of(first, fact -> fact)) {
      @Override
      public List<DomainCard<AlarmState, AlarmInput, AlarmFact>> versions() {
        return List.of(first, this);
      }

      @Override
      public Engine<? super AlarmState, AlarmInput, AlarmFact> engine() {
        return new Rules<>(Later.of(first, fact -> fact)) {
          @Override
          public List<Step<AlarmState, AlarmFact>> adopt(AlarmState view, int before) {
            return List.of(_ -> List.of(made.apply(before)));
          }
        };
      }
    };
  }

  private static int rules(DecidedTurn turn) {
    return turn.entry().rules();
  }

  private List<String> found(List<DecidedTurn> turns, int at, UnaryOperator<TurnEntry> edit) {
    List<DecidedTurn> forged = new ArrayList<>(turns);
    DecidedTurn turn = turns.get(at);
    forged.set(
        at,
        new DecidedTurn(edit.apply(turn.entry()), turn.stateDigest(), turn.published(), List.of()));
    return found(second, forged);
  }

  private List<ReplayVerdict.Reason> unproved(
      List<DecidedTurn> turns, UnaryOperator<TurnEntry> edit) {
    List<DecidedTurn> forged = new ArrayList<>(turns);
    DecidedTurn turn = turns.get(3);
    forged.set(
        3, new DecidedTurn(edit.apply(turn.entry()), turn.stateDigest(), List.of(), List.of()));
    return replay(second, forged).stream()
        .filter(ReplayVerdict.Unproved.class::isInstance)
        .map(verdict -> ((ReplayVerdict.Unproved) verdict).reason())
        .toList();
  }

  private static List<String> found(
      DomainCard<AlarmState, AlarmInput, AlarmFact> program, List<DecidedTurn> turns) {
    return replay(program, turns).stream()
        .filter(ReplayVerdict.Differs.class::isInstance)
        .map(verdict -> ((ReplayVerdict.Differs) verdict).divergence().what())
        .toList();
  }

  private static List<ReplayVerdict> replay(
      DomainCard<AlarmState, AlarmInput, AlarmFact> program, List<DecidedTurn> turns) {
    var replay = new PartitionReplay(program);
    List<ReplayVerdict> verdicts = new ArrayList<>();
    Pages.of(2, turns).forEach(page -> replay.page(page, verdicts::add));
    return verdicts;
  }

  private static List<DecidedTurn> renumbered(List<DecidedTurn> turns) {
    List<DecidedTurn> all = new ArrayList<>();
    int rules = 1;
    for (DecidedTurn turn : turns) {
      TurnEntry entry = turn.entry();
      TurnEntry again = new TestTurn(entry).number(all.size() + 1).rules(rules).entry();
      rules = again.rulesAfter();
      all.add(new DecidedTurn(again, turn.stateDigest(), turn.published(), List.of()));
    }
    return all;
  }

  private static DecidedTurn decided(
      int number, long atMillis, byte[] input, int outputs, DecidedTurn before) {
    TurnEntry entry = before.entry();
    TurnEntry turn =
        new TestTurn(entry.lane(), TurnEntry.Kind.ADOPT, number, atMillis)
            .input(input)
            .outputs(outputs)
            .rules(entry.rules())
            .entry();
    return new DecidedTurn(turn, before.stateDigest(), List.of(), List.of());
  }

  private static TurnEntry adoption(
      TurnEntry entry, long atMillis, int rules, byte[] input, int outputs) {
    return new TestTurn(entry)
        .atMillis(atMillis)
        .input(input)
        .outputs(outputs)
        .rules(rules)
        .entry();
  }
}

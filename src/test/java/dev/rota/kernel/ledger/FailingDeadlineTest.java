package dev.rota.kernel.ledger;

import static dev.rota.alarms.wire.AlarmWire.CANCELS;
import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.breaksTheRules;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.jammed;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.table.Sha256;
import dev.rota.testing.Book;
import dev.rota.testing.Pages;
import dev.rota.testing.TestAlarms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A deadline over which the rules fail is set aside; all else goes on as if it were not there. */
final class FailingDeadlineTest {
  private final TestAlarms domain = new TestAlarms();
  private final Book book = new Book(domain);

  @Test
  void theInputIsDecidedAndTheOtherDeadlinesFire() {
    book.take(SETTINGS, "home", 0, set("home", "egg", 200));
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    book.take(SETTINGS, "home", 0, set("home", "cake", 300));
    book.take(SETTINGS, "home", 0, set("home", "tea", 400));

    var decided = book.take(SETTINGS, "home", 500, set("home", "more", 9));

    assertThat(said(decided))
        .containsExactly(
            "alarms.ring egg",
            "DEADLINE_FAULT 300/alarm/bell",
            "alarms.ring cake",
            "alarms.ring tea",
            "alarms.set more");
    assertThat(decided.entry().reason()).isEqualTo("DEADLINE_FAULT");
    assertThat(decided.published().get(1).channel()).isEqualTo(Channel.DEAD_LETTERS);
    assertThat(decided.faults())
        .singleElement()
        .satisfies(fault -> assertThat(fault.index()).isOne())
        .satisfies(fault -> assertThat(fault.cause()).hasMessage("the bell is jammed"));
  }

  @Test
  void itIsToldOnceAndNeitherTicksNorInputsMeetItAgain() {
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));

    assertThat(said(book.tick("home", 300))).containsExactly("DEADLINE_FAULT 300/alarm/bell");
    assertThat(book.lane("home").nextDeadline()).as("no endless ticks").isEqualTo(Engine.NEVER);

    var good = book.take(SETTINGS, "home", 400, set("home", "tea", 100));
    assertThat(said(good)).containsExactly("alarms.set tea");
    assertThat(good.entry().reason()).isNull();
    assertThat(book.lane("home").nextDeadline()).isEqualTo(500);
    assertThat(said(book.tick("home", 600))).containsExactly("alarms.ring tea");
  }

  @Test
  void anotherOfTheSameInstantThatIsSetLaterFires() {
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    book.tick("home", 300);

    book.take(SETTINGS, "home", 300, set("home", "a", 0));
    book.take(SETTINGS, "home", 300, set("home", "z", 0));

    assertThat(said(book.tick("home", 301))).contains("alarms.ring z");
  }

  @Test
  void theDeadlineIsStillThereAndCanBeCancelled() {
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    book.tick("home", 300);
    assertThat(((AlarmState) book.lane("home").state()).alarm("bell")).isNotNull();

    assertThat(said(book.take(CANCELS, "home", 400, cancel("home", "bell"))))
        .containsExactly("alarms.cancel bell");
    assertThat(book.lane("home").cursor().stateDigest()).as("nothing is left").isZero();
    assertThat(book.rows().size()).as("the cursor alone").isOne();
  }

  @Test
  void whatIsSetAgainIsTriedAgain() {
    book.take(SETTINGS, "home", 300, jammed("home", "bell", 0));
    book.tick("home", 300);
    book.take(CANCELS, "home", 300, cancel("home", "bell"));

    book.take(SETTINGS, "home", 300, set("home", "bell", 0));

    assertThat(said(book.tick("home", 300))).containsExactly("alarms.ring bell");
  }

  @Test
  void aHundredOfThemCostOneTurn() {
    for (int i = 0; i < 100; i++) {
      book.take(SETTINGS, "home", 0, jammed("home", "bell-%02d".formatted(i), 300));
      book.take(SETTINGS, "home", 0, set("home", "tea-%02d".formatted(i), 300));
    }

    var tick = book.tick("home", 300);
    assertThat(tick.faults()).hasSize(100);
    assertThat(said(tick)).filteredOn(line -> line.startsWith("alarms.ring")).hasSize(100);
    assertThat(book.tick("home", 400).published()).isEmpty();
  }

  @Test
  void anInputThatFailsInTheSameTurnLeavesItToTheNext() {
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    long before = book.lane("home").cursor().stateDigest();

    var failed = book.take(SETTINGS, "home", 400, breaksTheRules("home"));
    assertThat(failed.entry().reason()).isEqualTo("ENGINE_FAULT");
    assertThat(failed.stateDigest()).isEqualTo(before);
    assertThat(failed.faults()).hasSize(1);

    assertThat(said(book.take(SETTINGS, "home", 500, set("home", "tea", 1))))
        .containsExactly("DEADLINE_FAULT 300/alarm/bell", "alarms.set tea");
  }

  @Test
  void aRestartForgetsNoneOfIt() {
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    book.take(SETTINGS, "home", 0, set("home", "tea", 400));
    book.tick("home", 300);
    book.restart();

    assertThat(book.lane("home").nextDeadline()).isEqualTo(400);
    assertThat(said(book.tick("home", 400))).containsExactly("alarms.ring tea");
  }

  @Test
  void otherRulesTryAgain() {
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    book.tick("home", 300);

    var mended = new LaneStore(new TestAlarms(TestAlarms.MENDED), book.rows()).lane("home");
    assertThat(mended.nextDeadline()).as("due at once").isEqualTo(300);
    List<DecidedTurn> turns = new ArrayList<>();
    mended.take(new TurnArrival.Tick(600), 600, turns::add);

    assertThat(turns).hasSize(2);
    assertThat(turns.get(0).entry().kind()).isEqualTo(TurnEntry.Kind.ADOPT);
    assertThat(turns.get(0).entry().rulesAfter()).isEqualTo(TestAlarms.MENDED);
    var tick = turns.get(1);
    assertThat(said(tick)).containsExactly("alarms.ring bell");
    assertThat(tick.entry().rules()).isEqualTo(TestAlarms.MENDED);
    assertThat(tick.stateDigest()).as("nothing is left").isZero();
  }

  @Test
  void itIsDecidedAgainToTheSame() {
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    book.take(SETTINGS, "home", 0, jammed("home", "gong", 350));
    book.take(SETTINGS, "home", 0, set("home", "tea", 320));
    book.tick("home", 300);
    book.restart();
    book.take(SETTINGS, "home", 400, set("home", "egg", 10));
    book.take(CANCELS, "home", 500, cancel("home", "bell"));
    book.take(SETTINGS, "home", 600, set("home", "cake", 10));

    assertThat(book.replayed(domain)).hasSize(7).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void aReplayNoticesWhenItIsLeftOut() {
    book.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    book.tick("home", 300);
    DecidedTurn tick = book.turns().get(1);
    var silent =
        new TestTurn("home", tick.entry().kind(), 2, 300)
            .outputsDigest(new Sha256().finish())
            .entry();

    List<ReplayVerdict> verdicts = new ArrayList<>();
    var replay = new PartitionReplay(domain);
    DecidedTurn without = new DecidedTurn(silent, 0, List.of(), List.of());
    Pages.of(1, List.of(book.turns().get(0), without))
        .forEach(page -> replay.page(page, verdicts::add));

    var divergence = ((ReplayVerdict.Differs) verdicts.get(1)).divergence();
    assertThat(divergence.what()).isEqualTo("reason");
    assertThat(divergence.expected()).isEqualTo("DEADLINE_FAULT");
  }

  /** The rule or reason, and whom it is about. */
  private static List<String> said(DecidedTurn decided) {
    return decided.published().stream()
        .map(
            output ->
                output.rule()
                    + " "
                    + (output.record() == null
                        ? new String(output.payload(), UTF_8)
                        : output.record().get(1)))
        .toList();
  }
}

package dev.rota.kernel.ledger;

import static dev.rota.alarms.wire.AlarmWire.CANCELS;
import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.breaksTheRules;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.AlarmRing;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.table.Sha256;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.testing.Book;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LaneTest {
  private final AlarmDomain domain = new AlarmDomain();
  private final Book book = new Book(domain);

  @Test
  void turnsAreNumberedPerLane() {
    assertThat(book.take(SETTINGS, "home", 1, set("home", "a", 10)).entry().number()).isEqualTo(1);
    assertThat(book.take(SETTINGS, "work", 1, set("work", "a", 10)).entry().number()).isEqualTo(1);
    assertThat(book.tick("home", 5).entry().number()).isEqualTo(2);
    assertThat(book.take(CANCELS, "home", 6, cancel("home", "a")).entry().number()).isEqualTo(3);
    assertThat(book.unreadable(CANCELS, "work", 6, null).entry().number()).isEqualTo(2);
  }

  @Test
  void timeNeverGoesBackNeitherForInputsNorForTicks() {
    book.take(SETTINGS, "home", 1_000, set("home", "a", 10));

    assertThat(book.take(SETTINGS, "home", 400, set("home", "b", 5)).entry().atMillis())
        .isEqualTo(1_000);
    assertThat(book.tick("home", 900).entry().atMillis()).isEqualTo(1_000);
    assertThat(book.unreadable(SETTINGS, "home", 3, null).entry().atMillis()).isEqualTo(1_000);
    assertThat(book.lane("home").nextDeadline()).as("counted from the turn").isEqualTo(1_005);
    assertThat(book.take(SETTINGS, "other", 400, set("other", "a", 5)).entry().atMillis())
        .as("another lane's time is its own")
        .isEqualTo(400);
  }

  @Test
  void theEntrySaysWhatWasTakenAndWhatCameOfIt() {
    var decided = book.take(SETTINGS, "home", 1_000, set("home", "a", 10));
    var entry = decided.entry();

    assertThat(entry.lane()).isEqualTo("home");
    assertThat(entry.kind()).isEqualTo(TurnEntry.Kind.INPUT);
    assertThat(entry.source().path()).isEqualTo("alarm-settings/0/0");
    assertThat(entry.source().timestampMillis()).isEqualTo(1_000);
    assertThat(entry.reason()).isNull();
    assertThat(entry.key()).isNull();
    assertThat(entry.input()).startsWith(0xc3, 0x01);
    assertThat(entry.outputs()).isOne();
    assertThat(entry.rules()).isEqualTo(1);
    assertThat(decided.stateDigest())
        .isEqualTo(book.lane("home").cursor().stateDigest())
        .isNotZero();
    assertThat(decided.turn(0)).isEqualTo("home/1/0");
    TurnEntry again = new PageWire().decode(decided.toBytes()).turns().get(0);
    assertThat(again)
        .usingRecursiveComparison()
        .ignoringFields("source.digest") // of which a page has the half
        .isEqualTo(entry);
    assertThat(again.source().isOf(entry.source().digest())).isTrue();
  }

  @Test
  void deadlinesFireAtTheirOwnTimeBeforeTheInputThatComesLater() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 300));
    book.take(SETTINGS, "home", 0, set("home", "egg", 200));
    book.take(SETTINGS, "home", 0, set("home", "cake", 300));

    var decided = book.take(CANCELS, "home", 300, cancel("home", "tea"));

    assertThat(rings(decided)).containsExactly("egg at 200", "cake at 300", "tea at 300");
    assertThat(decided.published().get(3).record().toString()).contains("REFUSED", "NOT_SET");
    assertThat(decided.published())
        .extracting(Output::rule)
        .containsExactly("alarms.ring", "alarms.ring", "alarms.ring", "alarms.refuse");
    assertThat(book.lane("home").nextDeadline()).isEqualTo(Engine.NEVER);
  }

  @Test
  void aTickPublishesWhatIsDueAndNothingElse() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 300));

    assertThat(book.tick("home", 299).published()).isEmpty();
    var tick = book.tick("home", 1_000);
    assertThat(rings(tick)).containsExactly("tea at 300");
    assertThat(tick.entry().kind()).isEqualTo(TurnEntry.Kind.TICK);
    assertThat(tick.entry().source()).isNull();
    assertThat(tick.entry().input()).isNull();
  }

  @Test
  void manyDeadlinesOfOneInstantAllFireInOneTurn() {
    for (int i = 0; i < 250; i++) {
      book.take(SETTINGS, "home", 0, set("home", "clock-%03d".formatted(i), 300));
    }

    var tick = book.tick("home", 300);
    assertThat(rings(tick)).hasSize(250).isSorted().doesNotHaveDuplicates();
    assertThat(tick.entry().outputs()).isEqualTo(250);
    assertThat(tick.stateDigest()).as("nothing is left").isZero();
  }

  @Test
  void everySealClosesOverItsPageAndTheSealBefore() {
    book.play("home", 1, 50);
    byte[] seal = new byte[Sha256.BYTES];
    for (byte[] page : book.pages(1)) {
      byte[] expected = new Sha256().field(seal).field(page, page.length - Sha256.BYTES).finish();
      seal = PageWire.seal(page);
      assertThat(seal).isEqualTo(expected);
      assertThat(page).endsWith(seal);
    }
  }

  @Test
  void anUnreadableInputHasAnEntryADeadLetterAndNoEffect() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 300));
    long before = book.lane("home").cursor().stateDigest();

    var decided = book.unreadable(SETTINGS, "home", 400, new byte[] {1, 2});

    assertThat(decided.entry().kind()).isEqualTo(TurnEntry.Kind.UNREADABLE);
    assertThat(decided.entry().reason()).isEqualTo("BAD_FRAMING");
    assertThat(decided.entry().input()).containsExactly(1, 2);
    assertThat(decided.entry().key()).asString().isEqualTo("home");
    assertThat(decided.published()).hasSize(1);
    assertThat(decided.published().get(0).channel()).isEqualTo(Channel.DEAD_LETTERS);
    assertThat(decided.published().get(0).payload()).containsExactly(1, 2);
    assertThat(decided.stateDigest()).isEqualTo(before);
  }

  @Test
  void rulesThatFailLeaveTheStateAsItWasEvenWhereTheyHadWrittenAlready() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 300));
    long before = book.lane("home").cursor().stateDigest();

    // Time passes first: tea rings, its rows go, and only then do the rules fail.
    var failed = book.take(SETTINGS, "home", 500, breaksTheRules("home"));

    assertThat(failed.entry().reason()).isEqualTo("ENGINE_FAULT");
    assertThat(failed.entry().kind()).isEqualTo(TurnEntry.Kind.INPUT);
    assertThat(failed.stateDigest()).isEqualTo(before);
    assertThat(failed.published()).hasSize(1);
    assertThat(failed.published().get(0).channel()).isEqualTo(Channel.DEAD_LETTERS);
    assertThat(failed.published().get(0).payload()).isEqualTo(failed.entry().input());
    assertThat(rings(book.tick("home", 600))).containsExactly("tea at 300");
    assertThat(book.lane("home").cursor().stateDigest()).isZero();
    assertThat(book.rows().size()).as("the cursor alone").isOne();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void rebuiltAfterAnyTurnALaneIsAndGoesOnAsIfNothingHadHappened(long seed) {
    var undisturbed = new Book(domain);
    undisturbed.play("home", seed, 300);
    var traffic = DomainTraffic.of(domain).start("home", seed);
    for (int turn = 0; turn < 300; turn++) {
      var event = traffic.next();
      book.take(event.topic(), "home", event.atMillis(), event.record());
      var live = book.lane("home").cursor();
      long deadline = book.lane("home").nextDeadline();
      book.restart();

      assertThat(book.lane("home").cursor()).usingRecursiveComparison().isEqualTo(live);
      assertThat(book.lane("home").nextDeadline()).isEqualTo(deadline);
      assertThat(book.turns().get(turn).toBytes())
          .isEqualTo(undisturbed.turns().get(turn).toBytes());
    }
  }

  @Test
  void invariantsHoldAfterEveryTurn() {
    var traffic = DomainTraffic.of(domain).start("home", 7);
    for (int turn = 0; turn < 300; turn++) {
      var event = traffic.next();
      book.take(event.topic(), "home", event.atMillis(), event.record());
      for (var invariant : domain.invariants()) {
        assertThat(invariant.broken().apply((AlarmState) book.lane("home").state()))
            .as(invariant.name())
            .isEmpty();
      }
    }
  }

  @Test
  void howLanesInterleaveChangesNothingInEither() {
    var apart = new Book(domain);
    apart.take(SETTINGS, "home", 10, set("home", "a", 5));
    apart.take(CANCELS, "home", 12, cancel("home", "a"));
    var mixed = new Book(domain);
    mixed.take(SETTINGS, "home", 10, set("home", "a", 5));
    mixed.take(SETTINGS, "hom", 99, set("hom", "a", 7));
    mixed.take(SETTINGS, "home.2", 5, set("home.2", "a", 7));
    mixed.take(CANCELS, "home", 12, cancel("home", "a"));

    assertThat(mixed.lane("home").cursor().stateDigest())
        .isEqualTo(apart.lane("home").cursor().stateDigest());
    assertThat(rings(mixed.tick("hom", 200))).containsExactly("a at 106");
    assertThat(rings(mixed.tick("home.2", 200))).containsExactly("a at 12");
    assertThat(mixed.store().lanes()).containsExactly("hom", "home", "home.2");
  }

  private static List<String> rings(DecidedTurn decided) {
    return decided.published().stream()
        .filter(output -> output.channel() == Channel.ASSIGNMENTS)
        .map(output -> (AlarmRing) output.record())
        .map(ring -> ring.getId() + " at " + ring.getAt())
        .toList();
  }
}

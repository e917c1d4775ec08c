package dev.rota.readers.follow;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.road.health.LaneSetAside;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.testing.Book;
import dev.rota.testing.FragileAlarms;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.TestAlarms;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which lanes are set aside, by the ledger's turns and by an attempt to open them. */
class LanesSetAsideTest {
  private static final long NOW = 9_000;

  private final FragileAlarms fragile = new FragileAlarms(TestAlarms.MENDED);
  private final Book book = new Book(new FragileAlarms().domain());
  private final LanesSetAside aside = new LanesSetAside(_ -> 2);

  /** Two good turns, a restart, and one that finds the lane set aside. */
  private TurnEntry poisoned() {
    book.take(SETTINGS, "home", 0, set("home", FragileAlarms.POISON, 300));
    book.take(SETTINGS, "home", 5, set("home", "tea", 300));
    book.restart();
    return book.take(SETTINGS, "home", 100, set("home", "egg", 5)).entry();
  }

  @Test
  void aTurnThatFindsTheLaneAsideSaysSinceWhen() {
    TurnEntry third = poisoned();
    aside.setAside("home", new IllegalStateException()); // as the turn is decided again
    assertThat(aside.all()).containsExactly(new LaneSetAside("home", 2, 0));
    aside.take(third, NOW);
    assertThat(aside.all()).containsExactly(new LaneSetAside("home", 2, NOW));
    aside.take(book.take(SETTINGS, "home", 200, set("home", "jam", 5)).entry(), NOW + 1);
    assertThat(aside.all())
        .as("it is so since then")
        .containsExactly(new LaneSetAside("home", 2, NOW));
  }

  @Test
  void aLaneThatWasFoundAsideLongBeforeATurnIsNotAsideSinceThen() {
    poisoned();
    TurnEntry fourth = book.take(SETTINGS, "home", 200, set("home", "jam", 5)).entry();
    aside.setAside("home", new IllegalStateException());
    aside.take(fourth, NOW);
    assertThat(aside.all()).containsExactly(new LaneSetAside("home", 2, 0));
  }

  @Test
  void rulesThatCanOpenItBringItBackAndAnUnreadableRecordDoesNot() {
    aside.take(poisoned(), NOW);
    aside.take(book.unreadable(SETTINGS, "home", 300, new byte[] {9}).entry(), NOW);
    assertThat(aside.all()).hasSize(1);
    book.restart(fragile.domain(), RulesAdoption.NEWEST);
    book.takeAll(SETTINGS, "home", 400, set("home", "bread", 5));
    List<TurnEntry> last = book.turns().stream().map(one -> one.entry()).toList();
    aside.take(last.get(last.size() - 2), NOW);
    assertThat(last.get(last.size() - 2).kind()).isEqualTo(TurnEntry.Kind.ADOPT);
    assertThat(aside.all()).isEmpty();
  }

  @Test
  void aLaneOfACheckpointIsFoundAsideOnceItIsOpened() {
    book.take(SETTINGS, "home", 0, set("home", FragileAlarms.POISON, 300));
    book.take(SETTINGS, "work", 0, set("work", "tea", 300));
    var broken = new FragileAlarms().domain();
    var lanes = new LaneStore(broken, book.rows());
    LedgerLogs none = new LedgerLogs("alarms", List.of());
    try (var follower =
        new PartitionFollower(
            broken,
            none,
            0,
            new OpenedCheckpoint(null, null, lanes, book.rows()),
            _ -> true,
            null)) {
      assertThat(follower.believed()).contains("home", "work");
      assertThat(follower.state("work")).isNotNull();
      assertThat(follower.setAside().all()).as("nobody has opened it").isEmpty();
      assertThat(follower.state("home")).isNull();
      assertThat(follower.setAside().all()).containsExactly(new LaneSetAside("home", 1, 0));
    }
  }

  @Test
  void aFollowerNamesItAndForgetsItOnceItIsBack() {
    poisoned();
    LedgerLogs logs = new LedgerLogs("alarms", book.pages(1));
    try (var live =
        LiveDomain.start(fragile.domain(), () -> logs, CheckpointChoice.BEGINNING, Set.of())) {
      await().until(() -> live.standings().get(0).caughtUp());
      assertThat(live.health().get(0).setAside())
          .as("the ledger's time: it was there before")
          .containsExactly(new LaneSetAside("home", 2, 100));
      book.restart(fragile.domain(), RulesAdoption.NEWEST);
      int before = book.pages(1).size();
      book.takeAll(SETTINGS, "home", 400, set("home", "bread", 5));
      List<byte[]> pages = book.pages(1);
      pages.subList(before, pages.size()).forEach(logs::append);
      await().until(() -> live.health().get(0).setAside().isEmpty());
      assertThat(live.standings().get(0).difference()).isNull();
    }
  }
}

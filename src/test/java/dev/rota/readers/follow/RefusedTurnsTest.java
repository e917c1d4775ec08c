package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.cores.CoresDomain;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.held.RecentTurn;
import dev.rota.readers.follow.held.TurnStretches;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A turn that refuses an input says why, as a dead letter's does. */
class RefusedTurnsTest {
  private static final int EVENTS = 300;

  @Test
  void aRefusedInputIsAmongTheTurnsWithAReason() {
    Book book = new Book(new CoresDomain());
    book.play("polkadot", 1, EVENTS);
    LedgerLogs logs = new LedgerLogs("cores", book.pages(10));
    try (LiveDomain live =
        LiveDomain.start(new CoresDomain(), () -> logs, CheckpointChoice.BEGINNING, Set.of())) {
      await().until(() -> live.standings().get(0).turns() == EVENTS);
      await().until(() -> !live.after("polkadot", EVENTS - 1, 1).isEmpty());
      List<RecentTurn> refused =
          live.before("polkadot", Long.MAX_VALUE, EVENTS).stream()
              .filter(one -> one.kind() == TurnEntry.Kind.INPUT && one.reason() != null)
              .toList();
      assertThat(refused).isNotEmpty();
      assertThat(refused).extracting(RecentTurn::input).contains("ParathreadClaim");
      for (RecentTurn one : refused.subList(0, 3)) {
        TurnAccount<Object> account =
            new LaneAnswers(new CoresDomain(), logs, CheckpointChoice.BEGINNING, "polkadot")
                .turn(one.turn(), _ -> null);
        assertThat(account.reason()).isEqualTo(one.reason());
        assertThat(account.headline()).isEqualTo(one.said()).contains(one.reason());
      }
      TurnStretches all = live.stretches("polkadot", 1, EVENTS, 512, 10);
      assertThat(all.toString()).contains("refused=" + refused.size());
    }
  }
}

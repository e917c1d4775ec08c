package dev.rota.readers.notary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the turns of each lane follow each other in a ledger partition. */
class PageLeavesTest {
  private PageLeaves leaves = new PageLeaves(0, true);
  private PageEnd end = PageEnd.START;

  private static TurnEntry turn(String lane, long number) {
    return new TestTurn(lane, TurnEntry.Kind.TICK, number, 1_700_000_000_000L).entry();
  }

  private PageWriter.Closed page(TurnEntry... turns) {
    PageWriter pages = new PageWriter(0, end);
    List.of(turns).forEach(pages::add);
    return pages.close(_ -> 7);
  }

  private void taken(TurnEntry... turns) {
    PageWriter.Closed page = page(turns);
    assertThat(leaves.next(page.bytes())).hasSize(turns.length);
    end = new PageEnd(page.page().number(), 0, page.seal());
  }

  private void refused(String why, TurnEntry... turns) {
    byte[] page = page(turns).bytes();
    assertThatThrownBy(() -> leaves.next(page)).isInstanceOf(LedgerRewritten.class).hasMessage(why);
  }

  @Test
  void aLaneBeginsWithItsFirstTurn() {
    refused("lane a has turn 2 where turn 1 is due", turn("a", 2));
    taken(turn("a", 1));
    refused("lane b has turn 3 where turn 1 is due", turn("b", 3));
    taken(turn("b", 1), turn("a", 2));
  }

  @Test
  void aLanesTurnsFollowEachOtherFromPageToPage() {
    taken(turn("a", 1), turn("a", 2));
    refused("lane a has turn 4 where turn 3 is due", turn("a", 4));
    refused("lane a has turn 2 where turn 3 is due", turn("a", 2));
    taken(turn("a", 3), turn("a", 4));
    taken(turn("a", 5));
  }

  @Test
  void aLaneThatComesGoesOnWithItsOwnNumber() {
    taken(turn("a", 1));
    refused("lane a has turn 19 where turn 2 is due", SealedLedger.arrival("a", 17, 2));
    taken(SealedLedger.arrival("a", 17, 1), SealedLedger.arrival("a", 17, 2), turn("a", 20));
    refused("lane a has turn 11 where turn 21 is due", SealedLedger.arrival("a", 10, 1));
    taken(SealedLedger.arrival("b", 5, 1), turn("a", 21));
    taken(SealedLedger.arrival("b", 5, 2));
  }

  @Test
  void whereTheBeginningIsGoneALaneBeginsAnywhere() {
    leaves = new PageLeaves(0, false);
    end = new PageEnd(8, 0, PageEnd.START.seal());
    taken(turn("a", 7), turn("a", 8));
    refused("lane a has turn 10 where turn 9 is due", turn("a", 10));
    taken(turn("b", 3), turn("a", 9));
  }
}

package dev.rota.kernel.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.table.BadRow;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.Tables;
import dev.rota.testing.Book;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Somebody makes up rows, as of a capsule's checkpoint, and their digests with them. */
final class HostileRowsTest {
  private static final String LANE = "lane";
  private static final int POLICY = 1;

  /** A policy with two thousand million cohorts, in eight bytes. */
  private static final Codec<Integer> CLAIM =
      Codec.of(
          (count, fields) -> fields.flag(true).flag(true).number(count),
          fields -> fields.integer());

  @Test
  void aRowThatClaimsMoreThanItHasSetsItsLaneAsideAndNothingElse() {
    Book book = new Book(new BotsDomain());
    book.play(LANE, 1, 10);
    LaneStore honest = book.store();
    Tables tables = new Tables(honest.rows(LANE), honest.cursor(LANE).stateDigest());
    tables.open(POLICY, Codec.NOTHING, CLAIM).put(true, Integer.MAX_VALUE);
    honest.save(LANE, honest.cursor(LANE).digested(tables.digest()));
    List<Throwable> faults = new ArrayList<>();
    LaneStore.Listener listener =
        new LaneStore.Listener() {
          @Override
          public void setAside(String lane, Throwable fault) {
            faults.add(fault);
          }
        };

    var store =
        new LaneStore(honest.versions(), book.rows(), LaneLimits.DEFAULT, listener, () -> 0);

    assertThat(store.lane(LANE).state()).isNull();
    assertThat(faults).singleElement().isInstanceOf(BadRow.class);
  }
}

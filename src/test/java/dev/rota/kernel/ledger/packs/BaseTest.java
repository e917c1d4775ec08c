package dev.rota.kernel.ledger.packs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import org.junit.jupiter.api.Test;

/** Rows that begin with a pack are all there if the packs before it are of no more use. */
final class BaseTest {
  private static TreeRows rows(Row base, Packs packs) {
    TreeRows rows = new TreeRows();
    rows.put(base.key(), base.value());
    if (packs != null) {
      rows.put(packs.row().key(), packs.row().value());
    }
    return rows;
  }

  @Test
  void thePackFromWhichOnAllRowsAreThereMustBeThere() {
    Packs packs = Packs.none(7, false).written(10).written(10);
    assertThat(packs.whole()).isEqualTo(7);
    assertThat(Base.lacking(rows(Base.of(6), packs))).isNull();
    assertThat(Base.lacking(rows(Base.of(7), packs))).isNull();
    assertThat(Base.lacking(rows(Base.of(8), packs)))
        .isEqualTo("the records of their changelog before pack 8 are missing");
    assertThat(Base.lacking(rows(Base.of(8), null))).as("nothing is there yet").isNull();
    assertThat(Base.lacking(rows(Base.unusable(), packs))).contains("being rebuilt");
    assertThat(Base.lacking(new TreeRows())).isNull();
  }
}

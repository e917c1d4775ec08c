package dev.rota.kernel.ledger.packs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import org.junit.jupiter.api.Test;

/** Rows that begin with a pack are all there if the packs before it are of no more use. */
final class BasePackTest {
  private static TreeRows rows(Row base, PackInventory packs) {
    TreeRows rows = new TreeRows();
    rows.put(base.key(), base.value());
    if (packs != null) {
      rows.put(packs.row().key(), packs.row().value());
    }
    return rows;
  }

  @Test
  void thePackFromWhichOnAllRowsAreThereMustBeThere() {
    PackInventory packs = PackInventory.none(7, false).written(10).written(10);
    assertThat(packs.whole()).isEqualTo(7);
    assertThat(BasePack.lacking(rows(BasePack.of(6), packs))).isNull();
    assertThat(BasePack.lacking(rows(BasePack.of(7), packs))).isNull();
    assertThat(BasePack.lacking(rows(BasePack.of(8), packs)))
        .isEqualTo("the records of their changelog before pack 8 are missing");
    assertThat(BasePack.lacking(rows(BasePack.of(8), null))).as("nothing is there yet").isNull();
    assertThat(BasePack.lacking(rows(BasePack.unusable(), packs))).contains("being rebuilt");
    assertThat(BasePack.lacking(new TreeRows())).isNull();
  }
}

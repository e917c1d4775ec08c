package dev.rota.ledger;

import dev.rota.table.FieldReader;
import dev.rota.table.FieldWriter;
import dev.rota.table.Rows;

/**
 * The number of turns of all lanes of a task, stored and committed with their rows. If it is not
 * the sum of the lanes' own numbers, rows are lost.
 */
public final class TurnCount {
  private static final byte[] KEY = {2};

  private final Rows rows;
  private long turns;

  /**
   * Reads the row.
   *
   * @param sum of the lanes' own numbers; it counts if an earlier release left no row
   */
  public TurnCount(Rows rows, long sum) {
    this.rows = rows;
    byte[] row = rows.get(KEY);
    turns = row == null ? sum : new FieldReader(row).number();
  }

  public long turns() {
    return turns;
  }

  /** Counts one more turn. */
  public void next() {
    turns++;
    rows.put(KEY, new FieldWriter().number(turns).toBytes());
  }
}

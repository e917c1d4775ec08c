package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.ledger.Arrival;
import dev.rota.ledger.LaneStore;
import dev.rota.ledger.TurnCount;
import dev.rota.stream.past.LedgerEnd;
import dev.rota.stream.past.LedgerEnd.Turn;
import dev.rota.table.Row;
import dev.rota.table.Rows;
import dev.rota.table.Span;
import dev.rota.table.TreeRows;
import dev.rota.testing.alarms.AlarmDomain;
import dev.rota.topics.UnfitCluster;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rows that agree with the end of their ledger, and rows that do not. */
class RestoredRowsTest {
  private static final LedgerEnd NEW = new LedgerEnd(Optional.empty(), false);
  private static final LedgerEnd TRIMMED = new LedgerEnd(Optional.empty(), true);

  private final TreeRows rows = new TreeRows();

  @Test
  void aNewTaskBeginsWithNothing() {
    assertThat(check(rows, NEW).turns()).isZero();
  }

  @Test
  void rowsThatEndWhereTheLedgerEndsAreWhole() {
    take(rows, "home", 3);
    take(rows, "work", 2);
    assertThat(check(rows, endsWith("work", 2)).turns()).isEqualTo(5);
    // What the rows have beyond it is in a transaction of which the ledger's end knows nothing yet.
    assertThat(check(rows, endsWith("home", 1)).turns()).isEqualTo(5);
    assertThat(check(rows, TRIMMED).turns()).isEqualTo(5);
  }

  @Test
  void rowsWithoutALaneOfTheLedgerAreLost() {
    assertThatThrownBy(() -> check(rows, endsWith("home", 7)))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContainingAll(
            "rows of alarms, partition 0 are lost",
            "turn 7 of lane 'home', the rows know nothing of it",
            "Restore the topic of the rows");
  }

  @Test
  void rowsThatAreBehindTheLedgerAreLost() {
    take(rows, "home", 3);
    assertThatThrownBy(() -> check(rows, endsWith("home", 4)))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("turn 4 of lane 'home', the rows know it up to 3");
  }

  @Test
  void rowsOfWhichSomeLanesAreMissingAreLost() {
    take(rows, "home", 3);
    take(rows, "work", 2);
    for (Row row : rows.page(Span.startingWith(new byte[] {0}), 1)) {
      rows.remove(row.key());
    }
    assertThatThrownBy(() -> check(rows, endsWith("work", 2)))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("made by 5 turns, but hold lanes of 2");
  }

  @Test
  void rowsWhoseLedgerWasMadeAnewAreRefused() {
    take(rows, "home", 3);
    assertThatThrownBy(() -> check(rows, NEW))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContainingAll("hold 3 turns", "the ledger was deleted and created anew");
  }

  @Test
  void rowsOfAnEarlierReleaseHaveNoCountAndGetOne() {
    take(rows, "home", 3);
    rows.remove(new byte[] {2});
    TurnCount count = check(rows, endsWith("home", 3));
    assertThat(count.turns()).isEqualTo(3);
    count.next();
    assertThat(new TurnCount(rows, 0).turns()).isEqualTo(4);
  }

  private static LedgerEnd endsWith(String lane, long number) {
    return new LedgerEnd(Optional.of(new Turn(lane, number)), true);
  }

  private static void take(Rows rows, String lane, int turns) {
    var lanes = new LaneStore<>(new AlarmDomain(), rows);
    TurnCount count = new TurnCount(rows, lanes.turns());
    for (int i = 0; i < turns; i++) {
      lanes.lane(lane).take(new Arrival.Tick<>(i));
      count.next();
    }
  }

  private static TurnCount check(Rows rows, LedgerEnd end) {
    return RestoredRows.check(
        "alarms, partition 0", new LaneStore<>(new AlarmDomain(), rows), rows, end);
  }
}

package dev.rota.readers.follow.held;

import static dev.rota.testing.ScheduleExplorer.require;
import static dev.rota.testing.ScheduleExplorer.together;

import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.testing.ScheduleExplorer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("schedules")
class TurnWindowSchedulesTest {
  private static final int HELD = 4;
  private static final int ALL = 10;

  private static RecentTurn turn(long number) {
    return new RecentTurn(number, number, TurnEntry.Kind.INPUT, "claim", null, 0, null);
  }

  @Test
  void whoAsksSeesALanesTurnsWithoutAGapWhileOthersComeAndGo() {
    ScheduleExplorer.explore(
        () -> {
          TurnWindow window = new TurnWindow(HELD);
          together(
              () -> {
                window.add("a", List.of(turn(1)));
                window.add("a", List.of(turn(2)));
              },
              () -> {
                long newest = newest(window);
                require(newest <= newest(window), newest);
              },
              () -> {
                window.add("b", List.of(turn(1)));
                window.keep("a"::equals);
              });
          require(newest(window) == 2, newest(window));
          require(window.before("b", ALL, ALL).isEmpty(), "b");
        });
  }

  private static long newest(TurnWindow window) {
    List<RecentTurn> turns = window.before("a", ALL, ALL);
    for (int i = 1; i < turns.size(); i++) {
      require(turns.get(i).turn() == turns.get(i - 1).turn() - 1, turns);
    }
    return turns.isEmpty() ? 0 : turns.getFirst().turn();
  }
}
